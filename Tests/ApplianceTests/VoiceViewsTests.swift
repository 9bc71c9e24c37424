import Board
import TestKit
import Testing

@testable import Appliance
@testable import Bedside

/// What an owner is shown of a voice of their own, in both languages and as JSON (MIND-9, V-3, V-4).
@Suite(.requirement("MIND-9", "SETUP-5")) struct VoiceViewsTests {
    private static let at = CivilTime(seconds: 1_795_800_000)
    private static let later = CivilTime(seconds: 1_795_803_600)
    private static let digest = String(repeating: "ab", count: 32)

    private static func report(_ change: (inout VoiceReport) -> Void = { _ in }) -> VoiceReport {
        let standing = VoiceStanding(
            choice: .standard, chosenAt: nil, madeAt: nil, isInUse: false, isLearning: false, isSending: false,
            deletions: [], isDeletionLate: false, holdsRecordings: false)
        var report = VoiceReport(standing: standing, consent: nil, receipts: [], learning: nil, outcome: nil)
        change(&report)
        return report
    }

    private static func made(_ report: inout VoiceReport) {
        (report.standing.choice, report.standing.chosenAt) = (.own, at)
        (report.standing.madeAt, report.standing.isInUse) = (at, true)
        report.consent = VoiceConsent(
            text: PrivateText("I agree. My name is Aiko."), language: .english, sha256: digest, givenAt: at)
        report.receipts = [
            VoiceReceipt(file: 1, kind: .consent, sha256: digest, made: at, sent: at, destroyed: later),
            VoiceReceipt(file: 2, kind: .sample, sha256: digest, made: at),
        ]
    }

    private static func shown(_ report: VoiceReport, _ language: Language) -> String {
        VoiceViews.lines(report, zone: .utc).map { $0.text(in: language) }.joined(separator: "\n")
    }

    @Test func withoutAVoiceTheOwnerIsToldHowToGetOne() {
        let report = Self.report()
        #expect(
            Self.shown(report, .english)
                == "the standard voice reads\nthere is no voice of your own: anicca voice learn")
        #expect(Self.shown(report, .japanese) == "標準の声で読みます\nご自分の声はありません：anicca voice learn")
        #expect(VoiceViews.line(report.standing) == nil, "nothing in anicca status")
    }

    @Test func aVoiceIsShownWithConsentAndReceipts() {
        let report = Self.report(Self.made)
        let english = Self.shown(report, .english)
        for words in [
            "your own voice reads since 2026-11-27", "It is synthetic", "I agree. My name is Aiko.", Self.digest,
            "made 2026-11-27", "destroyed -",
        ] {
            #expect(english.contains(words), "\(words): \(english)")
        }
        let japanese = Self.shown(report, .japanese)
        #expect(japanese.contains("合成音声") && japanese.contains("消去 -"))
        #expect(VoiceViews.line(report.standing)?.english == "reads (synthetic)")
    }

    @Test func aPendingDeletionIsShownUntilItIsConfirmed() {
        var deletion = VoiceDeletion(id: "v1", gateway: "https://g", user: "u", askedAt: Self.at)
        var report = Self.report { $0.standing.deletions = [deletion] }
        #expect(Self.shown(report, .english).contains("still being deleted at the provider, since 2026-11-27"))
        #expect(Self.shown(report, .english).contains("not tried yet"))
        deletion.lastTriedAt = Self.later
        report.standing.deletions = [deletion]
        report.standing.isDeletionLate = true
        #expect(Self.shown(report, .english).contains("last tried 2026-11-27"))
        #expect(Self.shown(report, .english).contains("longer than a day"))
        #expect(Self.shown(report, .japanese).contains("1日以上"))
        #expect(VoiceViews.line(report.standing)?.english.contains("more than a day") == true)
    }

    @Test func programsGetTheSameWithoutNamesOfTheGateways() {
        let json = VoiceViews.json(Self.report(Self.made)).line
        for part in [
            #""voice":"own""#, #""in_use":true"#, #""synthetic":true"#, #""text":"I agree. My name is Aiko.""#,
            #""kind":"consent""#, #""destroyed_at":null"#, #""deletions":[]"#,
        ] {
            #expect(json.contains(part), "\(part): \(json)")
        }
        let report = Self.report {
            $0.standing.deletions = [VoiceDeletion(id: "v_secret", gateway: "https://g", user: "u_1", askedAt: Self.at)]
        }
        #expect(!VoiceViews.json(report).line.contains("v_secret"))
        // The state of everything else has no words.
        #expect(!VoiceViews.json(Self.report(Self.made).standing).line.contains("Aiko"))
    }

    @Test func theConsentIsShownInTwoLines() throws {
        let date = try #require(LocalDate("2026-11-28"))
        for (language, name) in [(Language.english, "Aiko"), (.japanese, "愛子")] {
            let consent = try #require(OwnVoiceConsent(name: name, on: date, in: language))
            let text = consent.text.words
            let lines = VoiceViews.lines(toRead: text, kind: .consent, language: language)
            let second = try #require(lines.firstIndex { $0.contains(name) })
            #expect(lines[second].hasPrefix(language == .english ? "My name is Aiko" : "私の名前は愛子"))
            #expect(lines.joined(separator: language == .english ? " " : "") == text)
            #expect(lines.allSatisfy { TextWidth.columns($0) <= 76 })
        }
        let sample = VoiceSample.text.japanese
        #expect(VoiceViews.lines(toRead: sample, kind: .sample, language: .japanese).joined() == sample)
        // A text of another version that has no such line is shown as it is.
        #expect(VoiceViews.lines(toRead: "I agree.", kind: .consent, language: .english) == ["I agree."])
        #expect(VoiceViews.lines(toRead: "", kind: .consent, language: .english).isEmpty)
    }

    @Test func everyOutcomeIsToldInBothLanguages() {
        for failure in VoiceFailure.allCases {
            let words = OwnVoiceWords.notLearned(failure).wording
            #expect(words.english.contains("no voice was made") && words.japanese.contains("声は"))
        }
        for fault in VoiceTakeFault.allCases {
            #expect(OwnVoiceWords.again(fault, attempt: 2).wording.english.contains("(2 of 3)"))
        }
    }
}
