import TestKit
import Testing

@testable import Bedside

/// G-10: after more than three weeks of bad sleep, as the owner told of it, a doctor is named, once.
@Suite(.requirement("SAFE-5"))
struct SleepTroubleTests {
    private static let start = LocalDate("2026-10-01") ?? LocalDate(dayNumber: 0)

    /// A memory with reflections on these days.
    private static func memory(_ days: [Int], _ words: String) throws -> Memory {
        var memory = Memory()
        for day in days {
            let date = start.adding(days: day)
            let now = try MemoryRun.moment("\(date)T22:30")
            _ = memory.expire(at: now)
            _ = memory.keep(
                MemoryCandidate(
                    Reflection(date: date, feelings: []), line: PrivateText("Day \(day): \(words)"),
                    quote: PrivateText(words)),
                at: now, talk: day + 1, habit: .bedtime)
        }
        return memory
    }

    private static let bad = "I slept badly again."

    @Test(
        arguments: [
            ([0, 7, 14, 22], 22, true), ([0, 7, 14, 22], 29, true), ([0, 7, 14, 22], 30, false),
            ([0, 7, 14], 15, false),
            // Two times say little, and a long pause begins it anew.
            ([0, 22], 22, false), ([0, 1, 2, 15, 20, 25], 25, false), ([0, 10, 20, 30], 30, true),
            ([Int](0...20), 20, false), ([Int](0...21), 21, true), ([], 30, false),
        ] as [([Int], Int, Bool)])
    func threeWeeksOfBadSleepAreLongEnough(days: [Int], today: Int, isLong: Bool) throws {
        let memory = try Self.memory(days, Self.bad)
        #expect(SleepTrouble.isLong(memory, on: Self.start.adding(days: today)) == isLong)
        let other = try Self.memory(days, "A good day with friends.")
        #expect(!SleepTrouble.isLong(other, on: Self.start.adding(days: today)))
    }

    @Test(
        arguments: [
            ("I have not slept well for months.", true), ("I lay awake, for three weeks now.", true),
            ("I did not sleep last night.", false), ("I moved three weeks ago.", false), ("もう一か月も眠れないんです。", true),
            ("ゆうべは眠れなかった。", false), ("三週間の旅行だった。", false),
        ]) func whatTheOwnerSaysOfWeeksCountsAtOnce(words: String, isLong: Bool) throws
    {
        #expect(SleepTrouble.isLong(try Self.memory([0], words), on: Self.start.adding(days: 1)) == isLong)
    }

    @Test(
        arguments: [
            ("I couldn't sleep.", true), ("I snored so loudly that I woke up.", true), ("My insomnia is back.", true),
            ("My husband snores.", false), ("I slept well.", false), ("I love to sleep in.", false),
            ("なかなか寝付けなかった", true),
            ("夜中に何度も目が覚めた", true), ("いびきがひどいと言われた", true), ("よく眠れた", false), ("夫のいびき", false), ("寝るのが好き", false),
        ]) func badSleepIsFoundInWords(words: String, isNamed: Bool)
    {
        #expect(SleepTrouble.isNamed(in: words) == isNamed)
    }

    /// What was forgotten counts no more, and what the device noted itself never.
    @Test func whatIsForgottenDoesNotCount() throws {
        var memory = try Self.memory([0, 7, 14, 22], Self.bad)
        let today = Self.start.adding(days: 22)
        let id = try #require(memory.active.first?.id)
        _ = memory.forget(id)
        #expect(!SleepTrouble.isLong(memory, on: today))
    }

    /// Through the whole machine: at bedtime, once, listed and readable; in the morning and on the evenings after, no more.
    @Test(.requirement("MIND-3"), arguments: [Language.english, .japanese]) func aDoctorIsNamedOnce(language: Language)
        throws
    {
        let bedside = try TalkLimitTests.bedside("2026-11-20T22:25", alarms: [(.wake, "06:00"), (.bedtime, "22:30")])
        var disk = bedside.disk
        disk.profile.language = language
        disk.memory.mode = .on
        let words = language == .english ? Self.bad : "ゆうべも眠れなかった"
        for day in [0, 8, 16, 24] {
            let now = try MemoryRun.moment("\(try #require(LocalDate("2026-10-26")).adding(days: day))T22:30")
            _ = disk.memory.memory.keep(
                MemoryCandidate(
                    Reflection(date: now.evening, feelings: []), line: PrivateText("\(day) \(words)"),
                    quote: PrivateText(words)), at: now, talk: day + 1, habit: .bedtime)
        }
        let again = VirtualBedside(at: bedside.now.civil, configuration: bedside.configuration, disk: disk)
        again.powerOn(isClockSynchronized: true)
        func doctor(at time: String) throws -> PrivateText? {
            again.advance(to: try EpisodeTests.at(time))
            #expect(TalkLimitTests.begin(again), "at \(time)")
            again.press(.stop)
            again.advance(by: .minutes(1))
            let told = again.performed.reversed().lazy.compactMap { action -> MemoryTold? in
                if case .connect(let request) = action { request.told } else { nil }
            }.first
            #expect(told?.added(to: "").contains(language == .english ? "doctor" : "医師") == (told?.doctor != nil))
            return told?.doctor
        }
        let first = try #require(try doctor(at: "2026-11-20T22:30:05"))
        #expect(again.disk.memory.sent.flatMap(\.lines).filter { $0 == first }.count == 1)
        let note = try #require(again.disk.memory.memory.active(.doctorNamed))
        #expect(note.source == .device && note.use.isPinned && note.quote.words.isEmpty)
        #expect(try doctor(at: "2026-11-21T06:00:05") == nil)
        #expect(try doctor(at: "2026-11-21T22:30:05") == nil)
        // The note is in the list and in no prompt.
        guard case .memory(.items(let items, _, _)) = again.ask(.memory(.list)) else { Issue.record("no list"); return }
        #expect(items.contains { $0.id == note.id })
        #expect(!again.disk.memory.memory.names().contains("doctor-named"))
    }

    /// Without consent nothing is known of the talks, so nothing is said.
    @Test func aMemoryThatIsOffNamesNoDoctor() throws {
        let bedside = try TalkLimitTests.bedside("2026-11-20T22:25", alarms: [(.wake, "06:00"), (.bedtime, "22:30")])
        for mode in [MemoryMode.off, .paused] {
            var disk = bedside.disk
            disk.memory.mode = mode
            disk.memory.memory = try Self.memory([28, 36, 44, 50], Self.bad)
            let again = VirtualBedside(at: bedside.now.civil, configuration: bedside.configuration, disk: disk)
            again.powerOn(isClockSynchronized: true)
            again.advance(to: try EpisodeTests.at("2026-11-20T22:30:05"))
            #expect(TalkLimitTests.begin(again))
            #expect(
                again.performed.allSatisfy {
                    if case .connect(let request) = $0 { request.told.doctor == nil } else { true }
                })
        }
    }
}
