import Foundation
import System

@testable import Sound

/// Speech of the installed synthesizer, mono at 48 kHz, at about -23 dBFS during speech.
enum SpeechMaterial {
    static let companion = speak(
        "en", pitch: 40,
        "Good morning. It is six o'clock, and the sun is coming up. Stand up, leave the bed, count to three and move. "
            + "How did you sleep tonight? Let us open the window, drink a glass of water, and take three slow breaths "
            + "together before the day begins. What would you like to do first this morning?")
    static let owner = speak("ja", pitch: 70, "はい、おきました。まどをあけて、みずをのみます。きょうは、はやくさんぽにいきたいです。")

    static func speak(_ voice: String, pitch: Int, _ text: String) -> [Float] {
        let path = NSTemporaryDirectory() + "/anicca-speech-\(UUID().uuidString).wav"
        defer { try? FileManager.default.removeItem(atPath: path) }
        guard
            let child = try? Child(
                ["/usr/bin/espeak-ng", "-v", voice, "-p", "\(pitch)", "-s", "160", "-w", path, text],
                environment: ProcessInfo.processInfo.environment)
        else { return [] }
        child.waitUntilExit()
        guard let samples = try? WAVReader.read(path, maximumFrames: 60 * 48_000) else { return [] }
        let peak = samples.reduce(0) { max($0, abs($1)) }
        return peak > 0 ? samples.map { $0 * 0.5 / peak } : []
    }
}

/// A line whose render side repeats samples and whose capture side is counted and kept.
final class TestLine: @unchecked Sendable {
    private let samples: UnsafeMutablePointer<Float>
    private let count: Int
    private var position = 0
    let captured = Ring<Float>(minimumCapacity: 1 << 20, zero: 0)
    let rendered = Ring<Float>(minimumCapacity: 1 << 20, zero: 0)

    init(_ source: [Float]) {
        count = source.count
        samples = .allocate(capacity: max(1, source.count))
        for (i, x) in source.enumerated() { samples[i] = x }
    }

    deinit { samples.deallocate() }

    var line: VoiceLine {
        VoiceLine(
            render: { [self] buffer in
                for i in buffer.indices {
                    buffer[i] = count > 0 ? samples[position] : 0
                    if count > 0 { position = (position + 1) % count }
                }
                if let base = buffer.baseAddress { _ = rendered.write(base, count: buffer.count) }
                return buffer.count
            },
            capture: { [self] frames in
                if let base = frames.baseAddress { _ = captured.write(base, count: frames.count) }
            })
    }
}

extension Ring where Element == Float {
    /// Everything captured so far; by one thread at a time.
    func drain() -> [Float] {
        var all: [Float] = []
        while let x = pop() { all.append(x) }
        return all
    }
}

/// Mean power in dB.
func power(_ samples: some Collection<Float>) -> Double { 20 * log10(max(rms(samples), 1e-6)) }

/// Resident memory of this process.
func residentKilobytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * 4
}
