import Bedside
import GRDB

/// `Durable` as rows: reading all of it, writing all of it, and applying one `Change`.
///
/// Invariant: applying changes here and reading back equals `Durable.apply` in memory, for values within the bounds that
/// the core documents (what lies outside is held to them on reading).
enum DurableTables {
    /// Reads everything but the night log.
    static func read(_ db: Database) throws -> Durable {
        var durable = Durable()
        try readProfile(db, into: &durable)
        try readHabits(db, into: &durable)
        let settings = "SELECT voice_percent, is_microphone_muted, has_unseen_miss FROM settings WHERE id = 1"
        if let row = try Row.fetchOne(db, sql: settings) {
            let columns = Columns(row)
            durable.settings.voicePercent = try columns.integer(0, within: 0...100)
            durable.settings.isMicrophoneMuted = try columns.flag(1)
            durable.settings.hasUnseenMiss = try columns.flag(2)
        }
        if let row = try Row.fetchOne(db, sql: "SELECT step FROM setup WHERE id = 1") {
            durable.setup = SetupProgress(step: try Columns(row).optionalParsed(0) { SetupStep(rawValue: $0) })
        }
        if let row = try Row.fetchOne(db, sql: "SELECT last_written, zone FROM store WHERE id = 1") {
            let columns = Columns(row)
            durable.lastWritten = try columns.optionalInteger(0).map(CivilTime.init(nanoseconds:))
            durable.zone = try columns.optionalText(1)
        }
        durable.records = try readRecords(db)
        try readSchedule(db, into: &durable)
        return durable
    }

    private static func readProfile(_ db: Database, into durable: inout Durable) throws {
        let sql = """
            SELECT owner_name, language, sleep_location, training_focus, companion, volume_floor_percent,
                volume_ceiling_percent
            FROM profile WHERE id = 1
            """
        guard let row = try Row.fetchOne(db, sql: sql) else { return }
        let columns = Columns(row)
        durable.profile = Profile(
            ownerName: try columns.optionalText(0), language: try columns.parsed(1) { Language(rawValue: $0) },
            sleepLocation: try columns.optionalText(2),
            trainingFocus: try columns.parsed(3) { text in
                let names = text.split(separator: ",")
                let values = names.compactMap { TrainingFocus(rawValue: String($0)) }
                return values.count == names.count ? values : nil
            },
            companion: try columns.parsed(4) { Companion(rawValue: $0) },
            volume: VolumeRange(
                floorPercent: try columns.integer(5, within: 0...100),
                ceilingPercent: try columns.integer(6, within: 0...100)),
            habits: [])
    }

    private static func readHabits(_ db: Database, into durable: inout Durable) throws {
        let hasProfile = try Row.fetchOne(db, sql: "SELECT 1 FROM profile WHERE id = 1") != nil
        // Without a profile row nothing was ever chosen: the built-in habits stand.
        guard hasProfile else { return }
        let sql = """
            SELECT id, is_on, at, days, follow_ups, follow_up_interval_seconds, sound, curve, prompt,
                guards_against_sleep
            FROM habit ORDER BY position
            """
        let rows = try Row.fetchCursor(db, sql: sql)
        while let row = try rows.next() {
            let columns = Columns(row)
            durable.profile.habits.append(
                Habit(
                    id: try columns.parsed(0) { HabitID($0) }, isOn: try columns.flag(1),
                    at: try columns.parsed(2) { LocalTime($0) },
                    days: try columns.parsed(3, weekdays), followUps: try columns.integer(4, within: 0...30),
                    followUpIntervalSeconds: try columns.integer(5, within: 30...600),
                    sound: try columns.optionalText(6), curve: try columns.parsed(7) { VolumeCurve(rawValue: $0) },
                    prompt: try columns.text(8), guardsAgainstSleep: try columns.flag(9)))
        }
    }

    /// `mon,wed`
    private static func weekdays(_ text: String) -> WeekdaySet? {
        let names = text.split(separator: ",")
        let days = names.compactMap { Weekday(shortName: String($0)) }
        return days.count == names.count ? WeekdaySet(days) : nil
    }

