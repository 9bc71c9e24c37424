import Bedside
import GRDB

/// How each habit's days went, and what its owner said about it (FADE-2, FADE-3): words of a fixed set and dates.
/// Without it every habit rings at its time.
enum FadingTables: PartTables {
    static let name = "fading"
    static let tables = ["fading_base", "fading_entry"]
    static let migrations = [
        Schema.Migration(number: 13, name: "fading", apply: firstTables),
        Schema.Migration(number: 17, name: "silence", apply: silenceColumns),
    ]

    @Sendable private static func firstTables(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE fading_base (
                    habit TEXT PRIMARY KEY,
                    through INTEGER NOT NULL,
                    level INTEGER NOT NULL,
                    since TEXT,
                    days_here INTEGER NOT NULL,
                    was_step_down INTEGER,
                    automaticity INTEGER,
                    days TEXT NOT NULL,
                    rules INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE fading_entry (
                    habit TEXT NOT NULL,
                    number INTEGER NOT NULL,
                    date TEXT NOT NULL,
                    kind TEXT NOT NULL,
                    value TEXT,
                    is_corrected INTEGER NOT NULL,
                    PRIMARY KEY (habit, number)
                ) STRICT, WITHOUT ROWID;
                """)
    }

    /// The silence of a base; without a date there is none.
    @Sendable private static func silenceColumns(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE fading_base ADD COLUMN silent_since TEXT;
                ALTER TABLE fading_base ADD COLUMN silent_noes INTEGER;
                ALTER TABLE fading_base ADD COLUMN silent_plan TEXT;
                """)
    }

    // MARK: Reading

    static func read(_ db: Database, into durable: inout Durable, _ seals: Seals) throws {
        var part = OwnerFading()
        // A ledger with a row that makes no sense is ignored: then the habit rings at its time.
        var unreadable: Set<HabitID> = []
        let bases = try Row.fetchCursor(db, sql: "SELECT * FROM fading_base")
        while let row = try bases.next() {
            let columns = Columns(row)
            guard let habit = HabitID(try columns.text("habit")) else { continue }
            if let base = try base(columns) { part.apply(.base(habit, base)) } else { unreadable.insert(habit) }
        }
        let entries = try Row.fetchCursor(db, sql: "SELECT * FROM fading_entry ORDER BY habit, number")
        var ledger: [OwnerFading.Change] = []
        while let row = try entries.next() {
            let columns = Columns(row)
            guard let habit = HabitID(try columns.text("habit")) else { continue }
            if let entry = try entry(columns) {
                ledger.append(.entry(habit, number: Int(clamping: try columns.integer("number")), entry))
            } else {
                unreadable.insert(habit)
            }
        }
        part.apply(ledger)
        for habit in unreadable { part.apply(.forget(habit)) }
        durable.fading = part
    }

    private static func base(_ columns: Columns) throws(StoreError) -> FadingLedger.Base? {
        guard let level = FadingLevel(rawValue: try columns.integer("level", within: -1...9)) else { return nil }
        let standing = FadingStanding(
            level: level, since: try columns.optionalText("since").flatMap { LocalDate($0) },
            daysHere: try columns.integer("days_here", within: 0...1_000_000),
            wasStepDown: try columns.optionalInteger("was_step_down").map { $0 != 0 },
            automaticity: try columns.optionalInteger("automaticity").map { Int(clamping: $0) },
            days: try columns.text("days"), silence: try silence(columns))
        return FadingLedger.Base(
            through: try columns.integer("through", within: 0...Int.max / 2), standing: standing,
            rules: try columns.integer("rules", within: 0...1_000_000))
    }

    /// Nil where anything about it makes no sense: then the habit rings.
    private static func silence(_ columns: Columns) throws(StoreError) -> Silence? {
        guard let since = try columns.optionalText("silent_since").flatMap({ LocalDate($0) }),
            let noes = try columns.optionalInteger("silent_noes"), (0...1_000).contains(noes),
            let plan = try columns.optionalText("silent_plan").flatMap(plan)
        else { return nil }
        return Silence(since: since, plan: plan, noes: Int(noes))
    }

