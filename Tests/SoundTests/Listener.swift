import Bedside
import Synchronization
import System
import TestKit

@testable import Sound

/// A driver whose events are collected.
final class Listener: Sendable {
    private struct Heard {
        var events: [(event: Event, at: Int64)] = []
        var lines: [(level: LogLevel, text: String)] = []
    }
    private let heard = Mutex(Heard())
    let driver: SoundDriver

    init(_ configuration: SoundConfiguration) {
        let box = Box()
        driver = SoundDriver(
            configuration: configuration, post: { event in box.post(event) },
            log: { level, line in box.log(level, line) })
        box.connect(self)
    }

    private final class Box: Sendable {
        private struct State {
            weak var listener: Listener?
        }
        private let state = Mutex(State())
        func connect(_ listener: Listener) { state.withLock { $0.listener = listener } }
        private var listener: Listener? { state.withLock { $0.listener } }
        func post(_ event: Event) {
            let now = bootNanoseconds()
            listener?.heard.withLock { $0.events.append((event, now)) }
        }
        func log(_ level: LogLevel, _ line: String) {
            listener?.heard.withLock { $0.lines.append((level, line)) }
        }
    }

    var events: [Event] { heard.withLock { $0.events.map(\.event) } }
    var lines: [String] { heard.withLock { $0.lines.map(\.text) } }
    var warnings: [String] { heard.withLock { $0.lines.filter { $0.level == .warning }.map(\.text) } }
    func has(_ event: Event) -> Bool { events.contains(event) }
    func time(of match: (Event) -> Bool) -> Int64? { heard.withLock { $0.events.first { match($0.event) }?.at } }
    func waitFor(_ seconds: Double = 10, _ match: (Event) -> Bool) -> Bool {
        waitUntil(seconds: seconds) { self.events.contains(where: match) }
    }
    func failure(of id: Int) -> String? {
        events.lazy.compactMap { if case .sound(.failed(id, let reason)) = $0 { reason } else { nil } }.first
    }
}

func alarm(
    _ id: Int, from: Int = 80, to: Int = 80, rise: Int = 0, limit: Int = 30_000, output: Int = 0, file: String? = nil
) -> Playback {
    Playback(
        id: id, source: .alarm(file: file), fromPercent: from, toPercent: to, riseMilliseconds: rise,
        limitMilliseconds: limit, output: output)
}

func isFailed(_ id: Int) -> (Event) -> Bool {
    { if case .sound(.failed(id, _)) = $0 { true } else { false } }
}
