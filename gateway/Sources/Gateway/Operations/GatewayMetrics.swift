import CoreMetrics
import HTTPTypes
import SQLEngines
import Synchronization

/// What the gateway counts (GATEWAY-9). Safe on any thread.
final class GatewayMetrics: Sendable {
    let registry = PrometheusRegistry()
    let limited: Counter
    let signIns: Counter
    let copies: Counter
    private let readsWaiting: Meter
    private let writesWaiting: Meter

    private struct RequestKey: Hashable {
        let method: String
        let route: String
        let status: Int
    }
    private struct RequestSeries {
        let count: Counter
        let seconds: CoreMetrics.Timer
    }
    private let requests = Mutex<[RequestKey: RequestSeries]>([:])

    init() {
        limited = Counter(label: "rate_limited_total", factory: registry)
        signIns = Counter(label: "speakers_signed_in_total", factory: registry)
        copies = Counter(label: "copied_speakers_total", factory: registry)
        readsWaiting = Meter(label: "db_queue", dimensions: [("lane", "read")], factory: registry)
        writesWaiting = Meter(label: "db_queue", dimensions: [("lane", "write")], factory: registry)
        for counter in [limited, signIns, copies] { counter.increment(by: 0) }
    }

    func request(method: HTTPRequest.Method, route: String, status: Int, elapsed: Duration) {
        let key = RequestKey(method: knownMethod(method), route: route, status: status)
        let series = requests.withLock { requests in
            if let known = requests[key] { return known }
            let labels = [("method", key.method), ("route", route), ("status", String(status))]
            let fresh = RequestSeries(
                count: Counter(label: "http_requests_total", dimensions: labels, factory: registry),
                seconds: Timer(label: "http_request_seconds", dimensions: [("route", route)], factory: registry))
            requests[key] = fresh
            return fresh
        }
        series.count.increment()
        series.seconds.recordNanoseconds(elapsed.microseconds * 1000)
    }

    /// The text for Prometheus, with what is only known at the moment.
    func text(engine: any Engine) -> String {
        let waiting = engine.waiting
        readsWaiting.set(waiting.reads)
        writesWaiting.set(waiting.writes)
        return registry.text()
    }
}