    private static func entry(_ columns: Columns) throws(StoreError) -> FadingEntry? {
        guard let date = LocalDate(try columns.text("date")) else { return nil }
        let value = try columns.optionalText("value")
        switch Kind(rawValue: try columns.text("kind")) {
        case nil: return nil
        case .day:
            guard let word = value.flatMap({ DayWord(rawValue: $0) }) else { return nil }
            return .day(CountedDay(date: date, observed: word, isCorrected: try columns.flag("is_corrected")))
        case .automaticity: return value.flatMap { Int($0) }.map { .automaticity(date, score: $0) }
        case .consent: return value.map { .consent(date, isGiven: $0 == yes) }
        case .recall: return .recall(date)
        case .newTime: return .newTime(date)
        case .asked: return value.flatMap { FadingQuestion(rawValue: $0) }.map { .asked($0, date) }
        case .silence:
            guard let value else { return nil }
            if value == no { return .silence(date, nil) }
            return plan(value).map { .silence(date, $0) }
        case .week: return value.flatMap { WeekAnswer(rawValue: $0) }.map { .week(date, $0) }
        case .untold: return value.flatMap { LevelStep($0) }.map { .untold(date, $0) }
        }
    }

    private enum Kind: String {
        case day, automaticity, consent, recall, asked, silence, week, untold
        case newTime = "new_time"
    }

    /// A time, and a bit mask of weekdays.
    private static func text(_ plan: Silence.Plan) -> String { "\(plan.at) \(plan.days.mask)" }

    private static func plan(_ text: String) -> Silence.Plan? {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let at = parts.first.flatMap({ LocalTime($0) }),
            let mask = parts.last.flatMap({ UInt8($0) }), mask <= 0x7F
        else { return nil }
        return Silence.Plan(at: at, days: WeekdaySet(mask: mask))
    }

    private static let yes = "yes"
    private static let no = "no"

    // MARK: Writing

    static func write(_ durable: Durable, to db: Database, _ seals: Seals) throws {
        for change in durable.fading.changes { try apply(change, to: db) }
    }

    static func apply(_ change: Change, to db: Database, _ seals: Seals) throws {
        guard case .fading(let change) = change else { return }
        try apply(change, to: db)
    }

    private static func apply(_ change: OwnerFading.Change, to db: Database) throws {
        switch change {
        case .entry(let habit, let number, let entry):
            let (kind, value) = columns(entry)
            var isCorrected = false
            if case .day(let day) = entry { isCorrected = day.isCorrected }
            try db.put(
                "fading_entry",
                [
                    "habit": habit.name, "number": number, "date": entry.date.description, "kind": kind.rawValue,
                    "value": value, "is_corrected": isCorrected,
                ])
        case .removeEntry(let habit, let number):
            try db.run("DELETE FROM fading_entry WHERE habit = ? AND number = ?", [habit.name, number])
        case .base(let habit, let base):
            try db.put(
                "fading_base",
                [
                    "habit": habit.name, "through": base.through, "level": base.standing.level.rawValue,
                    "since": base.standing.since?.description, "days_here": base.standing.daysHere,
                    "was_step_down": base.standing.wasStepDown, "automaticity": base.standing.automaticity,
                    "days": base.standing.letters, "rules": base.rules,
                    "silent_since": base.standing.silence?.since.description,
                    "silent_noes": base.standing.silence?.noes,
                    "silent_plan": base.standing.silence.map { text($0.plan) },
                ])
        case .forget(let habit):
            try db.run("DELETE FROM fading_base WHERE habit = ?", [habit.name])
            try db.run("DELETE FROM fading_entry WHERE habit = ?", [habit.name])
        }
    }

    private static func columns(_ entry: FadingEntry) -> (kind: Kind, value: String?) {
        switch entry {
        case .day(let day): (.day, day.observed.rawValue)
        case .automaticity(_, let score): (.automaticity, String(score))
        case .consent(_, let isGiven): (.consent, isGiven ? yes : no)
        case .recall: (.recall, nil)
        case .newTime: (.newTime, nil)
        case .asked(let question, _): (.asked, question.rawValue)
        case .silence(_, let plan): (.silence, plan.map(text) ?? no)
        case .week(_, let answer): (.week, answer.rawValue)
        case .untold(_, let step): (.untold, step.description)
        }
    }

    static func waiting(_ change: Change) -> Waiting {
        guard case .fading(let change) = change else { return .overrides("") }
        switch change {
        case .entry(let habit, let number, _), .removeEntry(let habit, let number):
            return .overrides("entry \(habit) \(number)")
        case .base(let habit, _): return .overrides("base \(habit)")
        case .forget(let habit): return .overrides("forget \(habit)")
        }
    }
}
