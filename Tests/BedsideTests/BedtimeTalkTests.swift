import TestKit
import Testing

@testable import Bedside

/// a talk at bedtime is short, and ends kindly.
@Suite(.requirement("MIND-2"))
struct BedtimeTalkTests {
    /// A live talk that has just begun, at bedtime or without a habit.
    static func talking(_ habit: HabitID? = .bedtime, longest: Int = 30) throws -> VirtualBedside {
        var profile = Profile(companion: .openai)
        for index in profile.habits.indices { profile.habits[index].isOn = profile.habits[index].id == .bedtime }
        let start = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-20T20:00")))
        var configuration = Configuration(clockFloor: start - .days(365))
        configuration.conversation.longestMinutes = longest
        let bedside = VirtualBedside(profile: profile, at: start, configuration: configuration)
        bedside.powerOn()
        bedside.ask(.talk(habit))
        bedside.companion(.ready)
        #expect(bedside.machine?.conversation?.mode != nil && bedside.status?.answering == .live)
        return bedside
    }

    /// Both sides speak in turn, so that no silence ends the talk.
    static func speak(_ bedside: VirtualBedside, seconds: Int) {
        for _ in 0..<(seconds / 10) where bedside.machine?.conversation != nil {
            bedside.companion(.speaking(true))
            bedside.advance(by: .seconds(4))
            bedside.companion(.speaking(false))
            bedside.advance(by: .seconds(1))
            bedside.companion(.ownerSpeaking(true))
            bedside.advance(by: .seconds(4))
            bedside.companion(.ownerSpeaking(false))
            bedside.advance(by: .seconds(1))
        }
    }

    static func offers(_ bedside: VirtualBedside) -> Int {
        bedside.performed.count { action in
            if case .handOver(let request) = action { request.isClosing } else { false }
        }
    }

    static func said(_ phrase: Phrase, by bedside: VirtualBedside) -> Int {
        bedside.played.count { $0.source == .speech(phrase.utterance(in: .english)) }
    }

    @Test func afterFourMinutesItOffersToEndAndAfterFiveItIsOver() throws {
        let bedside = try Self.talking()
        Self.speak(bedside, seconds: 230)
        #expect(Self.offers(bedside) == 0 && bedside.machine?.conversation != nil)
        Self.speak(bedside, seconds: 20)
        #expect(Self.offers(bedside) == 1)
        Self.speak(bedside, seconds: 40)
        #expect(Self.offers(bedside) == 1 && bedside.machine?.conversation != nil)
        Self.speak(bedside, seconds: 20)
        #expect(bedside.machine?.conversation == nil && bedside.machine?.call.lastEnd == .bedtimeOver)
        #expect(Self.said(.bedtimeOver, by: bedside) == 1)
        #expect(bedside.stuckDeadlines == 0)
    }

    /// What the companion was told stays before it, and so do its tools.
    @Test func theOfferIsAddedToEverythingThatWasTold() throws {
        let bedside = try Self.talking()
        Self.speak(bedside, seconds: 250)
        var requests = bedside.performed.compactMap { action -> ConversationRequest? in
            switch action {
            case .connect(let request), .handOver(let request): request
            default: nil
            }
        }
        #expect(requests.count == 2 && requests.last?.isClosing == true)
        // All that a driver needs is in the action; the device itself is another four minutes later.
        #expect(requests.allSatisfy { $0.status?.profile.companion == .openai })
        // What was said of nights stays; that it is an AI it does not say once more.
        #expect(requests.map(\.mustDisclose) == [true, false])
        for index in requests.indices {
            (requests[index].status, requests[index].isClosing) = (nil, false)
            requests[index].talk?.owesDisclosure = false
        }
        #expect(requests.first?.talk != nil && requests.first == requests.last)
    }

