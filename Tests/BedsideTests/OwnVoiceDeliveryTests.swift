import TestKit
import Testing

@testable import Bedside

/// What leaves the device for a voice: no longer and no oftener than it has to, and never in the way of an alarm or of a
/// talk; and of what may have been made, nothing is forgotten (MIND-9; V-1, V-2).
@Suite(.requirement("MIND-9")) struct OwnVoiceDeliveryTests {
    private static func uploads(_ bedside: VirtualBedside) -> [VoiceUpload] {
        OwnVoiceRig.effects(bedside).compactMap { if case .send(let upload) = $0 { upload } else { nil } }
    }

    private static func search(_ bedside: VirtualBedside) throws -> Int {
        let searches = OwnVoiceRig.effects(bedside).compactMap {
            if case .search(_, let number) = $0 { number } else { nil }
        }
        return try #require(searches.last)
    }

    private static func fail(_ bedside: VirtualBedside) throws {
        let upload = try OwnVoiceRig.upload(bedside).number
        bedside.post(.ownVoice(.sent(.failed(retryAfterSeconds: nil), upload: upload)))
    }

    /// The recordings of a voice that is not wanted any more go at once, and are not sent when the network is back.
    @Test func whatIsNotWantedAnyMoreIsNotSent() throws {
        let bedside = try OwnVoiceRig.bedside()
        try OwnVoiceRig.send(bedside)
        try Self.fail(bedside)
        #expect(bedside.ask(.ownVoice(.delete)) == .done)
        #expect(OwnVoiceRig.effects(bedside).contains(.sweep))
        bedside.advance(by: .seconds(1))
        bedside.post(.ownVoice(.found(.ready(id: "voc_5"), search: try Self.search(bedside))))
        bedside.advance(by: .minutes(12))
        #expect(Self.uploads(bedside).count == 1)
        #expect(OwnVoiceRig.effects(bedside).contains(.askDeletion(id: "voc_5")))
    }

    /// The gateway knows nothing of an upload until all of it is there.
    @Test func noVoiceIsBelievedInOnlyOnceNothingIsOnItsWay() throws {
        let bedside = try OwnVoiceRig.bedside()
        try OwnVoiceRig.send(bedside)
        #expect(bedside.ask(.ownVoice(.delete)) == .done)
        var waited = 0
        while bedside.disk.ownVoice.sending != nil, waited < 600 {
            bedside.advance(by: .seconds(5))
            waited += 5
            bedside.post(.ownVoice(.found(.absent, search: try Self.search(bedside))))
        }
        #expect((150...400).contains(waited) && bedside.disk.ownVoice.deletions.isEmpty, "\(waited)")
    }

    /// The gateway sees that the plan has ended before it sees that it has made this voice already.
    @Test(arguments: [VoiceAnswer.plan, .off, .signedOut])
    func aRefusalAfterAnUploadThatWasNotAnsweredIsLookedInto(answer: VoiceAnswer) throws {
        let bedside = try OwnVoiceRig.bedside()
        try OwnVoiceRig.send(bedside)
        try Self.fail(bedside)
        bedside.advance(by: .seconds(15))
        #expect(Self.uploads(bedside).count == 2)
        bedside.post(.ownVoice(.sent(answer, upload: try OwnVoiceRig.upload(bedside).number)))
        bedside.advance(by: .seconds(1))
        #expect(bedside.disk.ownVoice.sending != nil)
        bedside.post(.ownVoice(.found(.ready(id: "voc_6"), search: try Self.search(bedside))))
        #expect(bedside.disk.ownVoice.voice?.id == "voc_6" && bedside.disk.ownVoice.sending == nil)
    }

    /// The search finds no voice, and the owner hears why the gateway refused it, not that it could not be reached.
    @Test func theReasonOfARefusalIsKept() throws {
        let bedside = try OwnVoiceRig.bedside()
        try OwnVoiceRig.send(bedside)
        try Self.fail(bedside)
        bedside.advance(by: .seconds(15))
        bedside.post(.ownVoice(.sent(.plan, upload: try OwnVoiceRig.upload(bedside).number)))
        bedside.advance(by: .seconds(1))
        bedside.post(.ownVoice(.found(.absent, search: try Self.search(bedside))))
        #expect(try OwnVoiceRig.outcome(bedside) == .failed(.plan))
    }

    /// The answer to a search may have left the gateway before the upload was there.
    @Test func anAbsenceFromBeforeTheEndOfAnUploadIsNotBelieved() throws {
        let bedside = try OwnVoiceRig.bedside()
        try OwnVoiceRig.send(bedside)
        #expect(bedside.ask(.ownVoice(.delete)) == .done)
        bedside.advance(by: .seconds(1))
        let search = try Self.search(bedside)
        try Self.fail(bedside)
        bedside.post(.ownVoice(.found(.absent, search: search)))
        #expect(bedside.disk.ownVoice.sending != nil)
        bedside.advance(by: .seconds(30))
        bedside.post(.ownVoice(.found(.absent, search: try Self.search(bedside))))
        #expect(bedside.disk.ownVoice.sending == nil)
    }

    /// An upload that was cancelled may have arrived whole a moment before, and the gateway is at work on it.
    @Test func anAbsenceRightAfterACancelledUploadIsNotBelieved() throws {
        let bedside = try OwnVoiceRig.bedside()
        try OwnVoiceRig.send(bedside)
        #expect(bedside.ask(.ownVoice(.delete)) == .done)
        try Self.fail(bedside)
        bedside.advance(by: .seconds(1))
        bedside.post(.ownVoice(.found(.absent, search: try Self.search(bedside))))
        #expect(bedside.disk.ownVoice.sending != nil)
        bedside.advance(by: .seconds(15))
        bedside.post(.ownVoice(.found(.ready(id: "voc_7"), search: try Self.search(bedside))))
        bedside.advance(by: .seconds(1))
        #expect(OwnVoiceRig.effects(bedside).contains(.askDeletion(id: "voc_7")))
    }

    /// Making a voice costs no minute, so that an account without any may send what was read for it.
    @Test func anAccountWithoutMinutesSends() throws {
        var account = OwnVoiceRig.account
        account.isHeld = true
        let bedside = try OwnVoiceRig.bedside(account: account)
        try OwnVoiceRig.send(bedside)
        #expect(Self.uploads(bedside).count == 1)
    }

    @Test func theFirstRefusalIsFinal() throws {
        let bedside = try OwnVoiceRig.bedside()
        try OwnVoiceRig.send(bedside)
        bedside.post(.ownVoice(.sent(.plan, upload: try OwnVoiceRig.upload(bedside).number)))
        #expect(bedside.disk.ownVoice.sending == nil)
        #expect(try OwnVoiceRig.outcome(bedside) == .failed(.plan))
    }

    /// An upload takes up to two minutes of a thin line, which an alarm's talk needs.
    @Test func nothingIsSentBeforeAnAlarm() throws {
        let bedside = try OwnVoiceRig.bedside(at: "2026-11-24T05:56:30")
        try OwnVoiceRig.send(bedside)
        #expect(Self.uploads(bedside).isEmpty && bedside.disk.ownVoice.sending != nil)
        bedside.advance(by: .minutes(4))
        #expect(bedside.machine?.ringing != nil)
        bedside.post(.press(.stop, heldMilliseconds: 0, from: .button))
        bedside.advance(by: .seconds(20))
        #expect(Self.uploads(bedside).count == 1)
    }

    /// What begins late would leave the device when the recordings have to be gone.
    @Test func nothingIsSentInTheLastMinutesOfTheRecordings() throws {
        let bedside = try OwnVoiceRig.bedside()
        try OwnVoiceRig.send(bedside)
        var begun = 0
        for _ in 0..<12 where Self.uploads(bedside).count > begun {
            begun = Self.uploads(bedside).count
            bedside.advance(by: .seconds(100))
            try Self.fail(bedside)
            bedside.advance(by: .seconds(30))
        }
        let life = RawVoice.life - VoiceDelivery.patience
        #expect(begun > 1 && TimeSpan.seconds(130 * (begun - 1)) <= life, "\(begun)")
        bedside.advance(by: .minutes(10))
        #expect(Self.uploads(bedside).count == begun && bedside.stuckDeadlines == 0)
    }

    /// While nobody is signed in there is nobody to ask, and nothing wakes the device for it.
    @Test func withoutAnAccountNothingIsWaitedFor() throws {
        let bedside = try OwnVoiceRig.bedside()
        try OwnVoiceRig.send(bedside)
        try Self.fail(bedside)
        bedside.post(.command(.account(.signOut), ticket: 9))
        bedside.advance(by: .minutes(15))
        bedside.post(.ownVoice(.swept(isDone: true)))
        #expect(bedside.machine?.features.ownVoice.deadline.boot == nil)
        #expect(bedside.disk.ownVoice.sending != nil)
    }

    /// Two people may have been heard in either of the recordings.
    @Test(arguments: [true, false]) func twoPeopleInEitherRecordingAreMentioned(inConsent: Bool) throws {
        let bedside = try OwnVoiceRig.bedside()
        OwnVoiceRig.beginConsent(bedside)
        let text = try OwnVoiceRig.text(bedside)
        bedside.post(.ownVoice(.recorded(.kept(OwnVoiceRig.consentFile, mayBeTwo: inConsent), take: 1)))
        bedside.post(.ownVoice(.transcribed(text, take: 1)))
        bedside.advance(by: .seconds(3))
        bedside.post(.ownVoice(.recorded(.kept(OwnVoiceRig.sampleFile, mayBeTwo: !inConsent), take: 2)))
        #expect(try OwnVoiceRig.report(bedside).mayBeTwo)
    }

    /// The store destroys all clips with the first phrase that goes, whether or not there was one of that phrase.
    @Test func clipsThatTheStoreDestroyedAreFetchedAgain() throws {
        let bedside = try OwnVoiceRig.bedside(hasVoice: true) { disk in
            var recorded = Affirmation(id: 2, text: PrivateText("I am here."), language: .english)
            recorded.recording = PhraseRecordingFile(number: 5, milliseconds: 900)
            disk.affirmations.apply(.keep(recorded))
        }
        func fetches() -> [Int] {
            OwnVoiceRig.effects(bedside).compactMap { if case .fetchClip(_, let task) = $0 { task } else { nil } }
        }
        bedside.post(.ownVoice(.fetched(.ready, task: try #require(fetches().last))))
        bedside.advance(by: .minutes(5))
        #expect(fetches().count == 1)
        bedside.ask(.affirmation(.remove(2)))
        bedside.advance(by: .seconds(30))
        #expect(fetches().count == 2)
    }
}
