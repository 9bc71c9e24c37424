import TestKit
import Testing

@testable import Bedside

/// GUARD-5 and SETUP-5: what `anicca doctor` finds, in every language, with a remedy.
@Suite(.requirement("GUARD-5", "SETUP-5")) struct FindingWordsTests {
    struct Sample: CustomTestStringConvertible, Sendable {
        var finding: Finding
        var names: [String]
        init(_ finding: Finding, _ names: String...) {
            self.finding = finding
            self.names = names
        }
        var testDescription: String { "\(finding)" }
    }

    private static let reading = PhraseTests.reading
    private static let told = Wording("TOLD", "TOLDです")
    private static let file = Finding.FileToEdit(path: "/etc/f", copyOf: "/usr/f")

    static let samples: [Sample] = [
        Sample(.running(stateFolder: "/s"), "/s"), Sample(.notRunning(stateFolder: "/s"), "/s"),
        Sample(.clockBeforeBuild("NOW"), "NOW"), Sample(.clockUntrusted("NOW"), "NOW"),
        Sample(.clockKept("NOW"), "NOW"),
        Sample(.clockNotKept("NOW"), "NOW"), Sample(.zone("Asia/Tokyo"), "Asia/Tokyo"),
        Sample(.zoneFaulty(told), "TOLD"),
        Sample(.folder("/s"), "/s"), Sample(.folderMissing("/s"), "/s"), Sample(.folderForeign(userID: 1007), "1007"),
        Sample(.folderOpen("/s"), "/s"), Sample(.disk(freeMegabytes: 4711), "4711 MB"),
        Sample(.diskLow(freeMegabytes: 77), "77 MB"), Sample(.diskFull(freeMegabytes: 7), "7 MB"),
        Sample(.diskReadOnly),
        Sample(.diskFaulty(told), "TOLD"), Sample(.database), Sample(.databaseEmpty),
        Sample(.databaseRecovered(told), "TOLD"), Sample(.databaseFaulty(told), "TOLD"),
        Sample(.habits("wake 06:00"), "wake 06:00"), Sample(.habitsOff), Sample(.board("pi"), "pi"),
        Sample(.boardFaulty(told), "TOLD"), Sample(.controls(buttons: 2, library: "libgpiod 2.1"), "2", "libgpiod 2.1"),
        Sample(.controlsAbsent), Sample(.controlsInUse), Sample(.buttonsMissing(2)), Sample(.controlsHeld),
        Sample(.buttonsUntried),
        Sample(.buttonWorks(.start)), Sample(.buttonSilent(.stop)),
        Sample(.buttonCrossed(asked: .start, pressed: .stop)),
        Sample(.clockChip("rtc-ds1307"), "rtc-ds1307"), Sample(.clockChipAbsent),
        Sample(.clockChipFaulty("rtc"), "rtc"),
        Sample(.clockChipWrong("rtc", shows: "1970"), "rtc", "1970"), Sample(.serviceUp), Sample(.serviceDown),
        Sample(.serviceDisabled), Sample(.serviceAbsent),
        Sample(.deviceDenied("/dev/gpiochip0", group: "gpio"), "/dev/gpiochip0", "gpio"),
        Sample(.partFaulty(Wording("light", "ライト"), reason: told), "TOLD"), Sample(.buttonPressed(.start)),
        Sample(.output("default, 48000 Hz"), "default, 48000 Hz"),
        Sample(.outputSlow("hw:1: 48000 Hz", reason: "late"), "hw:1: 48000 Hz", "late"),
        Sample(.outputFaulty(name: "hw:1", reason: "busy", mayBeInUse: false), "hw:1", "busy"),
        Sample(.outputFaulty(name: "hw:1", reason: "busy", mayBeInUse: true), "hw:1", "busy"), Sample(.outputsFaulty),
        Sample(.input("default, 48000 Hz"), "default, 48000 Hz"), Sample(.inputAbsent), Sample(.inputMuted),
        Sample(.inputFaulty(name: "hw:1", reason: "busy", mayBeInUse: false), "hw:1", "busy"),
        Sample(.inputFaulty(name: "hw:1", reason: "busy", mayBeInUse: true), "hw:1", "busy"),
        Sample(.synthesizer(path: "/usr/bin/espeak-ng"), "/usr/bin/espeak-ng"), Sample(.synthesizerAbsent),
        Sample(.realTime(priority: nil)), Sample(.realTime(priority: 95), "95"), Sample(.realTimeDenied),
        Sample(.memoryUnlocked),
        Sample(.realTimeUnknown(told), "TOLD"), Sample(.habitSound(reading, path: "/a.wav"), "/a.wav"),
        Sample(.habitSoundFaulty(reading, told), "TOLD"), Sample(.alarmSoundFaulty(told), "TOLD"),
        Sample(.voiceDeletion(count: 2, isLate: true), "2"),
        Sample(.voiceDeletion(count: 1, isLate: false), "1"), Sample(.voiceRecordings),
        Sample(.oldKeyKept, "anicca memory rekey"), Sample(.vaultFaulty(.key)), Sample(.vaultFaulty(.damaged)),
        Sample(.habitSoundWeak(reading, path: "/s.wav", .quietBeginning(seconds: 9)), "9"),
        Sample(.alarmSoundWeak(path: "/s.wav", .soft(loudness: -31)), "-31"),
        Sample(.vaultFaulty(.newer)), Sample(.storeFailing(told), "TOLD"), Sample(.boardChanged),
        Sample(.boardOther(inUse: "terminal", named: "pi"), "terminal", "pi"),
        Sample(.prompts(folder: "/p", routines: 12), "/p", "12"),
        Sample(.companionOffline), Sample(.companionGateway), Sample(.keyAbsent(isWanted: false)),
        Sample(.keyAbsent(isWanted: true)), Sample(.gatewayCannotTalk),
        Sample(.keyFaulty(told), "TOLD"), Sample(.key(place: "/k"), "/k"),
        Sample(.service(address: "https://a/v1", milliseconds: 77), "https://a/v1", "77"),
        Sample(.serviceFaulty(told, .service), "TOLD"), Sample(.addressFaulty(told), "TOLD"),
        Sample(.libraryAbsent("libnice.so.10: none"), "libnice.so.10: none"),
        Sample(.companionDiffers(key: "/k2", address: "https://b/v1"), "/k2", "https://b/v1"),
        Sample(.line(milliseconds: 88, transport: "webRTC"), "88", "webRTC"),
        Sample(.lineFaulty(told, .network), "TOLD"),
        Sample(.echoUntried), Sample(.echoUnheard), Sample(.microphoneDead),
        Sample(.echo(lossDB: 17, enhancementDB: 31, delayMilliseconds: 9), "17", "31", "9"),
        Sample(.echoPoor(lossDB: 18, enhancementDB: 7, delayMilliseconds: 41), "18", "7", "41"),
        Sample(.echoFaulty("busy"), "busy"), Sample(.echoInterrupted(gaps: 3), "3"),
        Sample(.promptFaulty(reading, told), "TOLD"), Sample(.routineFaulty(told), "TOLD"),
        Sample(.helpLines(count: 10), "10"), Sample(.helpLinesFaulty(told), "TOLD"),
        Sample(.helpLinesUnchecked(count: 7, of: 10, file: file), "7", "10"),
        Sample(.helpLinesOld(count: 3, days: 120, file: file), "3", "120"),
        Sample(.helpLineAbsent(country: "DE", file: file), "DE"), Sample(.helpLineAbsent(country: nil, file: file)),
    ]

    @Test(arguments: samples) func isReportedInEveryLanguage(sample: Sample) {
        let told = sample.finding.told
        for name in sample.names {
            for language in Language.allCases { #expect(told.result.text(in: language).contains(name)) }
        }
        for wording in [told.check, told.result, told.remedy].compactMap({ $0 }) {
            #expect(!wording.english.isEmpty && wording.english.allSatisfy(\.isASCII), "\(wording.english)")
            #expect(wording.japanese.isJapanese, "\(wording.japanese)")
        }
    }

    @Test(arguments: samples) func onlyProblemsHaveARemedy(sample: Sample) {
        let told = sample.finding.told
        #expect((told.grade == .ok) == (told.remedy == nil))
    }

    /// An owner without credit is not sent to the router, and one without a network not to the key.
    @Test(.requirement("GUARD-5"), arguments: Finding.ServiceFault.allCases)
    func theRemedyFitsWhatKeepsTheServiceFromAnswering(fault: Finding.ServiceFault) {
        for finding in [Finding.lineFaulty(Self.told, fault), .serviceFaulty(Self.told, fault)] {
            for language in Language.allCases {
                let remedy = finding.told.remedy?.text(in: language) ?? ""
                let isOfLine = finding == .lineFaulty(Self.told, .network)
                #expect(remedy.contains("UDP") == isOfLine, "\(remedy)")
                #expect(remedy.contains("anicca key set") == (fault == .key), "\(remedy)")
                #expect(remedy.contains("anicca.yaml") == (fault == .settings), "\(remedy)")
                #expect((remedy == Attention.quota.remedy.text(in: language)) == (fault == .quota))
            }
        }
    }

    /// Whoever is asked, or sent to a command, reads there all that is lost by it.
    @Test(.requirement("SETUP-4", "MIND-3")) func whatAnErasureTakesIsNamedWhereItIsAskedAndAdvised() {
        let texts =
            [CommandText.memoryWipeQuestion, .memoryWiped].map(\.wording)
            + [VaultFault.key, .damaged].map(\.remedy)
        for text in texts {
            #expect(text.english.contains("phrases") && text.english.contains("recordings"), "\(text.english)")
            #expect(text.japanese.contains("フレーズ") && text.japanese.contains("録音"), "\(text.japanese)")
        }
        let reset = CommandText.resetQuestion.wording
        for (english, japanese) in [
            ("memory", "記憶"), ("phrases", "フレーズ"), ("recordings", "録音"), ("voice", "声"), ("key", "鍵"),
            ("sign-in", "サインイン"),
        ] { #expect(reset.english.contains(english) && reset.japanese.contains(japanese)) }
    }

    @Test func gradesAreNamedInEveryLanguage() {
        for grade in Finding.Grade.allCases { #expect(grade.text(in: .japanese).isJapanese) }
    }
}
