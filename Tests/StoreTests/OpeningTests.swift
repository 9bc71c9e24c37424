import Bedside
import Foundation
import GRDB
import TestKit
import Testing

@testable import Store

@Suite struct OpeningTests {
    /// The steps that a database of the first version takes.
    private static let sinceVersionOne = [
        "v2 unseen miss", "v3 zone", "v4 memory", "v5 country and age", "v6 talk record", "v7 talk minutes",
        "v8 teaching", "v9 labels", "v10 recordings", "v11 ring", "v12 meditation", "v13 fading", "v14 latest time",
        "v15 nudges", "v16 affirmation", "v17 silence", "v18 dawn", "v19 account", "v20 own voice",
    ]

    @Test(.requirement("GUARD-1")) func makesAFolderAndFilesThatOnlyTheOwnerReads() throws {
        let folder = try TemporaryFolder()
        let store = try BedsideStore.open(folder: folder.file("a/b"), access: .owner, now: noon)
        #expect(store.report == .created)
        try store.commit([.profile(Profile(ownerName: "x"))])
        store.journal.append("line")
        #expect(try folder.mode("a/b") == 0o700)
        for name in ["anicca.db", "anicca.db-wal", "anicca.db-shm", "lock", "schedule.json", "journal.jsonl"] {
            #expect(try folder.mode("a/b/\(name)") == 0o600, "\(name)")
        }
    }

