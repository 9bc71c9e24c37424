import TestKit
import Testing

@testable import Bedside

/// How a voice is learned, and what becomes of the recordings (MIND-9; V-1, V-2, V-5).
@Suite(.requirement("MIND-9")) struct OwnVoiceTests {
    private static func destroysAll(_ bedside: VirtualBedside) -> Bool {
        OwnVoiceRig.effects(bedside).contains(.sweep)
    }

    @Test(arguments: Language.allCases) func aVoiceIsLearnedAndOnlyItsNameIsKept(language: Language) throws {
        let bedside = try OwnVoiceRig.bedside(name: language == .english ? "Kenta" : "健太", language: language)
        #expect(bedside.ask(.ownVoice(.learn)) == .done)
        #expect(OwnVoiceRig.effects(bedside) == [.check])
        bedside.post(.ownVoice(.checked(.ready)))
        #expect(OwnVoiceRig.says(.readConsent, bedside))
        // Nothing is recorded before the device has said what to read, and the disk knows that something may be.
        #expect(!bedside.isMicrophoneOpen && !bedside.disk.ownVoice.mayHoldRaw)
        bedside.advance(by: .seconds(3))
        #expect(bedside.isMicrophoneOpen && bedside.disk.ownVoice.mayHoldRaw)
        #expect(bedside.status?.activity == .listening)
        let text = try OwnVoiceRig.text(bedside)
        bedside.press(.start)
        #expect(OwnVoiceRig.effects(bedside).last == .finish)
        bedside.post(.ownVoice(.recorded(.kept(OwnVoiceRig.consentFile, mayBeTwo: false), take: 1)))
        #expect(!bedside.isMicrophoneOpen)
        bedside.post(.ownVoice(.transcribed(text, take: 1)))
        #expect(OwnVoiceRig.says(.readSample, bedside))
        bedside.advance(by: .seconds(3))
        #expect(try OwnVoiceRig.text(bedside).words == VoiceSample.text.text(in: language))
        bedside.post(.ownVoice(.recorded(.kept(OwnVoiceRig.sampleFile, mayBeTwo: true), take: 2)))
        let upload = try OwnVoiceRig.upload(bedside)
        #expect(upload.consentText == text && upload.consentFile == 11 && upload.sampleFile == 12)
        #expect(bedside.disk.ownVoice.sending?.key == upload.key)
        #expect(bedside.disk.ownVoice.receipts.allSatisfy { $0.sent != nil && $0.destroyed == nil })
        #expect(!Self.destroysAll(bedside))
        bedside.advance(by: .seconds(20))
        bedside.post(.ownVoice(.sent(.made(id: "voc_9"), upload: upload.number)))
        #expect(Self.destroysAll(bedside))
        bedside.post(.ownVoice(.swept(isDone: true)))
        let part = bedside.disk.ownVoice
        #expect(part.voice?.id == "voc_9" && part.choice == .own && part.sending == nil && !part.mayHoldRaw)
        #expect(part.voice?.consent.text == text && part.voice?.consent.sha256 == "c0ffee")
        #expect(part.receipts.map(\.kind) == [.consent, .sample] && part.rawFiles.isEmpty)
        #expect(try OwnVoiceRig.outcome(bedside) == .learned)
        #expect(bedside.status?.ownVoice?.isInUse == true && bedside.stuckDeadlines == 0)
    }

    @Test func nobodyIsRecordedWhoMayNotBe() throws {
        func refusal(_ bedside: VirtualBedside) -> Reply? { bedside.ask(.ownVoice(.learn)) }
        for age in AgeBand.allCases where age != .adult {
            #expect(refusal(try OwnVoiceRig.bedside(age: age)) == .refused(.ownVoice(.age)))
        }
        #expect(refusal(try OwnVoiceRig.bedside(name: nil)) == .refused(.ownVoice(.noName)))
        let nobody = try OwnVoiceRig.bedside(account: AccountStanding())
        #expect(refusal(nobody) == .refused(.ownVoice(.signInFirst)))
        #expect(refusal(try OwnVoiceRig.bedside(hasVoice: true)) == .refused(.ownVoice(.hasVoice)))
        let deleting = try OwnVoiceRig.bedside { disk in
            disk.ownVoice.deletions = [
                VoiceDeletion(id: "voc_0", gateway: OwnVoiceRig.gateway, user: "u_1", askedAt: .init(seconds: 1))
            ]
        }
        #expect(refusal(deleting) == .refused(.ownVoice(.deleting)))
        let muted = try OwnVoiceRig.bedside()
        muted.press(.mute)
        #expect(refusal(muted) == .refused(.ownVoice(.muted)))
        let raw = try OwnVoiceRig.bedside { $0.ownVoice.mayHoldRaw = true }
        #expect(refusal(raw) == .refused(.ownVoice(.destroying)))
        let ringing = try OwnVoiceRig.bedside()
        ringing.ask(.tryOut(afterSeconds: 1))
        ringing.advance(by: .seconds(2))
        #expect(refusal(ringing) == .refused(.sounding))
        for bedside in [nobody, muted, ringing] { #expect(!OwnVoiceRig.effects(bedside).contains(.check)) }
    }

    @Test(arguments: [
        (VoiceCheck.plan, VoiceFailure.plan), (.off, .off), (.taken(id: nil), .taken), (.signedOut, .signedOut),
        (.unreachable, .unreachable),
    ]) func nothingIsRecordedWhereTheGatewayMakesNoVoice(answer: VoiceCheck, failure: VoiceFailure) throws {
        let bedside = try OwnVoiceRig.bedside()
        bedside.ask(.ownVoice(.learn))
        bedside.post(.ownVoice(.checked(answer)))
        bedside.advance(by: .minutes(1))
        #expect(OwnVoiceRig.effects(bedside) == [.check])
        #expect(try OwnVoiceRig.outcome(bedside) == .failed(failure))
        #expect(!bedside.disk.ownVoice.mayHoldRaw)
    }

    @Test func afterThreeTimesOtherWordsItIsOver() throws {
        let bedside = try OwnVoiceRig.bedside()
        OwnVoiceRig.beginConsent(bedside)
        for take in 1...3 {
            let file = VoiceRecording(number: 20 + take, milliseconds: 9000, sha256: "x\(take)")
            bedside.post(.ownVoice(.recorded(.kept(file, mayBeTwo: false), take: take)))
            bedside.post(.ownVoice(.transcribed(PrivateText("I am somebody else."), take: take)))
            bedside.advance(by: .seconds(3))
        }
        let effects = OwnVoiceRig.effects(bedside)
        #expect(effects.count { if case .record = $0 { true } else { false } } == 3)
        // Each goes before the next is made.
        #expect(effects.contains(.destroy(file: 21)) && effects.contains(.destroy(file: 22)))
        #expect(Self.destroysAll(bedside))
        #expect(try OwnVoiceRig.outcome(bedside) == .failed(.otherWords))
        #expect(bedside.disk.ownVoice.sending == nil)
        #expect(!effects.contains { if case .send = $0 { true } else { false } })
    }

    @Test(arguments: [VoiceTake.silent, .clipped, .short]) func whatCannotBeUsedIsRecordedThreeTimesAtMost(
        take: VoiceTake
    ) throws {
        for isSample in [false, true] {
            let bedside = try OwnVoiceRig.bedside()
            if isSample { try OwnVoiceRig.beginSample(bedside) } else { OwnVoiceRig.beginConsent(bedside) }
            for number in 1...3 {
                bedside.post(.ownVoice(.recorded(take, take: number + (isSample ? 1 : 0))))
                bedside.advance(by: .seconds(3))
            }
            #expect(try OwnVoiceRig.outcome(bedside) == .failed(.takes))
            #expect(Self.destroysAll(bedside) && !bedside.isMicrophoneOpen)
        }
    }

    /// Whatever comes first at any step: learning ends at once, the alarm rings, and the recordings go.
    @Test func anAlarmATalkStopAndMuteEndItAtEveryStep() throws {
        let steps: [(VirtualBedside) throws -> Void] = [
            { _ = $0.ask(.ownVoice(.learn)) },
            {
                $0.ask(.ownVoice(.learn)); $0.post(.ownVoice(.checked(.ready)))
            },
            { OwnVoiceRig.beginConsent($0) },
            {
                OwnVoiceRig.beginConsent($0)
                $0.post(.ownVoice(.recorded(.kept(OwnVoiceRig.consentFile, mayBeTwo: false), take: 1)))
            },
            { try OwnVoiceRig.beginSample($0) },
        ]
        let interruptions: [(VirtualBedside) -> Void] = [
            { $0.press(.stop) }, { $0.press(.mute) }, { $0.ask(.talk(nil)) }, { $0.ask(.ownVoice(.giveUp)) },
            { $0.ask(.tryOut(afterSeconds: 1)) }, { $0.ask(.safetyConcern(.explicit)) },
        ]
        for (number, step) in steps.enumerated() {
            for (kind, interrupt) in interruptions.enumerated() {
                let bedside = try OwnVoiceRig.bedside()
                try step(bedside)
                interrupt(bedside)
                bedside.advance(by: .milliseconds(1500))
                let place = "step \(number), interruption \(kind)"
                #expect(try OwnVoiceRig.report(bedside).learning == nil, "\(place)")
                #expect(!bedside.disk.ownVoice.mayHoldRaw || Self.destroysAll(bedside), "\(place)")
                #expect(bedside.machine?.features.ownVoice.isRecording == false, "\(place)")
                if kind == 4 { #expect(bedside.status?.activity == .ringing, "\(place)") }
                // What was sealed too late is destroyed, too.
                let late = VoiceRecording(number: 77, milliseconds: 900, sha256: "late")
                bedside.post(.ownVoice(.recorded(.kept(late, mayBeTwo: false), take: 9)))
                bedside.advance(by: .seconds(12))
                #expect(bedside.disk.ownVoice.mayHoldRaw && Self.destroysAll(bedside), "\(place)")
                #expect(bedside.disk.ownVoice.voice == nil && bedside.disk.ownVoice.sending == nil)
            }
        }
    }

    /// The same request under the same key, for as long as the recordings may stay.
    @Test func withoutAnAnswerItIsSentAgainUnderItsKeyAndDestroyedInTime() throws {
        let bedside = try OwnVoiceRig.bedside()
        try OwnVoiceRig.send(bedside)
        let key = try OwnVoiceRig.upload(bedside).key
        for _ in 0..<60 where !Self.destroysAll(bedside) {
            bedside.post(
                .ownVoice(.sent(.failed(retryAfterSeconds: nil), upload: try OwnVoiceRig.upload(bedside).number)))
            bedside.advance(by: .seconds(10))
        }
        let uploads = OwnVoiceRig.effects(bedside).compactMap { effect in
            if case .send(let upload) = effect { upload } else { nil }
        }
        #expect(uploads.count > 2 && uploads.allSatisfy { $0.key == key })
        #expect(Set(uploads.map(\.number)).count == uploads.count)
        #expect(Self.destroysAll(bedside))
        let made = try #require(bedside.disk.ownVoice.receipts.first?.made)
        #expect(bedside.now.civil - made <= .minutes(10))
        // From now on only the voice is looked for, which may have been made.
        bedside.post(.ownVoice(.swept(isDone: true)))
        func searches() -> [(name: String, number: Int)] {
            OwnVoiceRig.effects(bedside).compactMap { effect in
                if case .search(let name, let number) = effect { (name, number) } else { nil }
            }
        }
        bedside.advance(by: .minutes(40))
        let count = searches().count
        #expect(count > 2)
        for _ in 0..<4000 where searches().count == count { bedside.advance(by: .seconds(1)) }
        let last = try #require(searches().last)
        #expect(last.name == bedside.disk.ownVoice.sending?.name)
        bedside.post(.ownVoice(.found(.ready(id: "voc_2"), search: last.number)))
        #expect(bedside.disk.ownVoice.voice?.id == "voc_2")
    }

    @Test(arguments: [
        (VoiceAnswer.taken, VoiceFailure.taken), (.plan, .plan), (.off, .off), (.refused, .refused),
        (.signedOut, .signedOut), (.deleted, .deleted),
    ]) func everyAnswerEndsItAndDestroysTheRecordings(answer: VoiceAnswer, failure: VoiceFailure) throws {
        let bedside = try OwnVoiceRig.bedside()
        try OwnVoiceRig.send(bedside)
        bedside.post(.ownVoice(.sent(answer, upload: try OwnVoiceRig.upload(bedside).number)))
        #expect(OwnVoiceRig.effects(bedside).last == .sweep)
        #expect(try OwnVoiceRig.outcome(bedside) == .failed(failure))
        #expect(bedside.disk.ownVoice.voice == nil && bedside.disk.ownVoice.sending == nil)
    }

    /// A disk that fails is tried again until the driver says that nothing is left.
    @Test func destroyingIsTriedAgainUntilItIsDone() throws {
        let bedside = try OwnVoiceRig.bedside()
        try OwnVoiceRig.send(bedside)
        bedside.post(.ownVoice(.sent(.refused, upload: try OwnVoiceRig.upload(bedside).number)))
        for _ in 0..<5 {
            bedside.post(.ownVoice(.swept(isDone: false)))
            bedside.advance(by: .seconds(10))
        }
        #expect(OwnVoiceRig.effects(bedside).count { $0 == .sweep } == 6)
        #expect(bedside.disk.ownVoice.mayHoldRaw && bedside.disk.ownVoice.rawFiles == [11, 12])
        bedside.post(.ownVoice(.swept(isDone: true)))
        bedside.advance(by: .hours(1))
        #expect(OwnVoiceRig.effects(bedside).count { $0 == .sweep } == 6)
    }

    /// The power fails after each action of each step; the next start leaves no recording, and finds a voice that was made.
    @Test func aPowerCutAtAnyStepLeavesNoRecordingAndNoVoiceThatNobodyKnows() throws {
        var cuts = 0
        for step in 0..<6 {
            for limit in 0..<8 {
                let bedside = try OwnVoiceRig.bedside()
                let event: Event
                switch step {
                case 0:
                    bedside.ask(.ownVoice(.learn))
                    event = .ownVoice(.checked(.ready))
                case 1:
                    bedside.ask(.ownVoice(.learn))
                    bedside.post(.ownVoice(.checked(.ready)))
                    event = .press(.start, heldMilliseconds: 0, from: .button)
                case 2:
                    OwnVoiceRig.beginConsent(bedside)
                    event = .ownVoice(.recorded(.kept(OwnVoiceRig.consentFile, mayBeTwo: false), take: 1))
                case 3:
                    OwnVoiceRig.beginConsent(bedside)
                    let text = try OwnVoiceRig.text(bedside)
                    bedside.post(.ownVoice(.recorded(.kept(OwnVoiceRig.consentFile, mayBeTwo: false), take: 1)))
                    event = .ownVoice(.transcribed(text, take: 1))
                case 4:
                    try OwnVoiceRig.beginSample(bedside)
                    event = .ownVoice(.recorded(.kept(OwnVoiceRig.sampleFile, mayBeTwo: false), take: 2))
                default:
                    try OwnVoiceRig.send(bedside)
                    event = .ownVoice(.sent(.made(id: "voc_9"), upload: try OwnVoiceRig.upload(bedside).number))
                }
                bedside.post(event, actionsBeforeCut: limit)
                let wasRecording = OwnVoiceRig.effects(bedside).contains { effect in
                    if case .record = effect { true } else { false }
                }
                let wasSent = OwnVoiceRig.effects(bedside).contains { effect in
                    if case .send = effect { true } else { false }
                }
                let before = bedside.performed.count
                bedside.powerOn()
                bedside.advance(by: .seconds(1))
                let after = bedside.performed[before...].compactMap { action in
                    if case .ownVoice(let effect) = action { effect } else { nil }
                }
                let place = "step \(step), \(limit) actions"
                #expect(after.contains(.sweep) == wasRecording || bedside.disk.ownVoice.mayHoldRaw, "\(place)")
                #expect(!wasRecording || after.contains(.sweep), "\(place)")
                bedside.post(.ownVoice(.swept(isDone: true)))
                #expect(bedside.disk.ownVoice.rawFiles.isEmpty, "\(place)")
                let isKnown = bedside.disk.ownVoice.voice != nil || bedside.disk.ownVoice.sending != nil
                #expect(!wasSent || isKnown, "\(place)")
                cuts += 1
            }
        }
        #expect(cuts == 48)
    }

    /// The wall clock may be set to anything: the ten minutes are those of the boot clock.
    @Test(arguments: [TimeSpan.days(-400), .days(400), .hours(-1)]) func aWrongClockKeepsNoRecordingLonger(
        step: TimeSpan
    ) throws {
        let bedside = try OwnVoiceRig.bedside()
        try OwnVoiceRig.send(bedside)
        bedside.step(step)
        bedside.advance(by: .minutes(9))
        bedside.advance(by: .seconds(20))
        #expect(Self.destroysAll(bedside))
    }
}
