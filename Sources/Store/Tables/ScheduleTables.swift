import Bedside
import GRDB

/// The schedule's tables: what rings and when, and what the owner chose about it.
enum ScheduleTables: PartTables {
    static let name = "schedule"
    static let isInScheduleCopy = true
    static let tables = [
        "profile", "habit", "settings", "setup", "record", "exception", "one_off", "armed_since",
        "last_ring",
    ]
    static let migrations = [
        Schema.Migration(number: 1, name: "first tables", apply: Schema.firstTables),
        Schema.Migration(number: 2, name: "unseen miss", apply: unseenMiss),
        Schema.Migration(number: 3, name: "zone", apply: zone),
        Schema.Migration(number: 5, name: "country and age", apply: countryAndAge),
        Schema.Migration(number: 7, name: "talk minutes", apply: talkMinutes),
        Schema.Migration(number: 10, name: "recordings", apply: recordings),
        Schema.Migration(number: 11, name: "ring", apply: ring),
        Schema.Migration(number: 14, name: "latest time", apply: latestTime),
        Schema.Migration(number: 18, name: "dawn", apply: dawn),
    ]

    /// An alarm that was missed is remembered until the next press, across power cuts too (ALARM-4).
    @Sendable private static func unseenMiss(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE settings ADD COLUMN has_unseen_miss INTEGER NOT NULL DEFAULT 0")
    }

    /// The zone, and when each habit last rang: after a change of the zone, also one while the power was off, the same
    /// local time may come again (ALARM-6).
    @Sendable private static func zone(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE store ADD COLUMN zone TEXT;
                CREATE TABLE last_ring (habit TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
                """)
    }

    /// What the owner says of themselves in setup (SETUP-1, SAFE-4, SAFE-5).
    @Sendable private static func countryAndAge(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE profile ADD COLUMN country TEXT;
                ALTER TABLE profile ADD COLUMN age TEXT NOT NULL DEFAULT 'not-said';
                """)
    }

    /// The owner's own limit for talks (SAFE-5).
    @Sendable private static func talkMinutes(_ db: Database) throws {
        try db.execute(
            sql: "ALTER TABLE profile ADD COLUMN talk_minutes INTEGER NOT NULL DEFAULT 60")
    }

