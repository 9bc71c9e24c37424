import Foundation
import TestKit
import Testing

@testable import Bedside

/// MIND-5, D-2: the meditation with sighs on the virtual clock: in 2 s, a little more 1 s, out 6 s.
@Suite(.requirement("MIND-5")) struct MeditationSighTests {
    private static let sigh = Tone.sigh(rise: 2000, topUp: 1000, fall: 6000)

    @Test(arguments: MeditationLength.allCases, Language.allCases)
    func everySighComesAtItsTimeAndTheWholeLastsAsLong(length: MeditationLength, language: Language) throws {
        let bedside = try MeditationTests.bedside()
        var patch = ProfilePatch()
        patch.language = language
        _ = bedside.ask(.apply(patch))
        var sounds: [(at: BootTime, source: Playback.Source)] = []
        bedside.observe = { _, moment, actions in
            for case .play(let playback) in actions { sounds.append((moment.boot, playback.source)) }
        }
        #expect(bedside.ask(.meditate(MeditationRequest(minutes: length, breath: .sigh))) == .done)
        bedside.advance(by: .minutes(12))
        let plan = MeditationPlan(try MeditationScriptTests.shipped(), length, breath: .sigh, in: language)
        let first = try #require(sounds.first)
        #expect(sounds.count == plan.cues.count)
        for (sound, cue) in zip(sounds, plan.cues) {
            let drift = (sound.at - first.at) - cue.at
            #expect(drift >= .zero && drift <= .milliseconds(50))
        }
        let sighs = sounds.filter { $0.source == .tone(Self.sigh) }.map(\.at)
        #expect(sighs.count == 3)
        #expect(zip(sighs, sighs.dropFirst()).allSatisfy { abs(($1 - $0 - .seconds(9)).milliseconds) <= 50 })
        let seconds = length.minutes * 60
        let end = try #require(bedside.entries(.meditationEnded).first)
        #expect(end.detail == "\(seconds) of \(seconds) s, completed" && bedside.stuckDeadlines == 0)
    }

    /// A pause within the second sigh leads back to its beginning.
    @Test func aPauseGoesOnWithTheSighThatWasCutOff() throws {
        let bedside = try MeditationTests.bedside()
        var sighs: [BootTime] = []
        bedside.observe = { _, moment, actions in
            for case .play(let playback) in actions where playback.source == .tone(Self.sigh) {
                sighs.append(moment.boot)
            }
        }
        #expect(bedside.ask(.meditate(MeditationRequest(minutes: .three, breath: .sigh, from: "sigh"))) == .done)
        bedside.advance(by: .seconds(2 + 9 + 4))
        #expect(sighs.count == 2 && bedside.status?.meditation?.step == "sigh")
        bedside.press(.start)
        bedside.advance(by: .minutes(1))
        let resumed = bedside.now.boot
        bedside.press(.start)
        bedside.advance(by: .seconds(11))
        #expect(sighs.dropFirst(2).map { ($0 - resumed).milliseconds } == [1000, 10_000])
    }

    @Test func whatTheFileDoesNotHaveIsRefused() throws {
        var script = try MeditationScriptTests.shipped()
        script.steps.removeAll { $0.id == "sigh" }
        let profile = Profile(companion: .offline)
        let civil = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-20T21:00")))
        var configuration = Configuration(clockFloor: civil - .days(30), outputs: ["usb"])
        configuration.meditation = script
        let bedside = VirtualBedside(profile: profile, at: civil, configuration: configuration)
        bedside.powerOn()
        #expect(bedside.ask(.meditate(MeditationRequest(breath: .sigh))) == .refused(.noSigh))
        #expect(bedside.status?.meditation == nil && bedside.entries(.meditation).isEmpty)
        #expect(bedside.ask(.meditate(MeditationRequest())) == .done)
        // A step of the other way of breathing is none of this one.
        let whole = try MeditationTests.bedside()
        guard
            case .refused(.noSuchStep("breath", let known))? = whole.ask(
                .meditate(MeditationRequest(breath: .sigh, from: "breath")))
        else { return #expect(Bool(false), "taken") }
        #expect(known.contains("sigh"))
    }

    /// A journal that an earlier version wrote names no way of breathing, and a later one's may be unknown here.
    @Test(arguments: ["", #","breath":"sigh""#, #","breath":"humming""#])
    func aRequestOfAnotherVersionIsRead(breath: String) throws {
        let text = #"{"minutes":5,"hasBells":false,"delaySeconds":7\#(breath)}"#
        let request = try JSONDecoder().decode(MeditationRequest.self, from: Data(text.utf8))
        let style: BreathStyle = breath.contains("sigh") ? .sigh : .even
        #expect(request == MeditationRequest(minutes: .five, breath: style, hasBells: false, delaySeconds: 7))
    }
}
