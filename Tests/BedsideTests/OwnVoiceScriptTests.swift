import TestKit
import Testing

@testable import Bedside

/// What the owner's own voice says: approved texts, before they are due, and nothing else (MIND-9; V-4, V-6).
@Suite(.requirement("MIND-9")) struct OwnVoiceScriptTests {
    private static func fetched(_ bedside: VirtualBedside) -> [(script: VoiceScript, task: Int)] {
        OwnVoiceRig.effects(bedside).compactMap { effect in
            if case .fetchClip(let script, let task) = effect { (script, task) } else { nil }
        }
    }

    private static func scripted(_ bedside: VirtualBedside) -> [VoiceScript] {
        bedside.played.compactMap { played in
            if case .speech(let said) = played.source { return said.script }
            return played.ring?.voice?.message?.script
        }
    }

    private static func utterance(_ text: String, _ language: Language = .english) -> Utterance {
        var utterance = Utterance(text: text, language: language)
        utterance.isPrivate = true
        return utterance
    }

    @Test func onlyPhrasesAndTheWakeMessageAreApproved() throws {
        let disk = try OwnVoiceRig.bedside(hasVoice: true).disk
        let message = Self.utterance("Stand up. For today you chose: open the window.")
        let scripts = ApprovedScripts(disk, wakeMessage: message)
        #expect(scripts.scripts.map(\.text.words) == [OwnVoiceRig.phrase, message.text])
        #expect(try scripts.script(for: Self.utterance(OwnVoiceRig.phrase)).voice == "voc_1")
        #expect(try scripts.script(for: message).text.words == message.text)
        for text in [
            "", "I can come back", "I can come back. Now.", "Give me your card number.", "i can come back.",
            "Stand up. For today you chose: close the window.",
        ] {
            #expect(throws: VoiceScriptRefusal.notApproved) { try scripts.script(for: Self.utterance(text)) }
        }
        #expect(throws: VoiceScriptRefusal.notApproved) {
            try scripts.script(for: Self.utterance(OwnVoiceRig.phrase, .japanese))
        }
    }

    @Test func withoutAVoiceInUseNothingIsApproved() throws {
        let changes: [(inout Durable) -> Void] = [
            { $0.ownVoice.voice = nil }, { $0.ownVoice.choice = .standard }, { $0.profile.age = .notSaid },
            { $0.profile.age = .from13To17 }, { $0.ownVoice.voice?.user = "u_2" },
            { $0.ownVoice.voice?.gateway = "https://other.example" },
        ]
        for change in changes {
            var disk = try OwnVoiceRig.bedside(hasVoice: true).disk
            change(&disk)
            let scripts = ApprovedScripts(disk, wakeMessage: Self.utterance("x"))
            #expect(scripts == .none)
            #expect(throws: VoiceScriptRefusal.notInUse) {
                try scripts.script(for: Self.utterance(OwnVoiceRig.phrase))
            }
        }
    }

    /// What the device itself says never gets that voice, even if an owner made the same words a phrase.
    @Test func theDevicesOwnWordsStayInTheStandardVoice() throws {
        let disk = try OwnVoiceRig.bedside(hasVoice: true) { disk in
            let text = PrivateText(Phrase.clockUntrusted.text(in: .english))
            disk.affirmations.apply(.keep(Affirmation(id: 2, text: text, language: .english)))
        }.disk
        let scripts = ApprovedScripts(disk, wakeMessage: nil)
        #expect(Phrase.clockUntrusted.utterance(in: .english).inOwnVoice(scripts).script == nil)
    }

    @Test func aClipIsFetchedBeforeItIsDueAndThePhraseIsHeardInIt() throws {
        let bedside = try OwnVoiceRig.bedside(hasVoice: true)
        let asked = try #require(Self.fetched(bedside).last)
        #expect(asked.script.text.words == OwnVoiceRig.phrase && Self.fetched(bedside).count == 1)
        #expect(bedside.disk.ownVoice.mayHoldClips)
        // What leaves the device is written down (M-11).
        #expect(bedside.disk.memory.sent.last?.lines == [PrivateText(OwnVoiceRig.phrase)])
        bedside.post(.ownVoice(.fetched(.ready, task: asked.task)))
        bedside.advance(by: .hours(3))
        #expect(Self.fetched(bedside).count == 1)
        #expect(bedside.ask(.affirmation(.play(1))) == .done)
        #expect(Self.scripted(bedside) == [asked.script])
        bedside.advance(by: .minutes(1))
        bedside.ask(.ownVoice(.use(.standard)))
        bedside.advance(by: .seconds(1))
        #expect(OwnVoiceRig.effects(bedside).last == .forgetClips(keeping: []))
        bedside.ask(.affirmation(.play(1)))
        #expect(Self.scripted(bedside).count == 1)
    }

    /// The night before, the clip is there; in the morning the ring has the script, which is gone once it was heard.
    @Test(.requirement("MIND-4"), arguments: VoiceChoice.allCases)
    func theWakeMessageIsSaidInTheVoiceThatWasChosen(choice: VoiceChoice) throws {
        let bedside = try OwnVoiceRig.bedside(hasVoice: true) { disk in
            disk.ownVoice.choice = choice
            disk.memory.mode = .on
            if let item = try? WakeVoiceTests.intention("open the window", for: "2026-11-25") {
                disk.memory.memory.apply(.keep(item))
            }
        }
        var answered = 0
        while let next = Self.fetched(bedside).last, next.task > answered {
            answered = next.task
            bedside.post(.ownVoice(.fetched(.ready, task: next.task)))
            bedside.advance(by: .seconds(1))
        }
        let expected = choice == .own ? [OwnVoiceRig.phrase, WakeVoiceTests.words] : []
        #expect(Self.fetched(bedside).map(\.script.text.words) == expected)
        bedside.advance(to: try EpisodeTests.at("2026-11-25T06:00"))
        bedside.advance(by: .seconds(2))
        #expect(bedside.status?.activity == .ringing)
        #expect(Self.scripted(bedside).map(\.text.words) == (choice == .own ? [WakeVoiceTests.words] : []))
        bedside.press(.stop)
        bedside.advance(by: .seconds(2))
        let kept = OwnVoiceRig.effects(bedside).compactMap { effect in
            if case .forgetClips(let scripts) = effect { scripts.map(\.text.words) } else { nil }
        }
        #expect(choice == .standard || kept.last == [OwnVoiceRig.phrase])
        #expect(Self.fetched(bedside).count == expected.count || choice == .own)
    }

    @Test func aRecordingOfTheOwnersComesFirst() throws {
        let bedside = try OwnVoiceRig.bedside(hasVoice: true) { disk in
            disk.affirmations.apply(
                .keep(
                    Affirmation(
                        id: 1, text: PrivateText(OwnVoiceRig.phrase), language: .english,
                        recording: PhraseRecordingFile(number: 5, milliseconds: 900))))
        }
        #expect(Self.fetched(bedside).isEmpty)
        bedside.ask(.affirmation(.play(1)))
        #expect(Self.scripted(bedside).isEmpty)
        #expect(bedside.played.contains { if case .phrase(5, _) = $0.source { true } else { false } })
    }

    @Test func aChangedOrRemovedPhraseTakesItsClipWithIt() throws {
        let bedside = try OwnVoiceRig.bedside(hasVoice: true)
        let first = try #require(Self.fetched(bedside).last)
        bedside.post(.ownVoice(.fetched(.ready, task: first.task)))
        bedside.ask(.affirmation(.add(PrivateText("I breathe out."), kana: nil, times: [])))
        bedside.advance(by: .seconds(10))
        // The one that was there is asked for again, and then the new one, or the other way round.
        for _ in 1...2 {
            let asked = try #require(Self.fetched(bedside).last)
            bedside.post(.ownVoice(.fetched(.ready, task: asked.task)))
            bedside.advance(by: .seconds(10))
        }
        #expect(Self.fetched(bedside).contains { $0.script.text.words == "I breathe out." })
        bedside.ask(.affirmation(.remove(1)))
        bedside.advance(by: .seconds(1))
        let forgets = OwnVoiceRig.effects(bedside).compactMap { effect in
            if case .forgetClips(let scripts) = effect { scripts.map(\.text.words) } else { nil }
        }
        #expect(forgets.last == ["I breathe out."])
    }

    /// Never while it rings, during a talk, or while the owner may be at risk.
    @Test func nothingIsFetchedAtTheWrongTime() throws {
        let moments: [(VirtualBedside) -> Void] = [
            {
                $0.ask(.tryOut(afterSeconds: 1))
                $0.advance(by: .seconds(2))
            },
            { $0.ask(.safetyConcern(.explicit)) }, { $0.ask(.account(.signOut)) },
        ]
        for (number, begin) in moments.enumerated() {
            let bedside = try OwnVoiceRig.bedside(hasVoice: true)
            let task = try #require(Self.fetched(bedside).last).task
            begin(bedside)
            bedside.post(.ownVoice(.fetched(.failed(retryAfterSeconds: nil), task: task)))
            let before = Self.fetched(bedside).count
            bedside.ask(.affirmation(.add(PrivateText("I breathe out."), kana: nil, times: [])))
            bedside.advance(by: .seconds(100))
            #expect(Self.fetched(bedside).count == before, "\(number)")
        }
    }

    @Test func aFailureIsTriedAgainAndARefusalIsNot() throws {
        let bedside = try OwnVoiceRig.bedside(hasVoice: true)
        for _ in 0..<4 {
            let task = try #require(Self.fetched(bedside).last).task
            bedside.post(.ownVoice(.fetched(.failed(retryAfterSeconds: nil), task: task)))
            bedside.advance(by: .minutes(40))
        }
        #expect(Self.fetched(bedside).count >= 4)
        // Written down once, not for each attempt.
        #expect(bedside.disk.memory.sent.count == 1)
        bedside.advance(by: .minutes(2))
        bedside.post(.companionChecked(nil))
        let count = Self.fetched(bedside).count
        bedside.post(.ownVoice(.fetched(.refused, task: try #require(Self.fetched(bedside).last).task)))
        bedside.advance(by: .hours(9))
        #expect(Self.fetched(bedside).count == count)
    }

    // MARK: The choice

    @Test func theOwnerSwitchesByCommandAndByAsking() throws {
        let bedside = try OwnVoiceRig.bedside(hasVoice: true)
        #expect(bedside.ask(.ownVoice(.use(.standard))) == .done)
        #expect(bedside.disk.ownVoice.choice == .standard && bedside.disk.ownVoice.voice != nil)
        #expect(bedside.ask(.ownVoice(.use(.own))) == .done)
        #expect(bedside.status?.ownVoice?.isInUse == true)
        let call = try ToolCall.parse(name: "use_voice", arguments: #"{"voice":"standard"}"#)
        #expect(try call.command(in: Profile()) == .ownVoice(.use(.standard)))
        #expect(throws: ToolError.self) { try ToolCall.parse(name: "use_voice", arguments: #"{"voice":"mine"}"#) }
        #expect(throws: ToolError.self) { try ToolCall.parse(name: "use_voice", arguments: "{}") }
    }

    @Test func aVoiceThatIsNotThereIsNotUsed() throws {
        let bedside = try OwnVoiceRig.bedside()
        #expect(bedside.ask(.ownVoice(.use(.own))) == .refused(.ownVoice(.noVoice)))
        #expect(bedside.ask(.ownVoice(.use(.standard))) == .done)
        let young = try OwnVoiceRig.bedside(age: .notSaid, hasVoice: true)
        #expect(young.ask(.ownVoice(.use(.own))) == .refused(.ownVoice(.age)))
        let other = try OwnVoiceRig.bedside(hasVoice: true) { $0.ownVoice.voice?.user = "u_2" }
        #expect(other.ask(.ownVoice(.use(.own))) == .refused(.ownVoice(.anotherAccount)))
    }
}
