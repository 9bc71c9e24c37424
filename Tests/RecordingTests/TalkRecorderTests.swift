import Foundation
import Synchronization
import System
import TestKit
import Testing

@testable import Recording

/// What goes in at the tap comes out of the packets, each voice on its own side (GUARD-1).
@Suite(.requirement("GUARD-1")) struct TalkRecorderTests {
    private static func sine(_ hertz: Double, from: Int, count: Int) -> [Float] {
        (0..<count).map { Float(0.4 * sin(2 * .pi * hertz * Double(from + $0) / 48_000)) }
    }

    /// The share of a tone in the energy of one side.
    private func share(_ hertz: Double, _ samples: [Int16], side: Int) -> Double {
        var (real, imaginary, energy, count) = (0.0, 0.0, 0.0, 0)
        for i in stride(from: side, to: samples.count, by: 2) {
            let x = Double(samples[i])
            let angle = 2 * Double.pi * hertz * Double(count) / 48_000
            real += x * cos(angle)
            imaginary += x * sin(angle)
            energy += x * x
            count += 1
        }
        return energy == 0 ? 0 : 2 * (real * real + imaginary * imaginary) / (Double(count) * energy)
    }

    private func packets(seconds: Int, owner: Double, companion: Double) throws -> [[UInt8]] {
        let encoder = try TalkEncoder()
        return try (0..<(50 * seconds)).map { index in
            let left = Self.sine(owner, from: index * 960, count: 960)
            let right = Self.sine(companion, from: index * 960, count: 960)
            let frame = zip(left, right).flatMap { [Int16($0 * 32_767), Int16($1 * 32_767)] }
            return try #require(encoder.encode(frame))
        }
    }

    @Test func neitherVoiceIsMixedIntoTheOther() throws {
        let decoder = try TalkDecoder()
        let samples = try packets(seconds: 2, owner: 440, companion: 1_000).flatMap { decoder.decode($0) }
        let later = Array(samples.suffix(96_000))
        #expect(share(440, later, side: 0) > 0.9 && share(1_000, later, side: 1) > 0.9)
        #expect(share(1_000, later, side: 0) < 0.01 && share(440, later, side: 1) < 0.01)
    }

    @Test func aPacketThatIsNoneIsSilence() throws {
        let decoder = try TalkDecoder()
        for packet in [[], [0xFF], [0x48, 200], [UInt8](repeating: 0xAB, count: 700)] {
            #expect(decoder.decode(packet).count == 1_920)
        }
    }

    @Test func silenceCostsNextToNothing() throws {
        let encoder = try TalkEncoder()
        let quiet = [Int16](repeating: 0, count: 1_920)
        let bytes = (0..<500).compactMap { _ in encoder.encode(quiet)?.count }.suffix(400).reduce(0, +)
        #expect(bytes < 400 * 12, "\(bytes) bytes in 8 s")
    }

    /// The recorder's thread, on real time: two seconds of both voices.
    @Test func aTalkIsGivenAwayAboutASecondAtATime() async throws {
        let tap = TalkTap()
        let recorder = TalkRecorder(tap: tap)
        let chunks = Mutex<[[[UInt8]]]>([])
        let report = await withCheckedContinuation { (done: CheckedContinuation<TalkRecorder.Report, Never>) in
            do {
                try recorder.start(
                    write: { packets in
                        chunks.withLock { $0.append(packets) }
                        return true
                    }, ended: { done.resume(returning: $0) })
            } catch {
                Issue.record(error)
            }
            try? startThread("voices") {
                let began = bootNanoseconds()
                for index in 0..<200 {
                    Self.sine(440, from: index * 480, count: 480).withUnsafeBufferPointer { tap.owner($0) }
                    Self.sine(1_000, from: index * 480, count: 480).withUnsafeBufferPointer { tap.companion($0) }
                    let wait = began + Int64(index + 1) * 10_000_000 - bootNanoseconds()
                    if wait > 0 { usleep(useconds_t(wait / 1_000)) }
                }
                recorder.end()
            }
        }
        #expect(report.isWhole && !report.isDropped && report.droppedSamples == 0)
        let all = chunks.withLock { $0 }
        #expect(all.count >= 3, "two chunks of 0.8 s, and the rest")
        #expect(all.dropLast().allSatisfy { $0.count == RecordedSound.chunkPackets })
        let decoder = try TalkDecoder()
        let samples = all.flatMap { $0 }.flatMap { decoder.decode($0) }
        #expect((90_000 * 2...140_000 * 2).contains(samples.count))
        let middle = Array(samples.dropFirst(48_000).prefix(96_000))
        #expect(usualShare(440, middle, side: 0) > 0.8 && usualShare(1_000, middle, side: 1) > 0.8)
    }

    /// The median of the share in pieces of 20 ms: where a busy machine held the voices up there is a gap of silence, and
    /// the tone goes on behind it with another phase.
    private func usualShare(_ hertz: Double, _ samples: [Int16], side: Int) -> Double {
        let pieces = stride(from: 0, to: samples.count - 1_919, by: 1_920).map {
            share(hertz, Array(samples[$0..<($0 + 1_920)]), side: side)
        }.sorted()
        return pieces.isEmpty ? 0 : pieces[pieces.count / 2]
    }

    /// The disk does not answer, or the machine sleeps: the recording ends instead of growing in memory.
    @Test func aRecordingThatStoodStillEndsThere() async throws {
        let recorder = TalkRecorder(tap: TalkTap(), longestGapNanoseconds: 300_000_000)
        let chunks = Mutex(0)
        let report = await withCheckedContinuation { (done: CheckedContinuation<TalkRecorder.Report, Never>) in
            try? recorder.start(
                write: { _ in
                    chunks.withLock { $0 += 1 }
                    usleep(700_000)
                    return true
                }, ended: { done.resume(returning: $0) })
        }
        #expect(report.cut == .stoodStill && !report.isDropped && chunks.withLock { $0 } == 1)
    }

    /// It was once found out on the recorder's thread, which then said nothing and left an empty file.
    @Test func withoutAnEncoderItDoesNotBegin() throws {
        let recorder = TalkRecorder(tap: TalkTap()) { () throws(RecordingSoundError) in throw .codec(code: -7) }
        #expect(throws: RecordingSoundError.codec(code: -7)) {
            try recorder.start(
                write: { _ in
                    Issue.record("something is written")
                    return true
                }, ended: { _ in Issue.record("it ended without a beginning") })
        }
    }

    @Test func aWriterThatTakesNoMoreCutsIt() async throws {
        let recorder = TalkRecorder(tap: TalkTap())
        let report = await withCheckedContinuation { (done: CheckedContinuation<TalkRecorder.Report, Never>) in
            try? recorder.start(write: { _ in false }, ended: { done.resume(returning: $0) })
        }
        #expect(report.cut == .notWritten && !report.isWhole)
    }

    @Test func nothingIsWrittenOnceItIsDropped() async throws {
        let recorder = TalkRecorder(tap: TalkTap())
        let written = Mutex(0)
        recorder.drop()
        // An end that is asked for as well changes nothing.
        recorder.end()
        let report = await withCheckedContinuation { (done: CheckedContinuation<TalkRecorder.Report, Never>) in
            try? recorder.start(
                write: { _ in
                    written.withLock { $0 += 1 }
                    return true
                }, ended: { done.resume(returning: $0) })
        }
        #expect(report.isDropped && written.withLock { $0 } == 0)
    }
}
