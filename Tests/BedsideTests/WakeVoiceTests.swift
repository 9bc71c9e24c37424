import Foundation
import TestKit
import Testing

@testable import Bedside

/// When the wake message is read beforehand by the companion's voice, and when the reading goes (MIND-4).
@Suite(.requirement("MIND-4")) struct WakeVoiceTests {
    static let words = "Stand up, feet on the floor. For today you chose: open the window."

    static func intention(_ act: String, for date: String) throws -> MemoryItem {
        let said = LocalMoment(
            civil: CivilTime(nanoseconds: 0), zone: "UTC", local: try EpisodeTests.at("2026-11-23T22:00"))
        let words = PrivateText(act)
        return MemoryItem(
            id: MemoryID(1), kind: .intention, slot: PrivateText("wake"), text: words, quote: words, saidAt: said,
            detail: .intention(
                Intention(
                    habit: .wake, forDate: try #require(LocalDate(date)), cueKind: .wake, cue: PrivateText("waking"),
                    action: words, words: words)))
    }

    /// An appliance in the evening of 2026-11-24 whose owner is woken at 06:00, with an act for the next morning.
    private static func bedside(
        _ act: String = "open the window", at time: String = "2026-11-24T16:00", companion: Companion = .openai,
        _ shape: (inout Durable) -> Void = { _ in }
    ) throws -> VirtualBedside {
        var profile = Profile(language: .english, companion: companion)
        for index in profile.habits.indices { profile.habits[index].isOn = profile.habits[index].subject == .wake }
        let now = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at(time)))
        let bedside = VirtualBedside(profile: profile, at: now)
        var disk = bedside.disk
        disk.memory.mode = .on
        disk.memory.memory.apply(.keep(try intention(act, for: "2026-11-25")))
        shape(&disk)
        let made = VirtualBedside(profile: profile, at: now, disk: disk)
        made.powerOn()
        return made
    }

    private static func effects(_ bedside: VirtualBedside) -> [String] {
        bedside.performed.compactMap { action in
            guard case .wakeVoice(let effect) = action else { return nil }
            switch effect {
            case .render(let words, let task, false): return "\(task): \(words.text)"
            case .render(let words, let task, true): return "find \(task): \(words.text)"
            case .forget: return "forget"
            }
        }
    }

    private static func sent(_ bedside: VirtualBedside) -> [[String]] {
        bedside.disk.memory.sent.map { $0.lines.map(\.words) }
    }

    @Test func fromTwelveHoursBeforeTheCallOnItIsReadOnce() throws {
        let bedside = try Self.bedside()
        #expect(Self.effects(bedside) == ["forget"], "what an earlier run has left goes first")
        bedside.advance(by: .hours(2) + .seconds(10))
        #expect(Self.effects(bedside) == ["forget", "1: \(Self.words)"])
        bedside.post(.wakeVoice(.rendered(.ready, task: 1)))
        bedside.advance(by: .hours(10))
        #expect(Self.effects(bedside).count == 2)
        #expect(bedside.stuckDeadlines == 0)
        // What left the device is in the record (M-11).
        #expect(Self.sent(bedside) == [[Self.words]])
    }

    @Test func aStartInTheNightAsksForTheSameReadingAgain() throws {
        let bedside = try Self.bedside(at: "2026-11-25T03:00")
        #expect(Self.effects(bedside) == ["1: \(Self.words)"], "the driver looks whether it is there")
    }

    @Test func theReadingIsDestroyedOnceTheCallHasEnded() throws {
        let bedside = try Self.bedside(at: "2026-11-25T05:30")
        bedside.post(.wakeVoice(.rendered(.ready, task: 1)))
        bedside.advance(by: .minutes(31))
        #expect(bedside.status?.activity == .ringing)
        #expect(Self.effects(bedside).count == 1, "nothing happens to it while it rings")
        bedside.press(.stop)
        #expect(Self.effects(bedside) == ["1: \(Self.words)", "forget"])
        bedside.advance(by: .hours(36))
        #expect(Self.effects(bedside).count == 2, "no act is intended for the next morning")
    }

    /// What was sent today is not sent again after a restart, whether there is a reading of it or not.
    @Test func aStartOnTheSameDaySendsNothingAgain() throws {
        for outcome in [WakeVoice.Outcome.ready, .refused] {
            let bedside = try Self.bedside(at: "2026-11-24T20:00")
            bedside.post(.wakeVoice(.rendered(outcome, task: 1)))
            bedside.cutPower()
            bedside.powerOn()
            bedside.post(.wakeVoice(.rendered(outcome, task: 1)))
            bedside.post(.companionChecked(nil))
            bedside.advance(by: .hours(1))
            #expect(Self.effects(bedside).dropFirst().allSatisfy { $0.hasPrefix("find ") })
            #expect(Self.sent(bedside) == [[Self.words]])
        }
    }

    /// As for a talk: with consent to remembering, and never with a child.
    @Test(.requirement("SAFE-5", "MIND-3")) func onlyAnOwnerWhoHasAgreedIsReadTo() throws {
        let without = try Self.bedside(at: "2026-11-24T20:00") { $0.memory.mode = .off }
        let child = try Self.bedside(at: "2026-11-24T20:00") { $0.profile.age = .under13 }
        for bedside in [without, child] {
            bedside.advance(by: .hours(11))
            #expect(!Self.effects(bedside).contains { $0 != "forget" } && Self.sent(bedside).isEmpty)
        }
    }

    /// The message has the act alone, and not the sentence that the memory shows.
    private static func sentence(_ disk: inout Durable) {
        guard var item = disk.memory.memory.items.first else { return }
        let sentence = PrivateText("When the bell rings, the curtain and the window come first.")
        (item.text, item.quote) = (sentence, sentence)
        if var intention = item.intention {
            intention.words = sentence
            item.detail = .intention(intention)
        }
        disk.memory.memory.apply(.keep(item))
    }

    @Test(.requirement("MIND-3")) func aForgottenActIsGoneFromWhatWasSent() throws {
        let bedside = try Self.bedside(at: "2026-11-24T22:00", Self.sentence)
        #expect(Self.sent(bedside) == [[Self.words]])
        bedside.ask(.memory(.forget(MemoryID(1))))
        #expect(Self.sent(bedside) == [[""]])
    }

    @Test(.requirement("MIND-3")) func anEditedActIsSaidInPlaceOfTheEarlierOne() throws {
        let bedside = try Self.bedside(at: "2026-11-24T22:00", Self.sentence)
        bedside.post(.wakeVoice(.rendered(.ready, task: 1)))
        bedside.ask(.memory(.edit(MemoryID(1), text: PrivateText("Drink a glass of water"))))
        let words = "Stand up, feet on the floor. For today you chose: Drink a glass of water."
        #expect(Self.effects(bedside).suffix(2) == ["forget", "2: \(words)"])
        #expect(Self.sent(bedside) == [[""], [words]])
        bedside.advance(by: .hours(8) + .seconds(20))
        #expect(bedside.played.compactMap(\.ring?.voice?.message?.text) == [words])
    }

    @Test func aRingHasTheWordsWhetherTheReadingIsThereOrNot() throws {
        for outcome in [WakeVoice.Outcome?.none, .ready, .failed, .refused] {
            let bedside = try Self.bedside(at: "2026-11-25T05:30")
            if let outcome { bedside.post(.wakeVoice(.rendered(outcome, task: 1))) }
            bedside.advance(by: .minutes(30) + .seconds(20))
            let rings = bedside.played.compactMap(\.ring)
            #expect(rings.count == 1 && rings.first?.voice?.message?.text == Self.words)
        }
    }

    @Test func otherWordsAreReadAgainAndForgottenOnesGo() throws {
        let bedside = try Self.bedside(at: "2026-11-24T22:00")
        bedside.post(.wakeVoice(.rendered(.ready, task: 1)))
        bedside.ask(.memory(.forget(MemoryID(1))))
        #expect(Self.effects(bedside) == ["1: \(Self.words)", "forget"])
        bedside.ask(.memory(.mode(.paused)))
        bedside.ask(.memory(.mode(.on)))
        #expect(Self.effects(bedside).count == 2)
    }

    @Test func aPausedMemoryAndARiskTakeItBack() throws {
        let paused = try Self.bedside(at: "2026-11-24T22:00")
        paused.post(.wakeVoice(.rendered(.ready, task: 1)))
        paused.ask(.memory(.mode(.paused)))
        #expect(Self.effects(paused).last == "forget")
        let erased = try Self.bedside(at: "2026-11-24T22:00")
        erased.ask(.memory(.wipe))
        #expect(Self.effects(erased).last == "forget")
    }

    @Test func aSkippedOrLaterCallChangesWhatIsKept() throws {
        let bedside = try Self.bedside(at: "2026-11-24T22:00")
        bedside.post(.wakeVoice(.rendered(.ready, task: 1)))
        bedside.ask(.skip(.wake))
        #expect(Self.effects(bedside).last == "forget")
    }

    @Test func aFailureIsTriedAgainWithinBounds() throws {
        let bedside = try Self.bedside(at: "2026-11-24T20:00")
        for number in 1...5 {
            bedside.post(.wakeVoice(.rendered(.failed, task: number)))
            bedside.advance(by: .hours(2))
        }
        #expect(Self.effects(bedside).count { $0 != "forget" } == 5)
        #expect(bedside.stuckDeadlines == 0)
        // As the network is found again, it counts anew.
        let other = try Self.bedside(at: "2026-11-24T20:00")
        other.post(.wakeVoice(.rendered(.refused, task: 1)))
        other.advance(by: .hours(2))
        #expect(Self.effects(other).count == 1)
        other.post(.companionChecked(nil))
        #expect(Self.effects(other).last == "2: \(Self.words)")
    }

    @Test func aDriverThatNeverAnswersIsGivenUp() throws {
        let bedside = try Self.bedside(at: "2026-11-24T20:00")
        bedside.advance(by: .minutes(7))
        #expect(Self.effects(bedside) == ["1: \(Self.words)", "2: \(Self.words)"])
        bedside.post(.wakeVoice(.rendered(.ready, task: 1)))
        bedside.post(.wakeVoice(.rendered(.ready, task: 2)))
        bedside.advance(by: .hours(8))
        #expect(Self.effects(bedside).count == 2, "the report of the first was late, the second's counts")
    }

    @Test func nothingIsAskedForOfflineOrRightBeforeTheCall() throws {
        for (companion, time) in [(Companion.offline, "2026-11-24T20:00"), (.openai, "2026-11-25T05:57")] {
            let bedside = try Self.bedside(at: time, companion: companion)
            bedside.advance(by: .seconds(30))
            #expect(Self.effects(bedside).isEmpty)
        }
    }

    /// The date may be wrong, so nobody knows which words the morning has: what is kept stays until that is known.
    @Test func anUntrustedClockDecidesNothing() throws {
        let bedside = try Self.bedside(at: "2026-11-25T03:00")
        bedside.cutPower()
        bedside.step(.days(-2000))
        bedside.powerOn()
        #expect(Self.effects(bedside) == ["1: \(Self.words)"], "nothing more than before the cut")
        bedside.step(.days(2000))
        #expect(Self.effects(bedside).last == "find 1: \(Self.words)")
        #expect(Self.effects(bedside).count == 2)
    }

    /// A clock that is put back and forth loses no evening.
    @Test func aClockThatWasPutBackOpensTheTimeAgain() throws {
        let bedside = try Self.bedside(at: "2026-11-24T20:00")
        bedside.post(.wakeVoice(.rendered(.ready, task: 1)))
        bedside.step(.hours(-6))
        #expect(Self.effects(bedside).last == "forget")
        bedside.advance(by: .hours(4) + .seconds(10))
        #expect(Self.effects(bedside).last == "2: \(Self.words)")
        #expect(bedside.stuckDeadlines == 0)
    }

    @Test func nothingIsBegunWhileTheOwnerTalks() throws {
        let bedside = try Self.bedside(at: "2026-11-24T17:59")
        bedside.press(.start)
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.advance(by: .minutes(1) + .seconds(10))
        #expect(bedside.machine?.conversation != nil)
        #expect(Self.effects(bedside) == ["forget"])
        bedside.press(.stop)
        bedside.advance(by: .seconds(20))
        #expect(Self.effects(bedside).last == "1: \(Self.words)")
    }

    /// The synthesizer cannot read kanji, but the companion's voice can.
    @Test func aJapaneseActWithKanjiIsReadByTheCompanionAlone() throws {
        let day = try #require(LocalDate("2026-11-25"))
        let intention = Intention(
            habit: .wake, forDate: day, cueKind: .wake, cue: PrivateText("起きたら"), action: PrivateText("窓を開ける"),
            words: PrivateText("窓を開ける"))
        let message = try #require(WakeMessage(intention, in: .japanese)?.utterance)
        #expect(message.text == "立って、足を床に。今日やると決めたこと。窓を開ける。")
        #expect(!message.isSayable)
        let kana = Intention(
            habit: .wake, forDate: day, cueKind: .wake, cue: PrivateText("起きたら"), action: PrivateText("まどを あける"),
            words: PrivateText("窓"))
        #expect(WakeMessage(kana, in: .japanese)?.utterance.isSayable == true)
    }

    @Test func wordForWordMeansWords() {
        #expect(SpokenScript.isWordForWord("立って 足を床に", of: "立って、足を床に。"))
        #expect(SpokenScript.isWordForWord("まどをあける", of: "マドをあける。"))
        #expect(!SpokenScript.isWordForWord("窓を開けない", of: "窓を開ける"))
        #expect(!SpokenScript.isWordForWord("", of: ""))
        #expect(!SpokenScript.isWordForWord("…", of: "。"))
    }
}