    static func readRecords(_ db: Database) throws -> [Occurrence: OccurrenceRecord] {
        var records: [Occurrence: OccurrenceRecord] = [:]
        records.reserveCapacity(try Int.fetchOne(db, sql: "SELECT count(*) FROM record") ?? 0)
        let rows = try Row.fetchCursor(
            db, sql: "SELECT habit, date, due, outcome, committed_follow_up, rings, ended_at FROM record")
        while let row = try rows.next() {
            let columns = Columns(row)
            let occurrence = try self.occurrence(columns)
            let followUp = try columns.optionalInteger(4).map { Int(min(max($0, 0), 1_000)) }
            records[occurrence] = OccurrenceRecord(
                occurrence: occurrence, due: CivilTime(nanoseconds: try columns.integer(2)),
                outcome: try columns.parsed(3) { OccurrenceOutcome(rawValue: $0) }, committedFollowUp: followUp,
                rings: try columns.integer(5, within: 0...1_000_000),
                endedAt: try columns.optionalInteger(6).map(CivilTime.init(nanoseconds:)))
        }
        return records
    }

    /// Exceptions, one-off alarms, and since when each habit is armed.
    private static func readSchedule(_ db: Database, into durable: inout Durable) throws {
        let exceptions = try Row.fetchCursor(db, sql: "SELECT habit, date, moved_to FROM exception")
        while let row = try exceptions.next() {
            let columns = Columns(row)
            let moved = try columns.optionalParsed(2) { LocalDateTime($0) }
            durable.exceptions[try occurrence(columns)] = moved.map { .move(to: $0) } ?? .skip
        }
        let oneOffs = try Row.fetchCursor(db, sql: "SELECT id, at, like_habit FROM one_off ORDER BY position")
        while let row = try oneOffs.next() {
            let columns = Columns(row)
            durable.oneOffs.append(
                OneOffAlarm(
                    id: try columns.parsed(0) { HabitID($0) }, at: try columns.parsed(1) { LocalDateTime($0) },
                    like: try columns.parsed(2) { HabitID($0) }))
        }
        let armed = try Row.fetchCursor(db, sql: "SELECT habit, since FROM armed_since")
        while let row = try armed.next() {
            let columns = Columns(row)
            let id = try columns.parsed(0) { HabitID($0) }
            durable.armedSince[id] = CivilTime(nanoseconds: try columns.integer(1))
        }
        let rings = try Row.fetchCursor(db, sql: "SELECT habit, at FROM last_ring")
        while let row = try rings.next() {
            let columns = Columns(row)
            let id = try columns.parsed(0) { HabitID($0) }
            durable.lastRings[id] = CivilTime(nanoseconds: try columns.integer(1))
        }
    }

    private static func occurrence(_ columns: Columns) throws(StoreError) -> Occurrence {
        Occurrence(habit: try columns.parsed(0) { HabitID($0) }, date: try columns.parsed(1) { LocalDate($0) })
    }

    /// All that hold a part of `Durable`, but for the one row of `store`.
    static let stateTables = [
        "profile", "habit", "settings", "setup", "record", "exception", "one_off", "armed_since", "last_ring",
    ]

    // MARK: Writing; inside the caller's transaction.

    /// Fills empty tables.
    static func write(_ durable: Durable, to db: Database) throws {
        try apply(.profile(durable.profile), to: db)
        try apply(.settings(durable.settings), to: db)
        try apply(.setup(durable.setup), to: db)
        if let time = durable.lastWritten { try apply(.lastWritten(time), to: db) }
        if let zone = durable.zone { try apply(.zone(zone), to: db) }
        for record in durable.records.values { try apply(.record(record), to: db) }
        for (occurrence, value) in durable.exceptions { try apply(.exception(occurrence, value), to: db) }
        for alarm in durable.oneOffs { try apply(.oneOff(alarm), to: db) }
        for (id, time) in durable.armedSince { try apply(.armedSince(id, time), to: db) }
        for (id, time) in durable.lastRings { try apply(.lastRing(id, time), to: db) }
    }

