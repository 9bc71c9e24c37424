import CoreMetrics
import GatewayRules
import HTTPTypes
import SQLEngines
import Synchronization

/// What the gateway counts (GATEWAY-9). Safe on any thread.
final class GatewayMetrics: Sendable {
    let registry = PrometheusRegistry()
    let signIns: Counter
    let copies: Counter
    private let readsWaiting: Meter
    private let writesWaiting: Meter
    private let jobsDue: Meter
    private let webhookLag: Meter
    private let sessionsOpen: Meter
    private let reads: CoreMetrics.Timer
    private let writes: CoreMetrics.Timer

    /// Counters and timers with one label, made when they are first needed.
    private let counters = Mutex<[String: Counter]>([:])
    private let timers = Mutex<[String: CoreMetrics.Timer]>([:])

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
        signIns = Counter(label: "speakers_signed_in_total", factory: registry)
        copies = Counter(label: "copied_speakers_total", factory: registry)
        readsWaiting = Meter(label: "db_queue", dimensions: [("lane", "read")], factory: registry)
        writesWaiting = Meter(label: "db_queue", dimensions: [("lane", "write")], factory: registry)
        jobsDue = Meter(label: "jobs_due", factory: registry)
        webhookLag = Meter(label: "webhook_lag_seconds", factory: registry)
        sessionsOpen = Meter(label: "sessions_open", factory: registry)
        reads = Timer(label: "db_seconds", dimensions: [("batch", "read")], factory: registry)
        writes = Timer(label: "db_seconds", dimensions: [("batch", "write")], factory: registry)
        for counter in [signIns, copies] { counter.increment(by: 0) }
        for bucket in Failure.Bucket.allCases { limited(bucket, by: 0) }
    }

    /// - Parameter bucket: The limit that was met; nil: it is not known.
    func limited(_ bucket: Failure.Bucket?, by amount: Int64 = 1) {
        count("rate_limited_total", [("bucket", bucket?.rawValue ?? "other")], by: amount)
    }

    func databaseRead(elapsed: Duration) { reads.recordNanoseconds(elapsed.microseconds * 1000) }
    func databaseWrote(elapsed: Duration) { writes.recordNanoseconds(elapsed.microseconds * 1000) }

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

    func sessionStarted(isTalk: Bool) { count("sessions_started_total", [("phase", isTalk ? "talk" : "prepare")]) }

    /// The end of a lease is the end of its session; `by` says what ended it.
    func sessionEnded(_ end: Conversation.End, plan: Plan) {
        count("sessions_ended_total", [("by", end.cause.rawValue)])
        count("minutes_total", [("plan", plan.rawValue)], by: end.minutes)
    }

    /// - Parameter code: A status or a short name of ours, never a text of the provider's.
    func providerError(call: String, code: String) {
        count("provider_errors_total", [("call", call), ("code", code)])
    }

    func provider(call: String, elapsed: Duration) {
        let timer = timers.withLock { timers in
            if let known = timers[call] { return known }
            let fresh = Timer(label: "provider_seconds", dimensions: [("call", call)], factory: registry)
            timers[call] = fresh
            return fresh
        }
        timer.recordNanoseconds(elapsed.microseconds * 1000)
    }

    /// What waits and what is open, over all instances, as it was a few seconds ago.
    func backlog(_ backlog: Store.Backlog) {
        jobsDue.set(backlog.jobs)
        webhookLag.set(Double(backlog.lagMilliseconds) / 1000)
        sessionsOpen.set(backlog.sessions)
    }

    private func count(_ label: String, _ dimensions: [(String, String)], by amount: Int64 = 1) {
        let key = dimensions.reduce(label) { "\($0) \($1.1)" }
        let counter = counters.withLock { counters in
            if let known = counters[key] { return known }
            let fresh = Counter(label: label, dimensions: dimensions, factory: registry)
            counters[key] = fresh
            return fresh
        }
        counter.increment(by: amount)
    }

    /// The text for Prometheus, with what is only known at the moment.
    func text(engine: any Engine) -> String {
        let waiting = engine.waiting
        readsWaiting.set(waiting.reads)
        writesWaiting.set(waiting.writes)
        return registry.text()
    }
}