    /// Whether talks are recorded, for how many days, and whether the device has said so (GUARD-1).
    @Sendable private static func recordings(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE settings ADD COLUMN recording_days INTEGER;
                ALTER TABLE settings ADD COLUMN is_recording_told INTEGER NOT NULL DEFAULT 0;
                """)
    }

    /// How fast the volume climbs, and who sleeps heavily (SOUND-7).
    @Sendable private static func ring(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE profile ADD COLUMN volume_fade_seconds INTEGER NOT NULL DEFAULT 240;
                ALTER TABLE habit ADD COLUMN sleeper TEXT NOT NULL DEFAULT 'normal';
                """)
    }

    /// The latest time at which a habit's net may ring (FADE-1).
    @Sendable private static func latestTime(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE habit ADD COLUMN latest TEXT")
    }

    /// Whether a soft sound comes before an alarm (S-2).
    @Sendable private static func dawn(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE habit ADD COLUMN has_dawn INTEGER NOT NULL DEFAULT 0")
    }

    // MARK: Reading

    static func read(_ db: Database, into durable: inout Durable, _ seals: Seals) throws {
        var schedule = Schedule()
        if let row = try Row.fetchOne(db, sql: "SELECT * FROM profile WHERE id = 1") {
            // Without a profile row nothing was ever chosen: the built-in habits apply.
            schedule.profile = try profile(Columns(row), habits: try readHabits(db))
        }
        if let row = try Row.fetchOne(db, sql: "SELECT * FROM settings WHERE id = 1") {
            schedule.settings = try settings(Columns(row))
        }
        if let row = try Row.fetchOne(db, sql: "SELECT step FROM setup WHERE id = 1") {
            schedule.setup = SetupProgress(step: try Columns(row).optionalParsed("step") { SetupStep(rawValue: $0) })
        }
        if let row = try Row.fetchOne(db, sql: "SELECT last_written, zone FROM store WHERE id = 1") {
            let columns = Columns(row)
            schedule.lastWritten = try columns.optionalInteger("last_written").map(CivilTime.init(nanoseconds:))
            schedule.zone = try columns.optionalText("zone")
        }
        schedule.records = try readRecords(db)
        try readExceptions(db, into: &schedule)
        durable.schedule = schedule
    }

    private static func settings(_ columns: Columns) throws(StoreError) -> Settings {
        Settings(
            voicePercent: try columns.integer("voice_percent", within: 0...100),
            isMicrophoneMuted: try columns.flag("is_microphone_muted"),
            hasUnseenMiss: try columns.flag("has_unseen_miss"),
            recordings: RecordingChoice(
                keepDays: try columns.optionalInteger("recording_days").map { Int(clamping: $0) },
                isTold: try columns.flag("is_recording_told")))
    }

    private static func profile(_ columns: Columns, habits: [Habit]) throws(StoreError) -> Profile {
        Profile(
            ownerName: try columns.optionalText("owner_name"),
            language: try columns.parsed("language") { Language(rawValue: $0) },
            country: try columns.optionalText("country").flatMap { CountryCode($0) },
            age: try columns.optionalText("age").flatMap { AgeBand(rawValue: $0) } ?? .notSaid,
            sleepLocation: try columns.optionalText("sleep_location"),
            trainingFocus: try columns.parsed("training_focus") { text in
                let names = text.split(separator: ",")
                let values = names.compactMap { TrainingFocus(rawValue: String($0)) }
                return values.count == names.count ? values : nil
            },
            companion: try columns.parsed("companion") { Companion(rawValue: $0) },
            talkMinutes: try columns.integer("talk_minutes", within: 0...120),
            volume: VolumeRange(
                floorPercent: try columns.integer("volume_floor_percent", within: 0...100),
                ceilingPercent: try columns.integer("volume_ceiling_percent", within: 0...100),
                fadeSeconds: try columns.integer("volume_fade_seconds", within: 0...600)),
            habits: habits)
    }

    private static func readHabits(_ db: Database) throws -> [Habit] {
        var habits: [Habit] = []
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM habit ORDER BY position")
        while let row = try rows.next() {
            let columns = Columns(row)
            habits.append(
                Habit(
                    id: try columns.parsed("id") { HabitID($0) }, isOn: try columns.flag("is_on"),
                    at: try columns.parsed("at") { LocalTime($0) }, days: try columns.parsed("days", weekdays),
                    followUps: try columns.integer("follow_ups", within: 0...30),
                    followUpIntervalSeconds: try columns.integer("follow_up_interval_seconds", within: 30...600),
                    sound: try columns.optionalText("sound"),
                    curve: try columns.parsed("curve") { VolumeCurve(rawValue: $0) },
                    prompt: try columns.text("prompt"),
                    guardsAgainstSleep: try columns.flag("guards_against_sleep"),
                    sleeper: try columns.parsed("sleeper") { Sleeper(rawValue: $0) },
                    latest: try columns.optionalParsed("latest") { LocalTime($0) },
                    hasDawn: try columns.flag("has_dawn")))
        }
        return habits
    }

    /// Parses `mon,wed`.
    private static func weekdays(_ text: String) -> WeekdaySet? {
        let names = text.split(separator: ",")
        let days = names.compactMap { Weekday(shortName: String($0)) }
        return days.count == names.count ? WeekdaySet(days) : nil
    }

    static func readRecords(_ db: Database) throws -> [Occurrence: OccurrenceRecord] {
        var records: [Occurrence: OccurrenceRecord] = [:]
        records.reserveCapacity(try Int.fetchOne(db, sql: "SELECT count(*) FROM record") ?? 0)
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM record")
        while let row = try rows.next() {
            let columns = Columns(row)
            let occurrence = try self.occurrence(columns)
            let followUp = try columns.optionalInteger("committed_follow_up").map { Int(min(max($0, 0), 1_000)) }
            records[occurrence] = OccurrenceRecord(
                occurrence: occurrence, due: CivilTime(nanoseconds: try columns.integer("due")),
                outcome: try columns.parsed("outcome") { OccurrenceOutcome(rawValue: $0) }, committedFollowUp: followUp,
                rings: try columns.integer("rings", within: 0...1_000_000),
                endedAt: try columns.optionalInteger("ended_at").map(CivilTime.init(nanoseconds:)))
        }
        return records
    }

    /// Reads exceptions, one-off alarms, and since when each habit is armed and when it last rang.
    private static func readExceptions(_ db: Database, into schedule: inout Schedule) throws {
        let exceptions = try Row.fetchCursor(db, sql: "SELECT * FROM exception")
        while let row = try exceptions.next() {
            let columns = Columns(row)
            let moved = try columns.optionalParsed("moved_to") { LocalDateTime($0) }
            schedule.exceptions[try occurrence(columns)] = moved.map { .move(to: $0) } ?? .skip
        }
        let oneOffs = try Row.fetchCursor(db, sql: "SELECT * FROM one_off ORDER BY position")
        while let row = try oneOffs.next() {
            let columns = Columns(row)
            schedule.oneOffs.append(
                OneOffAlarm(
                    id: try columns.parsed("id") { HabitID($0) }, at: try columns.parsed("at") { LocalDateTime($0) },
                    like: try columns.parsed("like_habit") { HabitID($0) }))
        }
        let armed = try Row.fetchCursor(db, sql: "SELECT * FROM armed_since")
        while let row = try armed.next() {
            let columns = Columns(row)
            let id = try columns.parsed("habit") { HabitID($0) }
            schedule.armedSince[id] = CivilTime(nanoseconds: try columns.integer("since"))
        }
        let rings = try Row.fetchCursor(db, sql: "SELECT * FROM last_ring")
        while let row = try rings.next() {
            let columns = Columns(row)
            let id = try columns.parsed("habit") { HabitID($0) }
            schedule.lastRings[id] = CivilTime(nanoseconds: try columns.integer("at"))
        }
    }

    private static func occurrence(_ columns: Columns) throws(StoreError) -> Occurrence {
        Occurrence(
            habit: try columns.parsed("habit") { HabitID($0) }, date: try columns.parsed("date") { LocalDate($0) })
    }

    // MARK: Writing

    static func write(_ durable: Durable, to db: Database, _ seals: Seals) throws {
        let schedule = durable.schedule
        try apply(.profile(schedule.profile), to: db, seals)
        try apply(.settings(schedule.settings), to: db, seals)
        try apply(.setup(schedule.setup), to: db, seals)
        if let time = schedule.lastWritten { try apply(.lastWritten(time), to: db, seals) }
        if let zone = schedule.zone { try apply(.zone(zone), to: db, seals) }
        for record in schedule.records.values { try apply(.record(record), to: db, seals) }
        for (occurrence, value) in schedule.exceptions { try apply(.exception(occurrence, value), to: db, seals) }
        for alarm in schedule.oneOffs { try apply(.oneOff(alarm), to: db, seals) }
        for (id, time) in schedule.armedSince { try apply(.armedSince(id, time), to: db, seals) }
        for (id, time) in schedule.lastRings { try apply(.lastRing(id, time), to: db, seals) }
    }

    static func apply(_ change: Change, to db: Database, _ seals: Seals) throws {
        switch change {
        case .profile(let profile): try write(profile, to: db)
        case .settings(let settings):
            try db.put(
                "settings",
                [
                    "id": 1, "voice_percent": settings.voicePercent,
                    "is_microphone_muted": settings.isMicrophoneMuted, "has_unseen_miss": settings.hasUnseenMiss,
                    "recording_days": settings.recordings.keepDays, "is_recording_told": settings.recordings.isTold,
                ])
        case .setup(let progress): try db.put("setup", ["id": 1, "step": progress.step?.rawValue])
        case .record(let record):
            try db.put(
                "record",
                [
                    "habit": record.occurrence.habit.name, "date": record.occurrence.date.description,
                    "due": record.due.nanoseconds, "outcome": record.outcome.rawValue,
                    "committed_follow_up": record.committedFollowUp, "rings": record.rings,
                    "ended_at": record.endedAt?.nanoseconds,
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
            try db.put(
                "exception",
                [
                    "habit": occurrence.habit.name, "date": occurrence.date.description, "moved_to": moved,
                ])
        case .oneOff(let alarm):
            try db.run("DELETE FROM one_off WHERE id = ?", [alarm.id.name])
            try db.put(
                "one_off", ["id": alarm.id.name, "at": alarm.at.description, "like_habit": alarm.like.name])
        case .removeOneOff(let id): try db.run("DELETE FROM one_off WHERE id = ?", [id.name])
        case .armedSince(let id, let time?):
            try db.put("armed_since", ["habit": id.name, "since": time.nanoseconds])
        case .armedSince(let id, nil): try db.run("DELETE FROM armed_since WHERE habit = ?", [id.name])
        case .lastRing(let id, let time?): try db.put("last_ring", ["habit": id.name, "at": time.nanoseconds])
        case .lastRing(let id, nil): try db.run("DELETE FROM last_ring WHERE habit = ?", [id.name])
        case .zone(let name): try db.run("UPDATE store SET zone = ? WHERE id = 1", [name])
        case .lastWritten(let time):
            try db.run("UPDATE store SET last_written = ? WHERE id = 1", [time.nanoseconds])
        case .memory, .talks, .teaching, .meditation, .fading, .nudge, .affirmation, .account, .ownVoice, .night,
            .forgetNight,
            .wipe:
            break
        }
    }

    private static func write(_ profile: Profile, to db: Database) throws {
        try db.put(
            "profile",
            [
                "id": 1, "owner_name": profile.ownerName, "language": profile.language.rawValue,
                "country": profile.country?.letters, "age": profile.age.rawValue,
                "sleep_location": profile.sleepLocation,
                "training_focus": profile.trainingFocus.map(\.rawValue).joined(separator: ","),
                "companion": profile.companion.rawValue, "talk_minutes": profile.talkMinutes,
                "volume_floor_percent": profile.volume.floorPercent,
                "volume_ceiling_percent": profile.volume.ceilingPercent,
                "volume_fade_seconds": profile.volume.fadeSeconds,
            ])
        try db.run("DELETE FROM habit", [])
        for habit in profile.habits {
            try db.put(
                "habit",
                [
                    "id": habit.id.name, "is_on": habit.isOn, "at": habit.at.description,
                    "days": habit.days.days.map(\.shortName).joined(separator: ","), "follow_ups": habit.followUps,
                    "follow_up_interval_seconds": habit.followUpIntervalSeconds, "sound": habit.sound,
                    "curve": habit.curve.rawValue, "prompt": habit.prompt,
                    "guards_against_sleep": habit.guardsAgainstSleep, "sleeper": habit.sleeper.rawValue,
                    "latest": habit.latest?.description, "has_dawn": habit.hasDawn,
                ])
        }
    }

    // MARK: Waiting for the disk

    static func waiting(_ change: Change) -> Waiting {
        switch change {
        case .profile: .overrides("profile")
        case .settings: .overrides("settings")
        case .record(let record): .overrides("record \(record.occurrence)")
        case .removeRecord(let occurrence): .overrides("record \(occurrence)")
        case .exception(let occurrence, _): .overrides("exception \(occurrence)")
        case .oneOff(let alarm): .overrides("one-off \(alarm.id)")
        case .removeOneOff(let id): .overrides("one-off \(id)")
        case .armedSince(let id, _): .overrides("armed \(id)")
        case .lastRing(let id, _): .overrides("last ring \(id)")
        case .lastWritten: .overrides("last written")
        case .zone: .overrides("zone")
        case .setup: .overrides("setup")
        case .memory, .talks, .teaching, .meditation, .fading, .nudge, .affirmation, .account, .ownVoice, .night,
            .forgetNight,
            .wipe:
            .overrides("")
        }
    }
}
