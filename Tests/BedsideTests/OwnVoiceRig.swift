import TestKit
import Testing

@testable import Bedside

/// A speaker whose owner may have a voice of their own, and what its driver was asked for.
enum OwnVoiceRig {
    static let gateway = AccountTests.gateway
    static let phrase = "I can come back."
    static let consentFile = VoiceRecording(number: 11, milliseconds: 12_000, sha256: "c0ffee")
    static let sampleFile = VoiceRecording(number: 12, milliseconds: 29_000, sha256: "5a5a5a")

    static func consent(at time: CivilTime = CivilTime(seconds: 1_795_000_000)) -> VoiceConsent {
        VoiceConsent(text: PrivateText("I agree"), language: .english, sha256: "c0", givenAt: time)
    }

    static func voice(user: String = "u_1") -> ClonedVoice {
        ClonedVoice(
            id: "voc_1", gateway: gateway, user: user, madeAt: CivilTime(seconds: 1_795_000_000), consent: consent())
    }

    static var account: AccountStanding {
        var standing = AccountTests.signedIn
        standing.profile.user = "u_1"
        return standing
    }

    static func bedside(
        age: AgeBand = .adult, name: String? = "Kenta", language: Language = .english,
        account: AccountStanding = account, at time: String = "2026-11-24T16:00", hasVoice: Bool = false,
        _ change: (inout Durable) -> Void = { _ in }
    ) throws -> VirtualBedside {
        var profile = Profile(ownerName: name, language: language, age: age, companion: .gateway)
        for index in profile.habits.indices { profile.habits[index].isOn = profile.habits[index].subject == .wake }
        let now = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at(time)))
        var disk = VirtualBedside(profile: profile, at: now).disk
        disk.account = account
        if hasVoice {
            disk.ownVoice.voice = voice()
            disk.ownVoice.choice = .own
            let text = PrivateText(phrase)
            disk.affirmations.apply(.keep(Affirmation(id: 1, text: text, language: .english)))
        }
        change(&disk)
        let bedside = VirtualBedside(profile: profile, at: now, disk: disk)
        bedside.powerOn()
        bedside.advance(by: .seconds(1))
        return bedside
    }

    static func effects(_ bedside: VirtualBedside) -> [VoiceKeeper.Effect] {
        bedside.performed.compactMap { if case .ownVoice(let effect) = $0 { effect } else { nil } }
    }

    static func says(_ phrase: VoicePhrase, _ bedside: VirtualBedside) -> Bool {
        let keys = Language.allCases.compactMap { Phrase.ownVoice(phrase).utterance(in: $0).key }
        return bedside.played.contains { played in
            if case .speech(let said) = played.source { said.key.map(keys.contains) ?? false } else { false }
        }
    }

    static func report(_ bedside: VirtualBedside) throws -> VoiceReport {
        guard case .ownVoice(.report(let report))? = bedside.ask(.ownVoice(.report)) else {
            throw NoReport()
        }
        return report
    }
    struct NoReport: Error {}

    static func outcome(_ bedside: VirtualBedside) throws -> VoiceOutcome? { try report(bedside).outcome }

    // MARK: Learning, step by step

    /// Up to the recording of the consent.
    static func beginConsent(_ bedside: VirtualBedside) {
        #expect(bedside.ask(.ownVoice(.learn)) == .done)
        bedside.post(.ownVoice(.checked(.ready)))
        bedside.advance(by: .seconds(3))
    }

    /// What the owner is asked to read.
    static func text(_ bedside: VirtualBedside) throws -> PrivateText {
        try #require(try report(bedside).learning?.text)
    }

    /// Up to the recording of the sample.
    static func beginSample(_ bedside: VirtualBedside) throws {
        beginConsent(bedside)
        let text = try text(bedside)
        bedside.post(.ownVoice(.recorded(.kept(consentFile, mayBeTwo: false), take: 1)))
        bedside.post(.ownVoice(.transcribed(text, take: 1)))
        bedside.advance(by: .seconds(3))
    }

    /// Up to the upload.
    static func send(_ bedside: VirtualBedside) throws {
        try beginSample(bedside)
        bedside.post(.ownVoice(.recorded(.kept(sampleFile, mayBeTwo: false), take: 2)))
    }

    static func upload(_ bedside: VirtualBedside) throws -> VoiceUpload {
        let uploads = effects(bedside).compactMap { if case .send(let upload) = $0 { upload } else { nil } }
        return try #require(uploads.last)
    }
}