    @Test func aSecondOwnerLearnsWhoIsFirst() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        #expect(throws: StoreError.inUse(pid: getpid())) { try openStore(folder) }
        #expect(throws: StoreError.inUse(pid: getpid())) {
            try BedsideStore.openForRinging(folder: folder.path, now: noon)
        }
        withExtendedLifetime(store) {}
    }

    @Test func folderIsFreeAgainOnceItsOwnerIsGone() throws {
        let folder = try TemporaryFolder()
        do { _ = try openStore(folder) }
        #expect(try openStore(folder).report == .clean)
    }

    @Test(.requirement("GUARD-1")) func folderThatOthersCanWriteToIsRefused() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
        let error = #expect(throws: StoreError.self) { try openStore(folder) }
        guard case .unusableFolder(_, let reason)? = error else { throw error ?? StoreError.busy }
        #expect(reason.english.contains("chmod"))
        #expect(folder.names.isEmpty)
    }

    @Test(.requirement("GUARD-1")) func aFolderOfAnotherUserIsRefused() throws {
        let folder = try TemporaryFolder()
        var path = "/etc"
        if geteuid() == 0 {
            path = folder.path
            try FileManager.default.setAttributes([.ownerAccountID: 12_345], ofItemAtPath: path)
        }
        let error = #expect(throws: StoreError.self) { try BedsideStore.open(folder: path, access: .owner, now: noon) }
        guard case .unusableFolder? = error else { throw error ?? StoreError.busy }
    }

    @Test func fileInPlaceOfTheFolderIsRefused() throws {
        let folder = try TemporaryFolder()
        try folder.write([1], to: "file")
        for path in [folder.file("file"), folder.file("file/deeper")] {
            let error = #expect(throws: StoreError.self) {
                try BedsideStore.open(folder: path, access: .owner, now: noon)
            }
            guard case .unusableFolder? = error else { throw error ?? StoreError.busy }
            let store = try BedsideStore.openForRinging(folder: path, now: noon)
            #expect(store.report.needsAttention)
            try store.commit([.lastWritten(noon)])
            #expect(try store.load().lastWritten == noon)
        }
    }

    @Test func readingAnEmptyFolderReportsThat() throws {
        let folder = try TemporaryFolder()
        #expect(throws: StoreError.missing(path: folder.path)) { try openStore(folder, .readOnly) }
        #expect(folder.names.isEmpty)
    }

    // MARK: Versions

    /// The tables as version 1 created them, written out: a copy of the code would repeat every mistake in it.
    private static let versionOne = """
        PRAGMA journal_mode = WAL;
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('v1 first tables');
        CREATE TABLE profile (id INTEGER PRIMARY KEY CHECK (id = 1), owner_name TEXT, language TEXT NOT NULL,
            sleep_location TEXT, training_focus TEXT NOT NULL, companion TEXT NOT NULL,
            volume_floor_percent INTEGER NOT NULL, volume_ceiling_percent INTEGER NOT NULL) STRICT;
        INSERT INTO profile VALUES (1, 'Owner', 'ja', 'third floor', 'push-up,core', 'offline', 15, 70);
        CREATE TABLE habit (position INTEGER PRIMARY KEY, id TEXT NOT NULL, is_on INTEGER NOT NULL, at TEXT NOT NULL,
            days TEXT NOT NULL, follow_ups INTEGER NOT NULL, follow_up_interval_seconds INTEGER NOT NULL, sound TEXT,
            curve TEXT NOT NULL, prompt TEXT NOT NULL, guards_against_sleep INTEGER NOT NULL) STRICT;
        INSERT INTO habit VALUES (1, 'wake', 1, '06:00', 'mon,tue,wed,thu,fri', 10, 60, NULL, 'steady', 'wake_up', 1);
        CREATE TABLE settings (id INTEGER PRIMARY KEY CHECK (id = 1), voice_percent INTEGER NOT NULL,
            is_microphone_muted INTEGER NOT NULL) STRICT;
        INSERT INTO settings VALUES (1, 45, 1);
        CREATE TABLE setup (id INTEGER PRIMARY KEY CHECK (id = 1), step TEXT) STRICT;
        INSERT INTO setup VALUES (1, NULL);
        CREATE TABLE record (habit TEXT NOT NULL, date TEXT NOT NULL, due INTEGER NOT NULL, outcome TEXT NOT NULL,
            committed_follow_up INTEGER, rings INTEGER NOT NULL, ended_at INTEGER, PRIMARY KEY (date, habit))
            STRICT, WITHOUT ROWID;
        INSERT INTO record VALUES ('wake', '2026-05-28', 1780000000000000000, 'answered', 2, 3, 1780000120000000000);
        CREATE TABLE exception (habit TEXT NOT NULL, date TEXT NOT NULL, moved_to TEXT, PRIMARY KEY (date, habit))
            STRICT, WITHOUT ROWID;
        INSERT INTO exception VALUES ('wake', '2026-05-29', NULL), ('wake', '2026-06-01', '2026-06-01T05:30');
        CREATE TABLE one_off (position INTEGER PRIMARY KEY, id TEXT NOT NULL, at TEXT NOT NULL,
            like_habit TEXT NOT NULL) STRICT;
        INSERT INTO one_off VALUES (1, 'once-1', '2026-05-30T14:00', 'wake');
        CREATE TABLE armed_since (habit TEXT PRIMARY KEY, since INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        INSERT INTO armed_since VALUES ('wake', 1779990000000000000);
        CREATE TABLE night (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, habit TEXT, date TEXT,
            follow_up INTEGER, cause TEXT, detail TEXT) STRICT;
        INSERT INTO night VALUES (1, 1780000000000000000, 'ring', 'wake', '2026-05-28', 0, 'timer', NULL);
        CREATE TABLE store (id INTEGER PRIMARY KEY CHECK (id = 1), commits INTEGER NOT NULL,
            schedule_commits INTEGER NOT NULL, last_written INTEGER, is_wiping INTEGER NOT NULL) STRICT;
        INSERT INTO store VALUES (1, 17, 12, 1780000120000000000, 0);
        """

    private func folderOfVersionOne(adding sql: String = "") throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let queue = try DatabaseQueue(path: folder.file("anicca.db"))
        try queue.writeWithoutTransaction { try $0.execute(sql: Self.versionOne + sql) }
        try queue.close()
        return folder
    }

    private func expectVersionOneContents(_ durable: Durable) throws {
        #expect(durable.profile.ownerName == "Owner")
        #expect(durable.profile.language == .japanese)
        #expect(durable.profile.trainingFocus == [.pushUp, .core])
        #expect(durable.profile.volume == VolumeRange(floorPercent: 15, ceilingPercent: 70))
        #expect(durable.profile.habits.map(\.id) == [.wake])
        #expect(durable.profile.habits.first?.days == .weekdays)
        #expect(durable.settings.voicePercent == 45)
        #expect(durable.settings.isMicrophoneMuted)
        #expect(durable.setup.step == nil)
        let date = try #require(LocalDate("2026-05-28"))
        let record = try #require(durable.records[Occurrence(habit: .wake, date: date)])
        #expect(record.outcome == .answered && record.rings == 3 && record.committedFollowUp == 2)
        #expect(durable.exceptions[Occurrence(habit: .wake, date: date.adding(days: 1))] == .skip)
        #expect(
            durable.exceptions[Occurrence(habit: .wake, date: date.adding(days: 4))]
                == LocalDateTime("2026-06-01T05:30").map { .move(to: $0) })
        #expect(durable.oneOffs.map(\.id.name) == ["once-1"])
        #expect(durable.armedSince[.wake] == CivilTime(seconds: 1_779_990_000))
        #expect(durable.lastWritten == CivilTime(seconds: 1_780_000_120))
    }

    @Test(.requirement("GUARD-4")) func aDatabaseOfVersionOneIsReadCompletely() throws {
        let folder = try folderOfVersionOne()
        let store = try openStore(folder)
        #expect(store.report == .migrated(Self.sinceVersionOne))
        try expectVersionOneContents(try store.load())
        #expect(try store.night(limit: 10).map(\.kind) == [.ring])
    }

    @Test(.requirement("GUARD-4")) func nextMigrationKeepsWhatVersionOneHeld() throws {
        let folder = try folderOfVersionOne()
        var migrator = Schema.migrator
        migrator.registerMigration("v13 of this test") { db in
            try db.execute(sql: "ALTER TABLE record ADD COLUMN note TEXT; UPDATE settings SET voice_percent = 44")
        }
        do {
            let store = try BedsideStore.open(
                folder: folder.path, access: .owner, now: noon, migrator: migrator, log: { _, _ in })
            #expect(
                store.report == .migrated(Self.sinceVersionOne + ["v13 of this test"]))
            var durable = try store.load()
            #expect(durable.settings.voicePercent == 44)
            durable.settings.voicePercent = 45
            try expectVersionOneContents(durable)
        }
        let again = try BedsideStore.open(
            folder: folder.path, access: .owner, now: noon, migrator: migrator, log: { _, _ in })
        #expect(again.report == .clean)
    }

    @Test(.requirement("GUARD-4")) func readingAnOlderDatabaseShowsItWithoutMigratingIt() throws {
        let folder = try folderOfVersionOne()
        let before = try folder.read("anicca.db")
        var migrator = Schema.migrator
        migrator.registerMigration("v13 of this test") {
            try $0.execute(sql: "ALTER TABLE record ADD COLUMN note TEXT")
        }
        let store = try BedsideStore.open(
            folder: folder.path, access: .readOnly, now: noon, migrator: migrator, log: { _, _ in })
        try expectVersionOneContents(try store.load())
        #expect(try folder.read("anicca.db") == before)
    }

    @Test(.requirement("GUARD-4"), arguments: [false, true])
    func newerDatabaseIsRefusedUntouchedAndTheCopyStillServes(unclean: Bool) throws {
        let folder = try TemporaryFolder()
        var profile = Profile(ownerName: "from the copy")
        profile.habits = [Habit(id: .wake, at: LocalTime(wrappingSecondOfDay: 6 * 3600))]
        do {
            let store = try openStore(folder)
            try store.commit([.profile(profile)])
        }
        var other: DatabaseQueue? = try DatabaseQueue(path: folder.file("anicca.db"))
        try other?.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('v21 from the future')") }
        let away = try TemporaryFolder()
        if unclean { try folder.copy(["", "-wal"], to: away) }
        try away.write(try folder.read("schedule.json"), to: "schedule.json")
        other = nil
        if !unclean { try folder.copy([""], to: away) }
        let before = try away.read("anicca.db")
        let logBefore = unclean ? try away.read("anicca.db-wal") : []

        let expected = StoreError.newerVersion(found: "v21 from the future", known: "v20 own voice")
        #expect(throws: expected) { try openStore(away) }
        #expect(throws: expected) { try openStore(away, .readOnly) }
        let store = try BedsideStore.openForRinging(folder: away.path, now: noon)
        #expect(store.report == .inMemory(expected, fromDisk: true))
        #expect(try store.load().profile == profile)
        try store.commit([.profile(Profile())])
        store.close()
        #expect(try away.read("anicca.db") == before)
        if unclean { #expect(try away.read("anicca.db-wal") == logBefore) }
        #expect(try ScheduleCopy.parse(away.read("schedule.json"))?.schedule.profile == profile)
    }

    /// A flipped bit in the name of a migration is damage, and no newer version.
    @Test(.requirement("GUARD-4")) func aDamagedNameOfAMigrationIsNoNewerVersion() throws {
        let folder = try TemporaryFolder()
        do {
            let store = try openStore(folder)
            try store.commit([.profile(Profile(ownerName: "from the copy"))])
            store.close()
        }
        let queue = try DatabaseQueue(path: folder.file("anicca.db"))
        try queue.write { db in
            try db.execute(
                sql: "UPDATE grdb_migrations SET identifier = 'v14 lapest time' WHERE identifier = 'v14 latest time'")
        }
        try queue.close()
        let store = try openStore(folder)
        defer { store.close() }
        guard case .recovered(fromCopy: true, setAside: .some) = store.report else {
            return #expect(Bool(false), "\(store.report)")
        }
        #expect(try store.load().profile.ownerName == "from the copy")
    }
}