    static func apply(_ change: Change, to db: Database) throws {
        switch change {
        case .profile(let profile):
            try write(profile, to: db)
        case .settings(let settings):
            try db.run(
                """
                INSERT OR REPLACE INTO settings (id, voice_percent, is_microphone_muted, has_unseen_miss)
                VALUES (1, ?, ?, ?)
                """,
                [settings.voicePercent, settings.isMicrophoneMuted, settings.hasUnseenMiss])
        case .setup(let progress):
            try db.run("INSERT OR REPLACE INTO setup (id, step) VALUES (1, ?)", [progress.step?.rawValue])
        case .record(let record):
            try db.run(
                """
                INSERT OR REPLACE INTO record (habit, date, due, outcome, committed_follow_up, rings, ended_at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    record.occurrence.habit.name, record.occurrence.date.description, record.due.nanoseconds,
                    record.outcome.rawValue, record.committedFollowUp, record.rings, record.endedAt?.nanoseconds,
                ])
        case .removeRecord(let occurrence):
            try db.run(
                "DELETE FROM record WHERE date = ? AND habit = ?",
                [occurrence.date.description, occurrence.habit.name])
        case .exception(let occurrence, nil):
            try db.run(
                "DELETE FROM exception WHERE date = ? AND habit = ?",
                [occurrence.date.description, occurrence.habit.name])
        case .exception(let occurrence, let value?):
            var moved: String?
            if case .move(let time) = value { moved = time.description }
            try db.run(
                "INSERT OR REPLACE INTO exception (habit, date, moved_to) VALUES (?, ?, ?)",
                [occurrence.habit.name, occurrence.date.description, moved])
        case .oneOff(let alarm):
            try db.run("DELETE FROM one_off WHERE id = ?", [alarm.id.name])
            try db.run(
                "INSERT INTO one_off (id, at, like_habit) VALUES (?, ?, ?)",
                [alarm.id.name, alarm.at.description, alarm.like.name])
        case .removeOneOff(let id):
            try db.run("DELETE FROM one_off WHERE id = ?", [id.name])
        case .armedSince(let id, let time?):
            try db.run(
                "INSERT OR REPLACE INTO armed_since (habit, since) VALUES (?, ?)", [id.name, time.nanoseconds])
        case .armedSince(let id, nil):
            try db.run("DELETE FROM armed_since WHERE habit = ?", [id.name])
        case .lastRing(let id, let time?):
            try db.run("INSERT OR REPLACE INTO last_ring (habit, at) VALUES (?, ?)", [id.name, time.nanoseconds])
        case .lastRing(let id, nil):
            try db.run("DELETE FROM last_ring WHERE habit = ?", [id.name])
        case .zone(let name):
            try db.run("UPDATE store SET zone = ? WHERE id = 1", [name])
        case .lastWritten(let time):
            try db.run("UPDATE store SET last_written = ? WHERE id = 1", [time.nanoseconds])
        case .night(let entry):
            try NightTable.append(entry, to: db)
        case .forgetNight(let oldest):
            try NightTable.forget(before: oldest, db)
        case .wipe:
            for table in stateTables + ["night"] { try db.execute(sql: "DELETE FROM \(table)") }
            try db.execute(sql: "UPDATE store SET last_written = NULL, zone = NULL, is_wiping = 1 WHERE id = 1")
        }
    }

    private static func write(_ profile: Profile, to db: Database) throws {
        try db.run(
            """
            INSERT OR REPLACE INTO profile (id, owner_name, language, sleep_location, training_focus, companion,
                volume_floor_percent, volume_ceiling_percent)
            VALUES (1, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                profile.ownerName, profile.language.rawValue, profile.sleepLocation,
                profile.trainingFocus.map(\.rawValue).joined(separator: ","), profile.companion.rawValue,
                profile.volume.floorPercent, profile.volume.ceilingPercent,
            ])
        try db.run("DELETE FROM habit", [])
        for habit in profile.habits {
            try db.run(
                """
                INSERT INTO habit (id, is_on, at, days, follow_ups, follow_up_interval_seconds, sound, curve, prompt,
                    guards_against_sleep)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    habit.id.name, habit.isOn, habit.at.description,
                    habit.days.days.map(\.shortName).joined(separator: ","), habit.followUps,
                    habit.followUpIntervalSeconds, habit.sound, habit.curve.rawValue, habit.prompt,
                    habit.guardsAgainstSleep,
                ])
        }
    }
}

/// How much of the past is kept.
enum HistoryLimit {
    static let nightEntries = 20_000
    /// Night entries that one change forgets at most.
    static let batch = 1024
}

extension Database {
    /// One statement, compiled once for the life of the connection.
    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
