import CLateCurl
import Foundation

/// A request of the gateway to somebody outside.
struct OutgoingRequest: Sendable {
    var method = "POST"
    let url: String
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
    /// How long it may wait for a thread. Whoever asked has left after that; nil: somebody needs it in any case.
    var longestWaitMilliseconds: Int64?
}

struct OutgoingAnswer: Sendable {
    let status: Int
    /// Names in lower case.
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

enum OutgoingFailure: Error, Hashable, Sendable {
    /// Too much waits already, or it has waited for too long. Nothing was sent.
    case busy
    /// libcurl is missing: a sentence that says what to do.
    case incomplete(String)
    /// No answer: curl's code. It may have been sent.
    case noAnswer(Int)
}

/// HTTP to somebody outside, over libcurl: a few threads with a connection each, bounded in time and size. Encrypted,
/// unless it goes to this machine.
final class OutgoingHTTP: @unchecked Sendable {
    struct Limits: Sendable {
        var threads = 16
        var queue = 256
        var connectMilliseconds = 5_000
        var totalMilliseconds = 10_000
        var answerBytes = 1 << 20
    }

    private struct Job {
        let request: OutgoingRequest
        let continuation: CheckedContinuation<Result<OutgoingAnswer, OutgoingFailure>, Never>
        let askedAt = monotonicMilliseconds()

        var isTooLate: Bool {
            request.longestWaitMilliseconds.map { monotonicMilliseconds() - askedAt > $0 } ?? false
        }
    }

    private let limits: Limits
    // Everything below is touched with `condition` locked.
    private let condition = NSCondition()
    private var jobs: [Job] = []
    private var threads = 0
    private var idle = 0
    private var isClosed = false

    init(limits: Limits = Limits()) { self.limits = limits }

    func send(_ request: OutgoingRequest) async -> Result<OutgoingAnswer, OutgoingFailure> {
        await withCheckedContinuation { continuation in
            let isTaken = condition.withLock {
                guard !isClosed, jobs.count < limits.queue else { return false }
                jobs.append(Job(request: request, continuation: continuation))
                if idle < jobs.count, threads < limits.threads { start() }
                condition.signal()
                return true
            }
            if !isTaken { continuation.resume(returning: .failure(.busy)) }
        }
    }

    /// Threads end when they have done what was asked for before.
    func close() {
        condition.withLock {
            isClosed = true
            condition.broadcast()
        }
    }

    private func start() {
        threads += 1
        let thread = Thread { [self] in work() }
        thread.name = "outgoing"
        thread.stackSize = 1 << 20
        thread.start()
    }

    private func next() -> Job? {
        condition.withLock {
            idle += 1
            defer { idle -= 1 }
            while jobs.isEmpty && !isClosed { condition.wait() }
            return jobs.isEmpty ? nil : jobs.removeFirst()
        }
    }

    private func work() {
        let problem = late_curl_load().map { String(cString: $0) }
        let client = problem == nil ? late_http_new() : nil
        while let job = next() {
            guard !job.isTooLate else {
                job.continuation.resume(returning: .failure(.busy))
                continue
            }
            guard let client else {
                job.continuation.resume(returning: .failure(.incomplete(problem ?? "libcurl has no memory")))
                continue
            }
            job.continuation.resume(returning: perform(job.request, client))
        }
        if let client { late_http_close(client) }
    }

    private func perform(
        _ request: OutgoingRequest, _ client: UnsafeMutableRawPointer
    ) -> Result<OutgoingAnswer, OutgoingFailure> {
        let lines = request.headers.map { strdup("\($0.name): \($0.value)") }
        defer { for line in lines { free(line) } }
        var answer = late_http_answer()
        defer { late_http_free(&answer) }
        let pointers = lines.map { UnsafePointer($0) }
        let code = request.method.withCString { method in
            request.url.withCString { url in
                pointers.withUnsafeBufferPointer { headers in
                    request.body.withUnsafeBytes { body in
                        var sent = late_http_request(
                            method: method, url: url, headers: headers.baseAddress, header_count: headers.count,
                            body: body.baseAddress, body_count: body.count,
                            loopback_only: request.url.hasPrefix("http://") ? 1 : 0,
                            connect_milliseconds: limits.connectMilliseconds,
                            total_milliseconds: limits.totalMilliseconds, maximum_answer: limits.answerBytes)
                        return late_http_perform(client, &sent, &answer)
                    }
                }
            }
        }
        guard code == 0 else { return .failure(.noAnswer(Int(code))) }
        let head = UnsafeRawBufferPointer(start: answer.head, count: answer.head_count)
        let headers = head.split { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }.compactMap(Self.header)
        return .success(
            OutgoingAnswer(
                status: Int(answer.status), headers: headers,
                body: Array(UnsafeRawBufferPointer(start: answer.body, count: answer.body_count))))
    }

    /// A line of an answer's head; nil: it is none of a header.
    private static func header(_ line: Slice<UnsafeRawBufferPointer>) -> (name: String, value: String)? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var value = line[line.index(after: colon)...].drop(while: isBlank)
        while let last = value.last, isBlank(last) { value.removeLast() }
        return (String(decoding: line[..<colon], as: UTF8.self).lowercased(), String(decoding: value, as: UTF8.self))
    }
}
