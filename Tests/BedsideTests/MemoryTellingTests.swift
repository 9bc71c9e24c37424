import TestKit
import Testing

@testable import Bedside

/// After a talk that kept something the device says so, once and at once (M-10).
@Suite(.requirement("MIND-3")) struct MemoryTellingTests {
    /// A talk with the memory on in which the owner speaks of their dog, and Stop; the number of the talk.
    private static func stopped() throws -> (bedside: VirtualBedside, talk: Int) {
        let local = try #require(LocalDateTime("2026-11-20T15:00"))
        let at = try #require(ZoneRules.utc.instant(of: local))
        var disk = Durable()
        disk.profile = Profile(language: .english, companion: .openai)
        disk.lastWritten = at
        disk.memory.mode = .on
        let bedside = VirtualBedside(
            zone: .utc, at: at, configuration: Configuration(clockFloor: at - .days(365)), disk: disk)
        bedside.powerOn(isClockSynchronized: true)
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.companion(.speaking(false))
        bedside.advance(by: .seconds(2))
        bedside.companion(.said(.owner, PrivateText("My dog Momo is a dachshund."), turn: 2))
        bedside.press(.stop)
        let talks = bedside.performed.compactMap { if case .summarize(let task) = $0 { task.talk } else { nil } }
        return (bedside, try #require(talks.last))
    }

    private static let summary = MemorySummary(items: [
        MemoryCandidate(
            kind: .person, slot: "dog", text: PrivateText("Has a dachshund named Momo"),
            quote: PrivateText("My dog Momo is a dachshund"))
    ])

    @Test func itSaysHowMuchItKeptAsSoonAsTheSummaryIsThere() throws {
        let (bedside, talk) = try Self.stopped()
        bedside.advance(by: .seconds(2))
        #expect(bedside.said.isEmpty)
        bedside.post(.memory(.summarized(Self.summary, talk: talk)))
        // Silence first: the owner has just pressed Stop.
        bedside.advance(by: .milliseconds(900))
        #expect(bedside.said.isEmpty)
        bedside.advance(by: .milliseconds(200))
        #expect(bedside.said == ["I kept one thing."])
        bedside.advance(by: .minutes(5))
        #expect(bedside.said.count == 1 && bedside.stuckDeadlines == 0)
    }

    /// A talk that begins before it was said ends with silence, too.
    @Test func itIsNotSaidIntoTheSilenceThatStopMade() throws {
        let (bedside, talk) = try Self.stopped()
        bedside.post(.memory(.summarized(Self.summary, talk: talk)))
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.advance(by: .seconds(10))
        bedside.press(.stop)
        bedside.advance(by: .milliseconds(900))
        #expect(!bedside.said.contains("I kept one thing."))
        bedside.advance(by: .milliseconds(200))
        #expect(bedside.said.last == "I kept one thing.")
    }

    /// M-11: the names of the facts go with the request for a summary, so a name that is new since the talk began stands
    /// among what was sent.
    @Test func whatASummaryIsToldIsAmongWhatWasSent() throws {
        let (bedside, talk) = try Self.stopped()
        #expect(bedside.disk.memory.sent.isEmpty)
        bedside.post(.memory(.summarized(Self.summary, talk: talk)))
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.companion(.speaking(false))
        let told = try #require(bedside.disk.memory.sent.last)
        #expect(told.talk > talk && told.lines.contains { $0.words.contains("dog") })
        bedside.advance(by: .seconds(2))
        bedside.companion(.ownerSpeaking(true))
        bedside.companion(.said(.owner, PrivateText("I always drink tea in the morning."), turn: 2))
        bedside.companion(
            .toolCall(
                ToolRequest(
                    callID: "c", name: "remember",
                    arguments: #"{"slot":"morning-drink","text":"Drinks tea in the morning","quote":"#
                        + #""I always drink tea in the morning"}"#)))
        bedside.press(.stop)
        let tasks = bedside.performed.compactMap { if case .summarize(let task) = $0 { task } else { nil } }
        let names = try #require(tasks.last?.names)
        #expect(names.words.contains("morning-drink"))
        let sent = try #require(bedside.disk.memory.sent.last)
        #expect(sent.talk == told.talk && sent.lines == told.lines + [names])
    }

    /// M-7: a call that is made again and a hand-over belong to the same talk, which brings up one memory at most.
    @Test func aTalkBringsUpOneMemory() throws {
        let (bedside, _) = try Self.stopped()
        bedside.advance(by: .minutes(1))
        for (slot, text) in [("fruit", "Likes figs"), ("sport", "Swims on Mondays")] {
            bedside.ask(.memory(.add(slot: PrivateText(slot), text: PrivateText(text))))
        }
        func offers() -> [Int] {
            bedside.performed.compactMap { action in
                switch action {
                case .connect(let request), .handOver(let request):
                    request.told.block.words.ranges(of: "may be brought up once").count
                default: nil
                }
            }
        }
        let before = offers().count
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.companion(.speaking(false))
        bedside.companion(.failed(.network))
        bedside.advance(by: .seconds(4))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.ask(.talk(.bedtime))
        #expect(Array(offers().dropFirst(before)) == [1, 0, 0])
        bedside.press(.stop)
        bedside.advance(by: .minutes(1))
        bedside.ask(.talk(nil))
        #expect(Array(offers().dropFirst(before)) == [1, 0, 0, 1])
    }

    /// It waits for silence, and not for ever.
    @Test(arguments: [(5, true), (90, false)]) func itWaitsWhileSomethingSounds(seconds: Int, isTold: Bool) throws {
        let (bedside, talk) = try Self.stopped()
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        // A second conversation has ended the wait for the summary, so the first talk keeps nothing more.
        bedside.post(.memory(.summarized(Self.summary, talk: talk)))
        #expect(bedside.said.isEmpty)
        bedside.companion(.said(.owner, PrivateText("My dog Momo is a dachshund."), turn: 2))
        let before = bedside.performed.count
        bedside.press(.stop)
        let tasks = bedside.performed.dropFirst(before).compactMap {
            if case .summarize(let task) = $0 { task.talk } else { nil }
        }
        // An alarm rings when its summary comes.
        bedside.ask(.tryOut(afterSeconds: 1))
        bedside.advance(by: .seconds(4))
        let last = try #require(tasks.last)
        bedside.post(.memory(.summarized(Self.summary, talk: last)))
        #expect(bedside.light == .ringing && !bedside.said.contains("I kept one thing."))
        bedside.advance(by: .seconds(seconds))
        bedside.press(.stop)
        bedside.advance(by: .seconds(3))
        #expect(bedside.said.contains("I kept one thing.") == isTold)
    }

    /// A change of the key is the store's: nothing is remembered or forgotten, and nothing is said.
    @Test(.requirement("GUARD-1")) func theKeyIsChangedByTheStoreAndOnlyIfItFits() throws {
        let (bedside, _) = try Self.stopped()
        let before = bedside.disk.memory
        let count = bedside.performed.count
        #expect(bedside.ask(.memory(.rekey)) == .done)
        let written = bedside.performed.dropFirst(count).contains {
            if case .commit(let changes) = $0 { changes.contains(.memory(.rekey)) } else { false }
        }
        #expect(written && bedside.disk.memory == before)
        var disk = bedside.disk
        disk.memory.fault = .key
        let locked = VirtualBedside(
            zone: .utc, at: bedside.now.civil, configuration: Configuration(clockFloor: bedside.now.civil - .days(365)),
            disk: disk)
        locked.powerOn(isClockSynchronized: true)
        #expect(locked.ask(.memory(.rekey)) == .refused(.memoryUnreadable(.key)))
    }

    /// Whoever fell asleep hears of it after the next talk.
    @Test func whatWasKeptWhileNobodyWasAwakeIsSaidAfterTheNextTalk() throws {
        let (bedside, _) = try Self.stopped()
        bedside.advance(by: .minutes(2))
        let before = bedside.said.count
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.companion(.speaking(false))
        bedside.advance(by: .seconds(2))
        bedside.companion(.said(.owner, PrivateText("My dog Momo is a dachshund."), turn: 2))
        // Silence ends it.
        bedside.advance(by: .minutes(3))
        let talk = try #require(
            bedside.performed.compactMap { if case .summarize(let task) = $0 { task.talk } else { nil } }.last)
        bedside.post(.memory(.summarized(Self.summary, talk: talk)))
        bedside.advance(by: .minutes(2))
        #expect(!bedside.said.dropFirst(before).contains("I kept one thing."))
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.advance(by: .seconds(5))
        bedside.press(.stop)
        bedside.advance(by: .seconds(3))
        #expect(bedside.said.dropFirst(before).filter { $0 == "I kept one thing." }.count == 1)
        #expect(bedside.stuckDeadlines == 0)
    }
}
