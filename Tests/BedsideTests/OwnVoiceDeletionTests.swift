import TestKit
import Testing

@testable import Bedside

/// A voice that was deleted is gone here at once, and is asked for at the gateway until that is certain (MIND-9; V-3).
@Suite(.requirement("MIND-9")) struct OwnVoiceDeletionTests {
    private static func asked(_ bedside: VirtualBedside) -> Int {
        OwnVoiceRig.effects(bedside).count { if case .askDeletion = $0 { true } else { false } }
    }

    @Test func theVoiceAndItsClipsGoAtOnceAndTheGatewayIsAsked() throws {
        let bedside = try OwnVoiceRig.bedside(hasVoice: true)
        #expect(bedside.ask(.ownVoice(.delete)) == .done)
        let part = bedside.disk.ownVoice
        #expect(part.voice == nil && part.choice == .standard && part.deletions.map(\.id) == ["voc_1"])
        #expect(OwnVoiceRig.effects(bedside).contains(.forgetClips(keeping: [])))
        #expect(OwnVoiceRig.effects(bedside).contains(.askDeletion(id: "voc_1")))
        #expect(bedside.disk.ownVoice.deletions.first?.lastTriedAt != nil)
        bedside.post(.ownVoice(.deletion(.accepted, id: "voc_1", thousandth: 500)))
        #expect(bedside.disk.ownVoice.deletions.first?.isAccepted == true)
        bedside.advance(by: .minutes(2))
        #expect(Self.asked(bedside) == 2)
        bedside.post(.ownVoice(.deletion(.gone, id: "voc_1", thousandth: 500)))
        #expect(bedside.disk.ownVoice.deletions.isEmpty)
        bedside.advance(by: .days(2))
        #expect(Self.asked(bedside) == 2 && bedside.stuckDeadlines == 0)
        #expect(bedside.ask(.ownVoice(.learn)) == .done)
    }

    @Test(arguments: [1 as UInt64, 2, 3]) func aMonthOfflineForgetsNothingAndAsksSparingly(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let bedside = try OwnVoiceRig.bedside(hasVoice: true)
        bedside.ask(.ownVoice(.delete))
        var answered = 0
        for day in 0..<30 {
            for _ in 0..<24 {
                bedside.advance(by: .minutes(60))
                // The network is away: some attempts fail at once, and of others nothing is heard.
                guard Self.asked(bedside) > answered else { continue }
                answered = Self.asked(bedside)
                if Bool.random(using: &random) {
                    let thousandth = Int.random(in: 0...999, using: &random)
                    bedside.post(
                        .ownVoice(
                            .deletion(.failed(retryAfterSeconds: nil), id: "voc_1", thousandth: thousandth)))
                }
            }
            #expect(bedside.status?.ownVoice?.deletions.count == 1)
            #expect(bedside.status?.ownVoice?.isDeletionLate == (day >= 1 || day == 0 && bedside.isADayLater))
            if day.isMultiple(of: 3) {
                bedside.cutPower()
                bedside.powerOn()
            }
        }
        let count = Self.asked(bedside)
        #expect((100...400).contains(count), "\(count)")
        // The network is back: it is asked at once, and not hours later.
        bedside.post(.companionChecked(nil))
        bedside.advance(by: .seconds(50))
        #expect(Self.asked(bedside) > count)
        bedside.post(.ownVoice(.deletion(.gone, id: "voc_1", thousandth: 1)))
        #expect(bedside.disk.ownVoice.deletions.isEmpty && bedside.status?.ownVoice?.isDeletionLate == false)
    }

    /// Asked again, the owner does not wait for the next attempt.
    @Test func deletingOnceMoreAsksAtOnce() throws {
        let bedside = try OwnVoiceRig.bedside(hasVoice: true)
        bedside.ask(.ownVoice(.delete))
        for _ in 0..<8 {
            bedside.post(.ownVoice(.deletion(.failed(retryAfterSeconds: 7200), id: "voc_1", thousandth: 0)))
            #expect(bedside.ask(.ownVoice(.delete)) == .done)
        }
        #expect(Self.asked(bedside) == 9 && bedside.disk.ownVoice.deletions.count == 1)
    }

    /// The power fails after each action.
    @Test func aPowerCutForgetsNoDeletion() throws {
        for limit in 0..<6 {
            let bedside = try OwnVoiceRig.bedside(hasVoice: true)
            bedside.post(.command(.ownVoice(.delete), ticket: 900), actionsBeforeCut: limit)
            bedside.powerOn()
            bedside.advance(by: .seconds(1))
            let part = bedside.disk.ownVoice
            #expect((part.voice == nil) == !part.deletions.isEmpty, "\(limit)")
            #expect(part.voice != nil || OwnVoiceRig.effects(bedside).contains(.askDeletion(id: "voc_1")))
        }
    }

    @Test func nothingIsAskedWhileItRings() throws {
        let bedside = try OwnVoiceRig.bedside(hasVoice: true)
        bedside.ask(.tryOut(afterSeconds: 1))
        bedside.advance(by: .seconds(2))
        #expect(bedside.status?.activity == .ringing)
        bedside.ask(.ownVoice(.delete))
        bedside.advance(by: .seconds(20))
        #expect(Self.asked(bedside) == 0 && bedside.disk.ownVoice.voice == nil)
        #expect(OwnVoiceRig.effects(bedside).contains(.forgetClips(keeping: [])))
        bedside.press(.stop)
        bedside.advance(by: .seconds(1))
        #expect(Self.asked(bedside) == 1)
    }

    /// To another account the gateway says that there is no such voice, which proves nothing.
    @Test func onlyTheOwnersAccountDeletes() throws {
        let bedside = try OwnVoiceRig.bedside(hasVoice: true)
        bedside.ask(.account(.signOut))
        #expect(bedside.ask(.ownVoice(.delete)) == .done)
        bedside.advance(by: .days(1))
        AccountTests.signIn(bedside, as: "u_2")
        bedside.advance(by: .days(1))
        #expect(Self.asked(bedside) == 0 && bedside.disk.ownVoice.deletions.count == 1)
        bedside.ask(.account(.signOut))
        AccountTests.signIn(bedside, as: "u_1")
        bedside.advance(by: .minutes(1))
        #expect(Self.asked(bedside) >= 1)
    }

    /// With the account its voices go at the gateway, which asks the provider until it confirms. Here nobody could.
    @Test func aDeletedAccountTakesTheVoiceAlong() throws {
        for limit in 0..<8 {
            let bedside = try OwnVoiceRig.bedside(hasVoice: true) { disk in
                disk.ownVoice.deletions = ["u_1", "u_7"].map {
                    VoiceDeletion(
                        id: "voc_of_\($0)", gateway: OwnVoiceRig.gateway, user: $0, askedAt: .init(seconds: 1))
                }
            }
            bedside.advance(by: .minutes(1))
            let before = Self.asked(bedside)
            bedside.post(.account(.accountDeleted), actionsBeforeCut: limit)
            bedside.powerOn()
            bedside.post(.account(.accountDeleted))
            let part = bedside.disk.ownVoice
            #expect(part.voice == nil && part.choice == .standard, "\(limit)")
            #expect(part.deletions.map(\.user) == ["u_7"] && bedside.disk.account.user == nil, "\(limit)")
            #expect(OwnVoiceRig.effects(bedside).contains(.forgetClips(keeping: [])), "\(limit)")
            bedside.advance(by: .days(1))
            #expect(Self.asked(bedside) <= before + 1 && bedside.stuckDeadlines == 0, "\(limit)")
        }
    }

    /// The first to hear of it is the call at the alarm.
    @Test(.requirement("ALARM-5", "ACCOUNT-4")) func anAccountDeletedOvernightLeavesTheAlarmAnswered() throws {
        let bedside = try OwnVoiceRig.bedside(at: "2026-11-25T05:59", hasVoice: true)
        bedside.advance(by: .minutes(1) + .seconds(5))
        #expect(bedside.status?.activity == .ringing)
        bedside.press(.start)
        bedside.post(.account(.accountDeleted))
        bedside.post(.conversation(.failed(.unavailable), call: bedside.call))
        bedside.advance(by: .seconds(2))
        #expect(bedside.status?.answering == .offline && bedside.disk.ownVoice.voice == nil)
        bedside.press(.stop)
        bedside.advance(by: .seconds(1))
        #expect(bedside.status?.activity != .ringing && bedside.stuckDeadlines == 0)
    }

    @Test func aDeletedAccountEndsWhatWasBeingSent() throws {
        let bedside = try OwnVoiceRig.bedside()
        try OwnVoiceRig.send(bedside)
        let upload = try OwnVoiceRig.upload(bedside).number
        bedside.post(.account(.accountDeleted))
        #expect(bedside.disk.ownVoice.sending == nil)
        bedside.post(.ownVoice(.sent(.made(id: "voc_3"), upload: upload)))
        bedside.advance(by: .seconds(1))
        #expect(bedside.disk.ownVoice.voice == nil && bedside.disk.ownVoice.deletions.isEmpty)
        #expect(OwnVoiceRig.effects(bedside).contains(.sweep))
    }

    /// Signed out is not deleted: whoever comes back has the voice.
    @Test func aSpeakerThatIsSignedOutKeepsTheVoice() throws {
        let bedside = try OwnVoiceRig.bedside(hasVoice: true)
        bedside.post(.account(.refused))
        bedside.advance(by: .days(1))
        #expect(bedside.disk.ownVoice.voice != nil && bedside.disk.ownVoice.deletions.isEmpty)
    }

    /// A minor has no clone (SAFE-5).
    @Test(.requirement("SAFE-5"), arguments: [AgeBand.under13, .from13To17]) func aMinorsVoiceIsDeleted(
        age: AgeBand
    ) throws {
        let bedside = try OwnVoiceRig.bedside(hasVoice: true)
        var patch = ProfilePatch()
        patch.age = age
        bedside.ask(.apply(patch))
        bedside.advance(by: .seconds(1))
        #expect(bedside.disk.ownVoice.voice == nil && bedside.disk.ownVoice.deletions.count == 1)
        #expect(OwnVoiceRig.effects(bedside).contains(.askDeletion(id: "voc_1")))
    }

    @Test func whileItIsBeingMadeADeletionTakesTheVoiceThatIsMadeAfterAll() throws {
        let bedside = try OwnVoiceRig.bedside()
        try OwnVoiceRig.send(bedside)
        #expect(bedside.ask(.ownVoice(.delete)) == .done)
        bedside.post(.ownVoice(.sent(.made(id: "voc_3"), upload: try OwnVoiceRig.upload(bedside).number)))
        bedside.advance(by: .seconds(1))
        #expect(bedside.disk.ownVoice.voice == nil && bedside.disk.ownVoice.choice == .standard)
        #expect(OwnVoiceRig.effects(bedside).contains(.askDeletion(id: "voc_3")))
    }

    /// What has not left the device yet stays there.
    @Test func aDeletionCancelsTheUpload() throws {
        let bedside = try OwnVoiceRig.bedside()
        try OwnVoiceRig.send(bedside)
        let upload = try OwnVoiceRig.upload(bedside).number
        #expect(bedside.ask(.ownVoice(.delete)) == .done)
        #expect(OwnVoiceRig.effects(bedside).contains(.cancelUpload(upload)))
    }

    /// The account's voice that this speaker does not know, because another one made it or its store was lost.
    @Test func aVoiceFromElsewhereCanBeDeletedFromHere() throws {
        let bedside = try OwnVoiceRig.bedside()
        #expect(bedside.ask(.ownVoice(.delete)) == .refused(.ownVoice(.noVoice)))
        bedside.ask(.ownVoice(.learn))
        bedside.post(.ownVoice(.checked(.taken(id: "voc_8"))))
        #expect(bedside.ask(.ownVoice(.delete)) == .done)
        bedside.advance(by: .seconds(1))
        #expect(OwnVoiceRig.effects(bedside).contains(.askDeletion(id: "voc_8")))
    }

    @Test func aVoiceThatTheGatewayDoesNotKnowIsForgotten() throws {
        let bedside = try OwnVoiceRig.bedside(hasVoice: true)
        let task = OwnVoiceRig.effects(bedside).compactMap { effect in
            if case .fetchClip(_, let task) = effect { task } else { nil }
        }.last
        bedside.post(.ownVoice(.fetched(.unknownVoice, task: try #require(task))))
        #expect(bedside.disk.ownVoice.voice == nil && bedside.disk.ownVoice.choice == .standard)
    }

    /// Before the token is given back, the gateway is asked once; nothing that was the owner's is left on the disk.
    @Test(.requirement("SETUP-4")) func anErasureAsksOnceWhileThereIsAToken() throws {
        let bedside = try OwnVoiceRig.bedside(hasVoice: true)
        bedside.ask(.reset)
        let places = bedside.performed.enumerated().compactMap { place, action -> (Int, String)? in
            switch action {
            case .ownVoice(.askDeletion(id: "voc_1")): (place, "ask")
            case .account(.forget): (place, "token")
            case .commit(let changes) where changes.contains(.wipe): (place, "wipe")
            default: nil
            }
        }
        #expect(places.map(\.1) == ["ask", "token", "wipe"])
        bedside.advance(by: .days(1))
        #expect(bedside.disk.ownVoice == OwnerVoice())
    }

    /// Nobody knows whether the gateway has made a voice of what was sent.
    @Test(.requirement("SETUP-4"), arguments: [false, true]) func anErasureLooksForWhatWasSent(hasFailed: Bool) throws {
        let bedside = try OwnVoiceRig.bedside()
        try OwnVoiceRig.send(bedside)
        let upload = try OwnVoiceRig.upload(bedside)
        if hasFailed { bedside.post(.ownVoice(.sent(.failed(retryAfterSeconds: nil), upload: upload.number))) }
        bedside.ask(.reset)
        let effects = OwnVoiceRig.effects(bedside)
        #expect(effects.contains(.askDeletionOfUpload(name: upload.name)))
        #expect(effects.contains(.cancelUpload(upload.number)) == !hasFailed)
    }

    /// The driver sends no upload whose number is not above that of a cancelled one.
    @Test func numbersGoOnAfterAnErasure() throws {
        let bedside = try OwnVoiceRig.bedside()
        try OwnVoiceRig.send(bedside)
        let cancelled = try OwnVoiceRig.upload(bedside).number
        bedside.ask(.reset)
        #expect(try #require(bedside.machine).features.ownVoice.delivery.requests >= cancelled)
    }

    @Test func anErasureLooksForNothingThatWasNotSent() throws {
        let bedside = try OwnVoiceRig.bedside()
        try OwnVoiceRig.send(bedside)
        bedside.post(.ownVoice(.sent(.refused, upload: try OwnVoiceRig.upload(bedside).number)))
        bedside.ask(.reset)
        let searches = OwnVoiceRig.effects(bedside).count { if case .askDeletionOfUpload = $0 { true } else { false } }
        #expect(searches == 0)
    }
}

extension VirtualBedside {
    /// Whether the first deletion was asked for a day ago.
    fileprivate var isADayLater: Bool {
        disk.ownVoice.deletions.first.map { now.civil - $0.askedAt >= .hours(24) } ?? false
    }
}
