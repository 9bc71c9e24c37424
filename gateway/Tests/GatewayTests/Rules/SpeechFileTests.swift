import Foundation
import GatewayRules
import Testing

@testable import Gateway

/// The file is read by a program that nobody here wrote: opusdec.
@Suite("Speech as a file of Opus", .requirement("GATEWAY-7", "MIND-4"))
struct SpeechFileTests {
    /// A voice's fundamental and some overtones, louder and softer like syllables.
    private static func voice(milliseconds: Int) -> [Int16] {
        (0..<(SpeechReading.rate / 1_000 * milliseconds)).map { place in
            let seconds = Double(place) / Double(SpeechReading.rate)
            let syllable = 0.5 - 0.5 * cos(2 * .pi * 4 * seconds)
            let tones = (1...6).reduce(0.0) { $0 + sin(2 * .pi * 140 * Double($1) * seconds) / Double($1) }
            return Int16(4_000 * syllable * tones)
        }
    }

    private static func bytes(_ samples: [Int16]) -> [UInt8] {
        samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }

    /// What opusdec makes of it, at the rate of speech.
    private static func decoded(_ file: [UInt8]) throws -> (samples: [Int16], said: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "speech-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, output) = (folder.appending(path: "a.opus"), folder.appending(path: "a.wav"))
        try Data(file).write(to: input)
        let (process, said) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["opusdec", "--rate", "\(SpeechReading.rate)", "--no-dither", input.path, output.path]
        (process.standardOutput, process.standardError) = (said, said)
        try process.run()
        let text = String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
        let bytes = [UInt8](try Data(contentsOf: output))
        let wave = try #require(WaveFile(bytes[...]), "\(text)")
        let data = bytes.suffix(wave.frames * 2)
        return (
            stride(from: data.startIndex, to: data.endIndex - 1, by: 2).map {
                Int16(truncatingIfNeeded: Int(data[$0]) | Int(data[$0 + 1]) << 8)
            }, text
        )
    }

    @Test("It is as long as the speech, and sounds like it", arguments: [200, 1_000, 1_003, 12_345])
    func file(milliseconds: Int) throws {
        let voice = Self.voice(milliseconds: milliseconds)
        let bytes = Self.bytes(voice)
        let file = try #require(SpeechFile.oggOpus(bytes), "\(SpeechFile.obstacle ?? "")")
        #expect(milliseconds < 1_000 || file.count * 5 < bytes.count)
        let told = try #require(OggOpusFile.milliseconds(of: file[...]))
        #expect((milliseconds...(milliseconds + 40)).contains(told))
        let (samples, said) = try Self.decoded(file)
        #expect(!said.lowercased().contains("warning"), "\(said)")
        #expect(abs(samples.count - voice.count) <= 1)
        // The encoder's delay is taken out: each sample is where it was, apart from what Opus loses.
        var (signal, noise) = (0.0, 0.0)
        for (one, other) in zip(voice, samples) {
            signal += Double(one) * Double(one)
            noise += (Double(one) - Double(other)) * (Double(one) - Double(other))
        }
        #expect(10 * log10(signal / max(noise, 1)) > 10)
    }

    /// Whatever is cut off or changed is noticed: each page has a checksum.
    @Test("A damaged file is none")
    func damaged() throws {
        let file = try #require(SpeechFile.oggOpus(Self.bytes(Self.voice(milliseconds: 1_500))))
        #expect(OggOpusFile.milliseconds(of: file[...]) != nil)
        for place in stride(from: 0, to: file.count, by: 7) {
            var changed = file
            changed[place] ^= 0x10
            #expect(OggOpusFile.milliseconds(of: changed[...]) == nil, "\(place)")
        }
        // What is cut off between two pages cannot be told from a shorter file, and counts as one.
        let pages = file.indices.filter { file[$0...].starts(with: "OggS".utf8) }
        #expect(pages.count == 4 && OggOpusFile.milliseconds(of: file.prefix(pages[2])) == nil)
        let first = try #require(OggOpusFile.milliseconds(of: file.prefix(pages[3])))
        #expect((900...1_000).contains(first))
        for count in stride(from: 1, to: file.count, by: 7) where !pages.contains(count) {
            #expect(OggOpusFile.milliseconds(of: file.prefix(count)) == nil, "\(count)")
        }
    }
}
