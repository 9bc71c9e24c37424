import Bedside
import GRDB

/// When the owner wants daytime nudges, and how they went (MIND-8): times, dates and words of a fixed set. If it is
/// lost, there are no nudges until the owner switches them on again.
enum NudgeTables: PartTables {
    static let name = "nudges"
    static let tables = ["nudge_choice", "nudge", "nudge_state"]
    static let migrations = [Schema.Migration(number: 15, name: "nudges", apply: firstTables)]

    @Sendable private static func firstTables(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE nudge_choice (
                    habit TEXT PRIMARY KEY,
                    opens TEXT NOT NULL,
                    closes TEXT NOT NULL,
                    speaks_at_once INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE nudge (
                    date TEXT PRIMARY KEY,
                    habit TEXT NOT NULL,
                    answer TEXT NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE nudge_state (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    since TEXT NOT NULL,
                    is_stop_told INTEGER NOT NULL
                ) STRICT;
                """)
    }

    static func read(_ db: Database, into durable: inout Durable, _ seals: Seals) throws {
        // A row that makes no sense is ignored: no alarm depends on it.
        var part = OwnerNudges()
        if let row = try Row.fetchOne(db, sql: "SELECT * FROM nudge_state WHERE id = 1") {
            let columns = Columns(row)
            if let since = LocalDate(try columns.text("since")) {
                part.apply(.since(since))
                if try columns.flag("is_stop_told") { part.apply(.stopTold) }
            }
        }
        let choices = try Row.fetchCursor(db, sql: "SELECT * FROM nudge_choice")
        while let row = try choices.next() {
            let columns = Columns(row)
            guard let habit = HabitID(try columns.text("habit")), let opens = LocalTime(try columns.text("opens")),
                let closes = LocalTime(try columns.text("closes"))
            else { continue }
            let choice = NudgeChoice(
                opens: opens, closes: closes, speaksAtOnce: try columns.flag("speaks_at_once"))
            part.apply(.choice(habit, choice))
        }
        let nudges = try Row.fetchCursor(db, sql: "SELECT * FROM nudge ORDER BY date")
        while let row = try nudges.next() {
            let columns = Columns(row)
            guard let date = LocalDate(try columns.text("date")), let habit = HabitID(try columns.text("habit")),
                let answer = Nudge.Answer(rawValue: try columns.text("answer"))
            else { continue }
            part.apply(.nudge(Nudge(date: date, habit: habit, answer: answer)))
        }
        durable.nudges = part
    }

    static func write(_ durable: Durable, to db: Database, _ seals: Seals) throws {
        let part = durable.nudges
        if let since = part.since { try apply(.since(since), to: db) }
        if part.isStopTold { try apply(.stopTold, to: db) }
        for (habit, choice) in part.choices { try apply(.choice(habit, choice), to: db) }
        for nudge in part.nudges { try apply(.nudge(nudge), to: db) }
    }

    static func apply(_ change: Change, to db: Database, _ seals: Seals) throws {
        guard case .nudge(let change) = change else { return }
        try apply(change, to: db)
    }

    private static func apply(_ change: OwnerNudges.Change, to db: Database) throws {
        switch change {
        case .since(let date):
            try db.put("nudge_state", ["id": 1, "since": date.description, "is_stop_told": false])
        case .stopTold: try db.run("UPDATE nudge_state SET is_stop_told = 1 WHERE id = 1", [])
        case .choice(let habit, nil): try db.run("DELETE FROM nudge_choice WHERE habit = ?", [habit.name])
        case .choice(let habit, let choice?):
            try db.put(
                "nudge_choice",
                [
                    "habit": habit.name, "opens": choice.opens.description, "closes": choice.closes.description,
                    "speaks_at_once": choice.speaksAtOnce,
                ])
        case .nudge(let nudge):
            try db.put(
                "nudge",
                ["date": nudge.date.description, "habit": nudge.habit.name, "answer": nudge.answer.rawValue])
            try db.run(
                "DELETE FROM nudge WHERE date NOT IN (SELECT date FROM nudge ORDER BY date DESC LIMIT ?)",
                [OwnerNudges.maximumNudges])
        }
    }

    static func waiting(_ change: Change) -> Waiting {
        guard case .nudge(let change) = change else { return .overrides("") }
        switch change {
        case .choice(let habit, _): return .overrides("choice \(habit)")
        case .since: return .overrides("since")
        case .stopTold: return .overrides("told")
        case .nudge(let nudge): return .overrides("nudge \(nudge.date)")
        }
    }
}
