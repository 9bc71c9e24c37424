import Bedside
import Foundation
import TestKit
import Testing

@testable import Appliance

/// A day on which a voice is learned, replayed from its journal (MIND-9, GUARD-8).
@Suite(.requirement("MIND-9", "GUARD-8")) struct OwnVoiceReplayTests {
    private static func learn(_ bedside: VirtualBedside) throws {
        #expect(bedside.ask(.ownVoice(.learn)) == .done)
        bedside.post(.ownVoice(.checked(.ready)))
        bedside.advance(by: .seconds(3))
        guard case .ownVoice(.report(let report))? = bedside.ask(.ownVoice(.report)) else {
            return #expect(Bool(false))
        }
        let text = try #require(report.learning?.text)
        // Other words first: the second attempt is the one that counts.
        for (take, words) in [(1, PrivateText("I am the neighbour from Xochimilco.")), (2, text)] {
            let file = VoiceRecording(number: take, milliseconds: 9000, sha256: "c\(take)")
            bedside.post(.ownVoice(.recorded(.kept(file, mayBeTwo: false), take: take)))
            bedside.post(.ownVoice(.transcribed(words, take: take)))
            bedside.advance(by: .seconds(3))
        }
        #expect(bedside.isMicrophoneOpen)
        let sample = VoiceRecording(number: 3, milliseconds: 29_000, sha256: "5a")
        bedside.post(.ownVoice(.recorded(.kept(sample, mayBeTwo: false), take: 3)))
        bedside.advance(by: .seconds(20))
        bedside.post(.ownVoice(.sent(.made(id: "voc_1"), upload: 1)))
        bedside.post(.ownVoice(.swept(isDone: true)))
        #expect(bedside.disk.ownVoice.voice?.id == "voc_1")
    }

    @Test func aDayOnWhichAVoiceIsLearnedIsReplayedAlike() throws {
        let journal = try ReplayTests.journal { disk in
            disk.profile.ownerName = "Aki"
            disk.profile.age = .adult
            disk.account = AccountStanding(gateway: "https://gateway.example", user: "u_1")
            disk.account.profile.user = "u_1"
            let text = PrivateText("I can come back to Xochimilco.")
            disk.affirmations.apply(.keep(Affirmation(id: 1, text: text, language: .english)))
        } _: { bedside in
            try? Self.learn(bedside)
            bedside.advance(by: .minutes(1))
            bedside.ask(.affirmation(.play(1)))
            bedside.advance(by: .minutes(1))
            bedside.ask(.ownVoice(.use(.standard)))
            bedside.ask(.ownVoice(.delete))
            bedside.advance(by: .hours(20))
            if bedside.light == .ringing { bedside.press(.stop) }
        }
        #expect(!journal.contains { $0.contains("Xochimilco") || $0.contains("synthetic voice") })
        #expect(try ReplayTests.differences(journal) == 0)
        #expect(try ReplayTests.differences(journal, hasNotes: false) > 0)
    }
}
