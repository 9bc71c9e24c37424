import Foundation
import TestKit
import Testing

@testable import Sound

/// Alarm files that begin softly, at low volumes: the proof that the ring is heard (SOUND-6) does not wait for them to
/// become loud.
@Suite(.requirement("SOUND-6")) struct SoftBeginningTests {
    /// 30 s from nothing to half of full scale.
    private static let sunrise: [Float] = (0..<30 * 48_000).map {
        let seconds = Double($0) / 48_000
        return Float(0.5 * seconds / 30 * sin(2 * .pi * 440 * seconds))
    }

    /// Whether it is proven audible in time.
    private func isAudible(_ samples: [Float], percent: Int, within milliseconds: Int) -> Bool {
        let speaker = SimulatedSpeaker(SimulatedPort(canRewind: false))
        speaker.start(samples, from: percent, to: percent)
        speaker.run(milliseconds: milliseconds)
        return speaker.isAudible
    }

    @Test(arguments: [2, 5, 20, 80]) func aSunriseIsAudibleSoonAtEveryVolume(percent: Int) throws {
        let ready = try #require(MaterialLoader.readyForAlarm(Self.sunrise, fromPercent: percent))
        let blocks = stride(from: 0, to: 14_400, by: 480).map { rms(ready[$0..<$0 + 480]) }
        let loudest = (blocks.max() ?? 0) * Double(percent) / 100
        #expect(20 * log10(loudest) > -44.1)
        #expect(isAudible(ready, percent: percent, within: 400))
        // Nothing is lost except the silence at the start.
        #expect(ready.count > 29 * 48_000)
    }

    @Test func itSkipsNoMoreThanNecessary() throws {
        // Unchanged, it would not be proven in time.
        let loud = try #require(MaterialLoader.readyForAlarm(Self.sunrise, fromPercent: 100))
        #expect(!isAudible(loud, percent: 5, within: 900))
        // It starts a fifth of the way up, and repeats from end to beginning without a click.
        let soft = try #require(MaterialLoader.readyForAlarm(Self.sunrise, fromPercent: 5))
        let start = try #require(
            stride(from: 0, to: loud.count - 480, by: 480).first {
                loud[$0..<$0 + 480].elementsEqual(soft.prefix(480))
            })
        #expect(abs(Double(start) / 48_000 - 5.36) < 0.1)
        let isWhole = soft == Array(loud[start...]) + Array(loud[..<start])
        #expect(isWhole)
    }

    @Test func aSoundThatIsAlwaysTooSoftIsNotUsed() throws {
        var click = sine(440, seconds: 2, amplitude: 0.001)
        click[48_000] = 0.9
        #expect(MaterialLoader.readyForAlarm(click, fromPercent: 5) == nil)
        let folder = NSTemporaryDirectory() + "/anicca-soft-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try wavFile(click).write(to: URL(fileURLWithPath: folder + "/click.wav"))
        let loader = MaterialLoader(configuration: SoundConfiguration(soundsFolder: folder), log: { _, _ in })
        let material = loader.alarm(file: "click", limitMilliseconds: 30_000, fromPercent: 5)
        #expect(Array(UnsafeBufferPointer(start: material.samples, count: material.count)) == Tones.alarm())
    }

    @Test(arguments: [1, 2, 5, 100]) func theSynthesizedAlarmIsAudibleAtEveryVolume(percent: Int) {
        #expect(isAudible(Tones.alarm(), percent: percent, within: 400))
    }
}
