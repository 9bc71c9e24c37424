import TestKit
import Testing

@testable import Sound

/// Speech in an owner's voice says of itself that a machine has made it (V-4).
@Suite(.requirement("MIND-9", "GUARD-6")) struct SyntheticSoundTests {
    private static let provenance = SyntheticSound.Provenance(model: "eleven_multilingual_v2", date: "2026-11-28")
    private static let samples: [Int16] = (0..<2400).map { Int16(truncatingIfNeeded: $0 * 37) }
    private static let sound = SyntheticSound(samples: samples, samplesPerSecond: 24_000, provenance: provenance)

    private static func read(_ bytes: [UInt8]) -> SyntheticSound? { SyntheticSound(bytes, maximumMilliseconds: 1000) }

    @Test func theNoteIsReadBackWithTheSound() {
        #expect(Self.read(Self.sound.bytes) == Self.sound)
        #expect(Self.sound.milliseconds == 100)
        let text = String(decoding: Self.sound.bytes, as: UTF8.self)
        for words in ["LIST", "INFO", "Synthetic speech", "anicca", "eleven_multilingual_v2", "2026-11-28"] {
            #expect(text.contains(words))
        }
    }

    @Test func otherProgramsReadTheSound() throws {
        let bytes = Self.sound.bytes
        let decoded = try bytes.withUnsafeBytes {
            try WAVReader.decode($0, file: "clip.wav", maximumFrames: 48_000)
        }
        #expect(decoded.count == 4800)
        #expect(Self.sound.deviceSamples.count == 4800)
    }

    @Test func aFileWithoutANoteIsNotCalledSynthetic() throws {
        let plain = SyntheticSound(samples: Self.samples, samplesPerSecond: 24_000)
        #expect(try #require(Self.read(plain.bytes)).provenance == nil)
        let denied = Self.replaced("synthetic=yes", with: "synthetic=no ")
        #expect(try #require(Self.read(denied)).provenance == nil)
    }

    @Test func oddNotesAreOneLineAndShort() throws {
        let odd = SyntheticSound(
            samples: [1, -1], samplesPerSecond: 8000,
            provenance: .init(model: "a\nsynthetic=no" + String(repeating: "声", count: 99), date: "x=y\u{0}"))
        let read = try #require(Self.read(odd.bytes)?.provenance)
        #expect(read.model.unicodeScalars.count == 64 && read.model.hasPrefix("asynthetic=no"))
        #expect(read.date == "x=y")
    }

    @Test func nothingTrapsAndNothingLongIsTaken() {
        let bytes = Self.sound.bytes
        for length in 0..<bytes.count { #expect(Self.read(Array(bytes.prefix(length))) == nil) }
        for at in 0..<min(bytes.count, 400) {
            var broken = bytes
            broken[at] ^= 0xFF
            _ = Self.read(broken)
        }
        #expect(SyntheticSound(bytes, maximumMilliseconds: 99) == nil)
        #expect(SyntheticSound([], maximumMilliseconds: 1000) == nil)
    }

    private static func replaced(_ old: String, with new: String) -> [UInt8] {
        let (bytes, old) = (sound.bytes, Array(old.utf8))
        guard let at = bytes.indices.first(where: { bytes[$0...].starts(with: old) }) else { return [] }
        return Array(bytes[..<at]) + Array(new.utf8) + Array(bytes[(at + old.count)...])
    }
}