    /// It repeats what the companion knows, and nothing that the owner has forgotten since (M-9).
    @Test(.requirement("MIND-3")) func theOfferTellsNothingThatWasForgotten() throws {
        let bedside = try Self.talking()
        bedside.press(.stop)
        for (slot, text) in [("dog", "Has a dog named Momo"), ("tea", "Likes green tea")] {
            bedside.ask(.memory(.add(slot: PrivateText(slot), text: PrivateText(text))))
        }
        bedside.ask(.talk(.bedtime))
        bedside.companion(.ready)
        Self.speak(bedside, seconds: 120)
        bedside.ask(.memory(.forget(MemoryID(1))))
        Self.speak(bedside, seconds: 130)
        #expect(Self.offers(bedside) == 1)
        let told = bedside.performed.compactMap { action -> String? in
            if case .handOver(let request) = action { request.told.added(to: "") } else { nil }
        }
        #expect(told.count == 1 && told.allSatisfy { !$0.contains("Momo") && $0.contains("green tea") })
        let sent = bedside.disk.memory.sent.flatMap(\.lines)
        #expect(!sent.contains { $0.words.contains("Momo") })
    }

    /// A talk that bedtime takes over is as short from then on, and its offer is bedtime's.
    @Test func aTalkThatBedtimeTakesOverIsOfferedItsEnd() throws {
        let bedside = try Self.talking(nil)
        bedside.ask(.talk(.bedtime))
        Self.speak(bedside, seconds: 250)
        let last = bedside.performed.compactMap { if case .handOver(let request) = $0 { request } else { nil } }.last
        #expect(Self.offers(bedside) == 1 && last?.habit?.id == .bedtime)
    }

    /// The offline routine has its own end, and a good night its time.
    @Test func neitherARoutineNorAGoodbyeIsCut() throws {
        let offline = try Self.talking()
        Self.speak(offline, seconds: 240)
        offline.companion(.failed(.credentials))
        offline.advance(by: .seconds(70))
        let end = offline.machine?.call.lastEnd
        #expect(end == nil || end == .routineOver, "\(String(describing: end))")
        #expect(Self.said(.bedtimeOver, by: offline) == 0)
        let goodbye = try Self.talking()
        Self.speak(goodbye, seconds: 280)
        goodbye.companion(.speaking(true))
        goodbye.companion(.toolCall(ToolRequest(callID: "a", name: "end_conversation", arguments: "{}")))
        goodbye.advance(by: .seconds(60))
        #expect(goodbye.machine?.conversation != nil)
        goodbye.companion(.speaking(false))
        goodbye.advance(by: .seconds(2))
        #expect(goodbye.machine?.call.lastEnd == .goodbye)
    }

    @Test func nobodyIsInterruptedByTheOffer() throws {
        let bedside = try Self.talking()
        Self.speak(bedside, seconds: 230)
        bedside.companion(.ownerSpeaking(true))
        bedside.advance(by: .seconds(20))
        #expect(Self.offers(bedside) == 0)
        bedside.companion(.ownerSpeaking(false))
        bedside.advance(by: .seconds(1))
        #expect(Self.offers(bedside) == 1)
    }

    /// A talk that has come to its goodbye needs no offer.
    @Test func aGoodbyeIsNotDisturbed() throws {
        let bedside = try Self.talking()
        Self.speak(bedside, seconds: 230)
        bedside.companion(.toolCall(ToolRequest(callID: "a", name: "end_conversation", arguments: "{}")))
        bedside.companion(.speaking(true))
        bedside.advance(by: .seconds(15))
        #expect(Self.offers(bedside) == 0)
        bedside.companion(.speaking(false))
        bedside.advance(by: .seconds(2))
        #expect(bedside.machine?.conversation == nil && Self.said(.bedtimeOver, by: bedside) == 0)
    }

    /// G-3: neither time nor offer ends a talk with an owner at risk.
    @Test(.requirement("SAFE-2")) func anOwnerAtRiskIsNotSentToSleep() throws {
        let bedside = try Self.talking()
        Self.speak(bedside, seconds: 120)
        bedside.ask(.safetyConcern(.intermediate))
        Self.speak(bedside, seconds: 300)
        #expect(Self.offers(bedside) == 0 && bedside.machine?.conversation != nil)
        #expect(Self.said(.bedtimeOver, by: bedside) == 0)
    }

    @Test func otherTalksMayBeLonger() throws {
        let bedside = try Self.talking(nil)
        Self.speak(bedside, seconds: 400)
        #expect(Self.offers(bedside) == 0 && bedside.machine?.conversation != nil)
        let short = try Self.talking(longest: 3)
        Self.speak(short, seconds: 190)
        #expect(short.machine?.conversation == nil)
    }
}
