import CoreMetrics
import Synchronization

/// A backend for swift-metrics that writes Prometheus' text format, version 0.0.4. Safe on any thread.
///
/// Counters and meters are numbers; recorders and timers are histograms with fixed buckets. Names and labels come from
/// this program, never from a request, so their number is bounded; `mostSeries` is the last guard.
final class PrometheusRegistry: MetricsFactory {
    static let mostSeries = 2_000
    /// Seconds.
    static let buckets: [Double] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private struct Key: Hashable, Comparable {
        let name: String
        /// `{method="GET",status="200"}`, or nothing.
        let labels: String

        init(_ name: String, _ dimensions: [(String, String)]) {
            self.name = name
            let pairs = dimensions.map { "\($0)=\"\(escaped($1))\"" }
            labels = pairs.isEmpty ? "" : "{" + pairs.joined(separator: ",") + "}"
        }

        static func < (one: Key, other: Key) -> Bool { (one.name, one.labels) < (other.name, other.labels) }
    }

    private let series = Mutex<[Key: Series]>([:])

    private func series(_ kind: Series.Kind, _ name: String, _ dimensions: [(String, String)]) -> Series {
        series.withLock { all in
            let key = Key(name, dimensions)
            if let known = all[key] { return known }
            let fresh = Series(kind)
            if all.count < Self.mostSeries { all[key] = fresh }
            return fresh
        }
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(.counter, label, dimensions)
    }
    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(.gauge, label, dimensions)
    }
    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        series(aggregate ? .histogram : .gauge, label, dimensions)
    }
    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(.histogram, label, dimensions)
    }
    // Series live as long as the process: Prometheus wants a counter to go on.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}

    /// All series as text.
    func text() -> String {
        let all = series.withLock { $0 }.sorted { $0.key < $1.key }
        var text = ""
        var lastName = ""
        for (key, series) in all {
            if key.name != lastName { text += "# TYPE \(key.name) \(series.kind.rawValue)\n" }
            lastName = key.name
            series.write(to: &text, name: key.name, labels: key.labels)
        }
        return text
    }
}

private func escaped(_ value: String) -> String {
    value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
}

/// One line of the registry, or one histogram.
private final class Series: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    enum Kind: String { case counter, gauge, histogram }

    private struct State {
        var value = 0.0
        var count = 0
        /// One for each bound, and one above them.
        var counts = [Int](repeating: 0, count: PrometheusRegistry.buckets.count + 1)
    }

    let kind: Kind
    private let state = Mutex(State())

    init(_ kind: Kind) { self.kind = kind }

    func increment(by amount: Int64) { state.withLock { $0.value += Double(amount) } }
    func reset() { state.withLock { $0 = State() } }
    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { state.withLock { $0.value = value } }
    func increment(by amount: Double) { state.withLock { $0.value += amount } }
    func decrement(by amount: Double) { state.withLock { $0.value -= amount } }
    func record(_ value: Int64) { record(Double(value)) }
    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

    func record(_ value: Double) {
        let bucket = PrometheusRegistry.buckets.firstIndex { value <= $0 } ?? PrometheusRegistry.buckets.count
        state.withLock { state in
            guard kind == .histogram else { return state.value = value }
            state.value += value
            state.count += 1
            if state.counts.indices.contains(bucket) { state.counts[bucket] += 1 }
        }
    }

    func write(to text: inout String, name: String, labels: String) {
        let state = state.withLock { $0 }
        guard kind == .histogram else {
            text += "\(name)\(labels) \(number(state.value))\n"
            return
        }
        let inner = labels.isEmpty ? "" : "," + labels.dropFirst().dropLast()
        var total = 0
        for (bound, count) in zip(PrometheusRegistry.buckets.map(number) + ["+Inf"], state.counts) {
            total += count
            text += "\(name)_bucket{le=\"\(bound)\"\(inner)} \(total)\n"
        }
        text += "\(name)_sum\(labels) \(number(state.value))\n\(name)_count\(labels) \(state.count)\n"
    }
}

/// Whole numbers without a fraction.
private func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
}
