import TestKit
import Testing

@testable import Sound

@Suite(.requirement("TALK-6", "ALARM-14")) struct VoiceActivityTests {
    private typealias Stretch = (level: Double, milliseconds: Int)

    private func levels(_ values: [Stretch]) -> [Bool] {
        var activity = VoiceActivity()
        var seen: [Bool] = []
        for (level, milliseconds) in values {
            for _ in 0..<(milliseconds / 10) {
                _ = activity.process(bandLevelDBFS: level)
                seen.append(activity.isActive)
            }
        }
        return seen
    }

    @Test func hearsSpeechOverAQuietRoom() {
        let seen = levels([(-70, 1000), (-35, 400), (-65, 100), (-35, 300)])
        #expect(!seen[99])
        #expect(seen.last == true)
    }

    @Test func aKnockIsNotAVoice() {
        #expect(!levels([(-70, 1000), (-20, 100), (-70, 1000)]).contains(true))
    }

    @Test func endsOnceAfterTheHangover() {
        let seen = levels([(-70, 1000), (-35, 600), (-70, 2000)])
        let changes = zip(seen, seen.dropFirst()).filter { $0 != $1 }.count
        #expect(changes == 2)
        #expect(seen[160 + 60])
        #expect(!seen[160 + 75])
    }

    @Test func aFanThatIsSwitchedOnSoonStopsCountingAsAVoice() {
        let seen = levels([(-75, 1000), (-50, 30_000)])
        #expect(seen.last == false)
    }

    @Test func aNoisyRoomRaisesTheFloor() {
        #expect(!levels([(-45, 5000), (-40, 1000)]).contains(true))
        #expect(levels([(-45, 5000), (-30, 500)]).last == true)
    }

    @Test func lowHumIsNotHeardAtAll() {
        let meter = CaptureMeter(rate: 48_000)
        let quiet = [Float](repeating: 0, count: 960)
        for _ in 0..<40 { _ = meter.take(quiet, count: 960) }
        let hum = sine(50, seconds: 1, amplitude: 0.01)
        for start in stride(from: 0, to: hum.count, by: 960) {
            _ = meter.take(Array(hum[start..<start + 960]), count: 960)
        }
        #expect(!meter.isVoiceActive)
        #expect(meter.levelDBFS > -50)
    }
    // MARK: microphones that give exact silence at times

    @Test(arguments: [300, 400, 700, 950]) func aWordThroughAGateIsAVoice(milliseconds: Int) {
        #expect(levels([(Self.silence, 1000), (-30, milliseconds), (Self.silence, 600)]).contains(true))
        #expect(levels([(-60, 2000), (Self.silence, 1000), (-38, milliseconds), (Self.silence, 600)]).contains(true))
    }

    private static let silence = VoiceActivity.silenceDBFS - 10
    /// Syllables over a murmur, 1.5 s and more.
    private static let speech: [Stretch] = {
        let syllables: [Stretch] = [(-25, 120), (-50, 60), (-22, 150), (-48, 60)]
        return (0..<4).flatMap { _ in syllables }
    }()

    @Test(arguments: [50, 300, 1000, 3000], [-57, -50, -45, -40, -30] as [Double])
    func noiseIsNotAVoiceEvenIfTheMicrophoneBeginsWithZeros(milliseconds: Int, noise: Double) {
        #expect(!levels([(Self.silence, milliseconds), (noise, 30_000)]).contains(true))
    }

    @Test func noiseIsNotAVoiceWhenAMuteIsReleased() {
        #expect(!levels([(-60, 2000), (Self.silence, 1000), (-50, 5000)]).contains(true))
        #expect(levels([(-60, 2000), (Self.silence, 1000), (-50, 1000), (-25, 500)]).last == true)
        #expect(levels([(Self.silence, 1000), (-50, 1000), (-25, 500)]).last == true)
    }

    @Test func soundThatSwellsFromZerosIsNotAVoice() {
        var noise: [Stretch] = [(Self.silence, 500), (-70, 10), (-62, 10), (-56, 10), (-52, 10)]
        let levelsDBFS = [-50.0, -48, -51, -49, -52, -50, -47]
        for i in 0..<500 { noise.append((levelsDBFS[i % levelsDBFS.count], 10)) }
        #expect(!levels(noise).contains(true))
    }

    @Test(arguments: [50, 1000]) func aVoiceRightAfterZerosIsHeard(milliseconds: Int) {
        let begun: [Stretch] = [(Self.silence, milliseconds)]
        let seen = levels(begun + Self.speech)
        #expect((seen.firstIndex(of: true) ?? 9999) * 10 < milliseconds + 600)
        let muted: [Stretch] = [(-60, 2000), (Self.silence, milliseconds)]
        let released = levels(muted + Self.speech)
        #expect((released.firstIndex(of: true) ?? 9999) * 10 < 2000 + milliseconds + 600)
    }

    /// A gate closes between the syllables, so the noise floor is never found.
    @Test func aVoiceIsHeardInPiecesAndEndsOnce() {
        let piece: [Stretch] = [(-25, 120), (Self.silence, 60), (-22, 200), (Self.silence, 100)]
        let silence: [Stretch] = [(Self.silence, 1000)]
        let seen = levels(silence + piece + piece + piece + silence)
        #expect((seen.firstIndex(of: true) ?? 9999) * 10 < 1600)
        #expect(zip(seen, seen.dropFirst()).filter { $0 != $1 }.count == 2)
        #expect(seen.last == false)
    }

    @Test func aKnockAfterZerosIsNotAVoice() {
        for after in [Self.silence, -50] {
            #expect(!levels([(Self.silence, 1000), (-20, 100), (after, 150), (Self.silence, 1000)]).contains(true))
        }
    }

    /// The ring that Start has stopped dies away in the room.
    @Test func soundInTheFirstInstantsIsNotAVoice() {
        #expect(!levels([(-20, 200), (-60, 2000)]).contains(true))
        #expect(!levels([(Self.silence, 50), (-20, 200), (-60, 2000)]).contains(true))
    }

    @Test func echoNeitherSetsNorLosesTheFloor() {
        var activity = VoiceActivity()
        let echo = sine(600, seconds: 0.01)
        for _ in 0..<5 { _ = activity.process(bandLevelDBFS: Self.silence) }
        for _ in 0..<10 { _ = activity.process(bandLevelDBFS: -48) }
        for _ in 0..<40 { _ = activity.process(echo, count: 480, isEcho: true) }
        #expect(activity.floorDBFS == -48)
        for _ in 0..<300 {
            _ = activity.process(bandLevelDBFS: -48)
            #expect(!activity.isActive)
        }
    }

    /// A canceller may remove a murmur completely, which counts as a quiet room; only exact zeros of the card itself
    /// count as a muted microphone.
    @Test func zerosFromACancellerCountAsAQuietRoom() {
        var activity = VoiceActivity()
        let nothing = [Float](repeating: 0, count: 480)
        for _ in 0..<40 { _ = activity.process(nothing, count: 480) }
        #expect(activity.floorDBFS == VoiceActivity.lowestFloorDBFS)
        for _ in 0..<15 { _ = activity.process(bandLevelDBFS: -45) }
        #expect(activity.isActive)

        let meter = CaptureMeter(rate: 48_000)
        meter.measure(nothing)
        #expect(meter.isSilent)
        meter.measure(sine(600, seconds: 0.01, amplitude: 0.0001))
        #expect(!meter.isSilent)
    }

    @Test func theQuietestRoomLearnsAFanAsSoonAsAQuietOne() {
        let fan = [-100.0, -70].map { levels([($0, 1000), (-50, 10_000)]) }
        #expect(fan[0] == fan[1])
        #expect(fan[0].last == false)
    }
}
