import Bedside
import GRDB
import TestKit
import Testing

@testable import Store

/// What becomes of a habit's ledger whose rows cannot be read, and of silence in the database (FADE-1, ALARM-7).
@Suite(.requirement("FADE-1", "ALARM-7")) struct FadingRowsTests {
    private let today = LocalDate(dayNumber: 20_787)
    private let plan = Silence.Plan(at: LocalTime(wrappingSecondOfDay: 21_630), days: .weekdays)

    private func graduate() -> [Change] {
        let standing = FadingStanding(
            level: .graduated, since: today, daysHere: 3, wasStepDown: false, automaticity: 6, days: "uuu")
        return [.fading(.base(.wake, FadingLedger.Base(through: 4, standing: standing)))]
    }

    private func rows(_ store: BedsideStore) throws -> Int {
        try store.queueForTest?.read {
            try Int.fetchOne(
                $0, sql: "SELECT (SELECT count(*) FROM fading_entry) + (SELECT count(*) FROM fading_base)")
        } ?? -1
    }

    /// What a program that starts now would read.
    private func read(_ folder: TemporaryFolder) throws -> Durable { try openStore(folder, .readOnly).load() }

    private func damage(_ store: BedsideStore, _ sql: String) throws {
        try store.queueForTest?.write { try $0.execute(sql: sql) }
    }

    @Test func silenceComesBackFromTheDatabase() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        try store.commit(
            graduate() + [
                .fading(.entry(.wake, number: 5, .silence(today, plan))),
                .fading(.entry(.wake, number: 6, .asked(.week, today.adding(days: 7)))),
                .fading(.entry(.wake, number: 7, .week(today.adding(days: 7), .notAsMeant))),
            ])
        let silence = Silence(since: today, plan: plan, noes: 1)
        #expect(try read(folder).fading.silence(of: .wake) == silence)
        // The same as a part of the base.
        let standing = try #require(try read(folder).fading.standings[.wake])
        try store.commit([.fading(.base(.wake, FadingLedger.Base(through: 7, standing: standing)))])
        for number in 5...7 { try store.commit([.fading(.removeEntry(.wake, number: number))]) }
        #expect(try read(folder).fading.silence(of: .wake) == silence)
        try store.commit([.fading(.entry(.wake, number: 8, .recall(today)))])
        let recalled = try read(folder).fading
        #expect(recalled.silence(of: .wake) == nil && recalled.level(of: .wake) == .ringOnly)
    }

    /// What the owner has yet to hear about a level is kept until it is said; a row of it that makes no sense takes the
    /// habit's ledger along, like any other.
    @Test(.requirement("FADE-3")) func anUntoldStepComesBackFromTheDatabase() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        let step = LevelStep(from: .graduated, to: .net, reason: .missedTwice)
        let entry = FadingEntry.untold(today, step)
        try store.commit(graduate() + [.fading(.entry(.wake, number: 5, entry))])
        #expect(try read(folder).fading.ledgers[.wake]?.entries.map(\.entry) == [entry])
        let text = try store.queueForTest?.read { try String.fetchOne($0, sql: "SELECT value FROM fading_entry") }
        #expect(text == "3 -> 2, missed_twice")
        for damaged in ["3 -> 9, missed_twice", "3 -> 2", "3, missed_twice", "3 -> 2, quiet", ""] {
            try damage(store, "UPDATE fading_entry SET value = '\(damaged)'")
            #expect(try read(folder).fading.ledgers[.wake] == nil, "\(damaged)")
        }
        try store.commit([.fading(.forget(.wake))] + graduate() + [.fading(.entry(.wake, number: 5, entry))])
        try store.commit([.fading(.removeEntry(.wake, number: 5))])
        #expect(try read(folder).fading.ledgers[.wake]?.entries == [])
    }

    /// What the owner changed while the files could not be written is in none of them.
    @Test func nothingStaysSilentByFilesThatCannotBeWritten() throws {
        let folder = try TemporaryFolder()
        do {
            let store = try openStore(folder)
            try store.commit(graduate() + [.fading(.entry(.wake, number: 5, .silence(today, plan)))])
            store.close()
        }
        let inMemory = BedsideStore.inMemory(reason: .readOnly, folder: folder.path, now: noon)
        let fading = try inMemory.load().fading
        #expect(fading.level(of: .wake) == .graduated && fading.silence(of: .wake) == nil)
        // Back on the disk, and after another start, it is as it was said to be meanwhile.
        #expect(inMemory.flush() && inMemory.isWorking)
        inMemory.close()
        #expect(try read(folder).fading.silence(of: .wake) == nil)
    }

    /// The copy of the schedule shows that the database has lost commits; one of them may have ended the silence.
    @Test func nothingStaysSilentByADatabaseThatHasLostCommits() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        try store.commit(graduate() + [.fading(.entry(.wake, number: 5, .silence(today, plan)))])
        let away = try TemporaryFolder()
        try folder.copy(["", "-wal"], to: away)
        for _ in 0..<3 { try store.commit([.profile(Profile(ownerName: "later"))]) }
        try away.write(try folder.read("schedule.json"), to: "schedule.json")
        store.close()
        let behind = try openStore(away)
        #expect(try behind.load().profile.ownerName == "later")
        let fading = try behind.load().fading
        #expect(fading.level(of: .wake) == .graduated && fading.silence(of: .wake) == nil)
        behind.close()
        #expect(try read(away).fading.silence(of: .wake) == nil)
    }

    /// Never silent by mistake: whatever about it cannot be read, the habit rings.
    @Test(arguments: [
        "UPDATE fading_base SET silent_since = 'soon'", "UPDATE fading_base SET silent_noes = NULL",
        "UPDATE fading_base SET silent_noes = 5000", "UPDATE fading_base SET silent_plan = NULL",
        "UPDATE fading_base SET silent_plan = '06:00'", "UPDATE fading_base SET silent_plan = '06:00 200'",
        "UPDATE fading_base SET silent_since = NULL",
        "UPDATE fading_base SET level = 2", "UPDATE fading_base SET level = 7",
        "UPDATE fading_entry SET value = 'perhaps'", "UPDATE fading_entry SET value = NULL",
        "UPDATE fading_entry SET kind = 'quiet'", "UPDATE fading_entry SET date = 'never'",
    ]) func damagedSilenceRings(sql: String) throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        if sql.contains("fading_base") {
            let standing = FadingStanding(
                level: .graduated, since: today, daysHere: 3, wasStepDown: false, automaticity: 6, days: "uuu",
                silence: Silence(since: today, plan: plan))
            try store.commit([.fading(.base(.wake, FadingLedger.Base(through: 4, standing: standing)))])
        } else {
            try store.commit(graduate() + [.fading(.entry(.wake, number: 5, .silence(today, plan)))])
        }
        #expect(try read(folder).fading.silence(of: .wake) != nil)
        try damage(store, sql)
        #expect(try read(folder).fading.silence(of: .wake) == nil)
    }

    /// Rows that cannot be read go with the habit's next entry, and that entry is read again.
    @Test func unreadableRowsAreClearedOutByTheNextEntry() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        var profile = Profile(companion: .offline)
        for index in profile.habits.indices { profile.habits[index].isOn = profile.habits[index].id == .wake }
        let day = FadingEntry.day(CountedDay(date: today, observed: .unaided))
        try store.commit([.profile(profile), .armedSince(.wake, noon), .lastWritten(noon)] + graduate())
        try store.commit((5...9).map { .fading(.entry(.wake, number: $0, day)) })
        try damage(store, "UPDATE fading_entry SET value = '?' WHERE number = 7")
        let damaged = try read(folder)
        #expect(damaged.fading.level(of: .wake) == .companion)
        #expect(try rows(store) == 6)
        // The habit rings at its time, and the day that counts is the first of a new ledger.
        let bedside = VirtualBedside(at: noon, disk: damaged)
        bedside.powerOn()
        bedside.advance(by: .days(1))
        #expect(bedside.log.contains { $0.kind == .ring && $0.followUp == 0 })
        for case .commit(let changes) in bedside.performed { try store.commit(changes) }
        #expect(try rows(store) == 2)
        let after = try read(folder).fading
        #expect(after == bedside.disk.fading)
        #expect(after.ledgers[.wake]?.days.count == 1)
    }
}
