import Foundation
import System
import TestKit
import Testing

@testable import Sound

@Suite(.requirement("SOUND-2")) struct WAVReaderTests {
    /// A file byte by byte.
    private struct File {
        var code = 1
        var channels = 1
        var rate = 48_000
        var bits = 16
        var body = Data()
        var before = Data()
        var extensible = false
        var claimedBytes: Int?

        static func number(_ value: Int, _ bytes: Int) -> Data {
            Data((0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
        }
        var data: Data {
            let n = Self.number
            let frame = channels * bits / 8
            var format =
                n(extensible ? 0xFFFE : code, 2) + n(channels, 2) + n(rate, 4) + n(rate * frame, 4) + n(frame, 2)
            format += n(bits, 2)
            if extensible {
                format += n(22, 2) + n(bits, 2) + n(0, 4) + n(code, 2)
                format += Data([0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71])
            }
            let parts = [
                Data("RIFF".utf8), n(0, 4), Data("WAVE".utf8), before,
                Data("fmt ".utf8), n(format.count, 4), format,
                Data("data".utf8), n(claimedBytes ?? body.count, 4), body,
            ]
            return Data(parts.joined())
        }
    }

    private func decode(_ data: Data, maximumFrames: Int = 1_000_000) throws -> [Float] {
        try data.withUnsafeBytes { try WAVReader.decode($0, file: "test.wav", maximumFrames: maximumFrames) }
    }

    private func encode(_ samples: [Float], _ format: SampleFormat, channels: Int) -> Data {
        var data = Data(count: samples.count * channels * format.bytes)
        data.withUnsafeMutableBytes { raw in
            if let base = raw.baseAddress { format.encode(samples, count: samples.count, channels: channels, to: base) }
        }
        return data
    }

    @Test(arguments: [SampleFormat.u8, .s16, .s24packed, .s32, .float], [false, true])
    func readsEveryEncoding(format: SampleFormat, extensible: Bool) throws {
        for channels in [1, 2, 8, 32] {
            let source = sine(440, seconds: 0.02)
            let file = File(
                code: format == .float ? 3 : 1, channels: channels, bits: format.bytes * 8,
                body: encode(source, format, channels: channels), extensible: extensible)
            let samples = try decode(file.data)
            #expect(samples.count == source.count)
            #expect(zip(samples, source).allSatisfy { abs($0 - $1) < (format == .u8 ? 0.012 : 0.0005) })
        }
    }

    @Test func convertsTheRate() throws {
        let file = File(rate: 22_050, body: encode(sine(440, seconds: 0.2, rate: 22_050), .s16, channels: 1))
        let samples = try decode(file.data)
        #expect(abs(samples.count - 9600) <= 2)
        #expect(tone(440, in: Array(samples.dropFirst(960).prefix(7680))) > 0.995)
    }

    @Test func skipsOtherChunksEvenOddOnes() throws {
        let odd = Data("LIST".utf8) + File.number(3, 4) + Data([1, 2, 3, 0])
        let samples = try decode(File(body: encode([0.5, -0.5], .s16, channels: 1), before: odd).data)
        #expect(samples.count == 2)
    }

    @Test func usesWhatATruncatedFileStillHolds() throws {
        let whole = File(body: encode(sine(440, seconds: 0.1), .s16, channels: 1)).data
        let samples = try decode(whole.prefix(whole.count - 4001))
        #expect(samples.count == 4800 - 2001)
        let endless = File(body: encode([0.5, 0.5], .s16, channels: 1), claimedBytes: 0x7FFF_F000).data
        #expect(try decode(endless).count == 2)
    }

    @Test func readsNoMoreThanIsWanted() throws {
        let file = File(body: encode(sine(440, seconds: 1), .s16, channels: 1))
        #expect(try decode(file.data, maximumFrames: 480).count == 480)
    }

    /// Only 3 s lie between the preparation of a ring and its time, and a slow card reads some megabytes in them.
    @Test(.requirement("ALARM-12")) func ofALongFileOnlyWhatIsWantedIsRead() throws {
        func write(_ file: File, bytes: Int) throws -> String {
            let path = NSTemporaryDirectory() + "/anicca-long-\(UUID().uuidString).wav"
            let beginning = file.data
            try beginning.write(to: URL(fileURLWithPath: path))
            // Without blocks on the disk.
            try #require(truncate(path, beginning.count - file.body.count + bytes) == 0)
            return path
        }
        let body = encode(sine(440, seconds: 1.5), .s16, channels: 2)
        let notes = Data("LIST".utf8) + File.number(10_000, 4) + Data(count: 10_000)
        for before in [Data(), notes] {
            let path = try write(
                File(channels: 2, body: body, before: before, claimedBytes: 300 * 192_000), bytes: 300 * 192_000)
            defer { try? FileManager.default.removeItem(atPath: path) }
            let (bytes, size) = try WAVReader.beginning(of: path, maximumFrames: 48_000)
            #expect(size > 57_000_000 && bytes.count < 210_000)
            let samples = try WAVReader.read(path, maximumFrames: 48_000)
            #expect(samples.count == 48_000 && tone(440, in: samples) > 0.99)
        }
        // How long it is counts although it is not read to the end.
        let bytes = 601 * 4000
        let endless = try write(
            File(rate: 4000, bits: 8, body: Data(count: 8), claimedBytes: bytes), bytes: bytes)
        defer { try? FileManager.default.removeItem(atPath: endless) }
        #expect(throws: WAVError.self) { try WAVReader.read(endless, maximumFrames: 480) }
    }

    @Test func reportsWhatIsWrong() {
        func expect(_ file: File, _ text: String) {
            do {
                _ = try decode(file.data)
                Issue.record("read: \(text)")
            } catch {
                #expect("\(error)".contains(text), "\(error)")
                #expect("\(error)".hasPrefix("test.wav: "))
            }
        }
        let body = Data(count: 64)
        expect(File(channels: 33, body: body), "33 channels")
        expect(File(channels: 0, body: body), "0 channels")
        expect(File(rate: 3999, body: body), "3999 Hz")
        expect(File(rate: 400_000, body: body), "400000 Hz")
        expect(File(code: 2, bits: 4, body: body), "format code 2")
        expect(File(code: 3, bits: 64, body: body), "64 bits")
        expect(File(bits: 12, body: body), "12 bits")
        expect(File(), "no sound")
    }

    @Test func refusesWhatIsNotAFile() {
        func error(_ path: String) -> String {
            do {
                return "\(try WAVReader.read(path, maximumFrames: 480).count)"
            } catch {
                return "\(error)"
            }
        }
        #expect(error("/nonexistent/a.wav").contains("No such file"))
        #expect(error("/dev/null").contains("not a regular file"))
        #expect(error("/").contains("not a regular file"))
    }

    @Test func aHeaderAloneSaysWhetherAFileCanBePlayed() throws {
        let good = Array(File(body: Data(repeating: 64, count: 960)).data)
        try WAVReader.checkBeginning(good, file: "a")
        // The data may be cut short, but nothing before it may be.
        try WAVReader.checkBeginning(Array(good[..<46]), file: "a")
        for count in 0...44 {
            #expect(throws: WAVError.self) { try WAVReader.checkBeginning(Array(good[..<count]), file: "a") }
        }
        for faulty in [File(code: 7, body: Data(count: 96)), File(rate: 100, body: Data(count: 96)), File()] {
            #expect(throws: WAVError.self) { try WAVReader.checkBeginning(Array(faulty.data), file: "a") }
        }
        #expect(throws: WAVError.notAFile(file: "/dev/null")) { try WAVReader.check("/dev/null") }
        #expect(throws: WAVError.unreadable(file: "/nonexistent", code: ENOENT)) {
            try WAVReader.check("/nonexistent")
        }
    }

    @Test(.requirement("GUARD-6")) func brokenFilesNeverTrap() {
        let good = File(channels: 2, body: encode(sine(440, seconds: 0.01), .s16, channels: 2), extensible: true).data
        var random = SeededRandom(seed: 27)
        for _ in 0..<3000 {
            var bad = good
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bad[Int.random(in: 0..<min(72, bad.count), using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { bad = bad.prefix(Int.random(in: 0...bad.count, using: &random)) }
            if let samples = try? decode(bad, maximumFrames: 48_000) {
                #expect(samples.allSatisfy { $0.isFinite })
            }
        }
    }
}

@Suite(.requirement("SOUND-2")) struct MaterialTests {
    private func folder() throws -> String {
        let path = NSTemporaryDirectory() + "/anicca-material-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    private final class Log: Sendable {
        let lines = Ring<Int>(minimumCapacity: 64, zero: 0)
        func add(_: Any) { _ = lines.push(1) }
    }

    @Test func fallsFromHabitsFileToBoardsFileToTheSynthesizedAlarm() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try wavFile(sine(700, seconds: 0.5)).write(to: URL(fileURLWithPath: folder + "/own.wav"))
        try wavFile(sine(500, seconds: 0.5)).write(to: URL(fileURLWithPath: folder + "/board.wav"))
        try wavFile([Float](repeating: 0, count: 4800)).write(to: URL(fileURLWithPath: folder + "/mute.wav"))
        try Data("RIFFno".utf8).write(to: URL(fileURLWithPath: folder + "/bad.wav"))
        func samples(_ file: String?, board: String?) -> (samples: [Float], warnings: Int) {
            let log = Log()
            let loader = MaterialLoader(
                configuration: SoundConfiguration(alarmFile: board, soundsFolder: folder), log: { log.add(($0, $1)) })
            let material = loader.alarm(file: file, limitMilliseconds: 30_000, fromPercent: 20)
            #expect(material.isLooping)
            return (Array(UnsafeBufferPointer(start: material.samples, count: material.count)), log.lines.count)
        }
        let board = folder + "/board.wav"
        #expect(tone(700, in: samples("own", board: board).samples) > 0.98)
        #expect(tone(500, in: samples(nil, board: board).samples) > 0.98)
        for bad in ["bad.wav", "mute.wav", "gone.wav", "/nonexistent.wav"] {
            let (result, warnings) = samples(bad, board: board)
            #expect(tone(500, in: result) > 0.98)
            #expect(warnings == 1)
        }
        #expect(samples("bad", board: folder + "/mute.wav").samples == Tones.alarm())
    }

    @Test func cutsSilenceInFrontAndRaisesAQuietRecording() {
        let quiet = [Float](repeating: 0, count: 24_000) + sine(440, seconds: 0.5, amplitude: 0.1)
        let ready = MaterialLoader.readyForAlarm(quiet, fromPercent: 20) ?? []
        #expect(ready.count < 24_100)
        #expect(abs((ready.map { abs($0) }.max() ?? 0) - 0.9) < 0.01)
        #expect(MaterialLoader.readyForAlarm([0.001, -0.001], fromPercent: 100) == nil)
        #expect(MaterialLoader.readyForAlarm([], fromPercent: 100) == nil)
    }

    @Test func onlyPlainNamesAreSearched() {
        #expect(MaterialLoader.isPlainName("wake_up.en-1"))
        for bad in ["", "../secret", "a/b", ".hidden", "ä", String(repeating: "a", count: 101)] {
            #expect(!MaterialLoader.isPlainName(bad))
        }
    }
}
