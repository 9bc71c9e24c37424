import Bedside
import Cloud
import Foundation
import Synchronization
import TestKit
import Testing

@testable import Realtime

/// How a call is asked for at a gateway, over a real connection (ACCOUNT-3).
@Suite(.requirement("ACCOUNT-3"), .bounded) struct GatewayCallsTests {
    private static let opened = """
        HTTP/1.1 201 Created\r\nAnicca-Session: s1\r\nAnicca-Remaining: 60\r\nContent-Length: 3\r
        Connection: close\r\n\r\nv=0
        """

    /// Asks once, as a device that a server has for itself: the other tests ask at the same time.
    ///
    /// - Returns: the status with which the call was answered, if any, and what was reported about sessions.
    private static func asks(
        _ server: LoopbackServer, habit: String? = nil, within milliseconds: Int = 5000, reports count: Int = 1
    ) throws -> (status: Int?, reports: [GatewayCalls.Report]) {
        let reports = Mutex<[GatewayCalls.Report]>([])
        let answers = Mutex<[Int?]>([])
        let calls = GatewayCalls(
            address: "http://127.0.0.1:\(server.port)/mobile/realtime/session", device: "d\(server.port)",
            session: { nil },
            habit: { habit.flatMap { HabitID($0) } }, report: { one in reports.withLock { $0.append(one) } })
        let http = HTTPClient()
        defer { http.shutDown() }
        var limits = RealtimeLimits()
        limits.httpMilliseconds = milliseconds
        calls.send(
            Array("v=0".utf8), content: "application/sdp", isResumed: false,
            credential: try #require(Credential("atk_one")), limits: limits, over: http
        ) { result in
            answers.withLock { $0.append((try? result.get())?.status) }
        }
        let end = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < end {
            if answers.withLock({ !$0.isEmpty }), reports.withLock({ $0.count >= count }) { break }
            usleep(2000)
        }
        #expect(answers.withLock { $0.count } == 1)
        return (answers.withLock { $0.first ?? nil }, reports.withLock { $0 })
    }

    private static func header(_ name: String, _ request: String) -> String? {
        request.components(separatedBy: "\r\n").first { $0.hasPrefix(name + ": ") }.map {
            String($0.dropFirst(name.count + 2))
        }
    }

    @Test func theTalkIsNamedByItsHabit() throws {
        for habit in ["wake", nil] {
            let server = try #require(LoopbackServer { _, _ in Self.opened })
            defer { server.end() }
            #expect(try Self.asks(server, habit: habit).status == 201)
            #expect(server.requests.map { Self.header("Anicca-Habit", $0) } == [habit])
        }
    }

    /// The gateway may have opened a session: under the same key it opens no second one, and the talk goes on.
    @Test func anAnswerThatIsCutOffIsAskedForOnceMoreUnderItsKey() throws {
        let server = try #require(LoopbackServer { number, _ in number == 0 ? nil : Self.opened })
        defer { server.end() }
        let (status, reports) = try Self.asks(server)
        #expect(status == 201 && reports == [.opened(session: "s1", leftSeconds: 60)])
        let keys = server.requests.map { Self.header("Idempotency-Key", $0) }
        #expect(keys.count == 2 && keys[0] != nil && keys[0] == keys[1])
    }

    /// The gateway may get the first one last (`StartMark` of the gateway reads them).
    @Test func eachRequestSaysWhichOfThisProgramItIs() throws {
        let server = try #require(LoopbackServer { number, _ in number == 0 ? nil : Self.opened })
        defer { server.end() }
        for _ in 0..<2 { #expect(try Self.asks(server).status == 201) }
        let marks = server.requests.compactMap { Self.header("Anicca-Start", $0)?.split(separator: "-") }
        let numbers = marks.compactMap { $0.last.flatMap { Int($0) } }
        #expect(numbers.count == 3 && numbers == Array(Set(numbers)).sorted(), "\(numbers)")
        #expect(Set(marks.compactMap(\.first)).count == 1 && marks.allSatisfy { $0.count == 2 && $0[0].count <= 16 })
    }

    /// The later one's number would be the lower one, and the gateway would end its call.
    @Test func anAnswerThatIsCutOffAfterALaterCallWasAskedForIsNotAskedForOnceMore() throws {
        let (isFirstOneThere, isLaterOneThere) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let server = try #require(
            LoopbackServer { number, _ in
                guard number == 0 else {
                    isLaterOneThere.signal()
                    return Self.opened
                }
                isFirstOneThere.signal()
                _ = isLaterOneThere.wait(timeout: .now() + 10)
                return nil
            })
        defer { server.end() }
        let isFirstOneRefused = Mutex(false)
        let isFirstOneAnswered = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let asked = try? Self.asks(server, within: 20_000, reports: 0)
            isFirstOneRefused.withLock { $0 = asked?.status == nil }
            isFirstOneAnswered.signal()
        }
        #expect(isFirstOneThere.wait(timeout: .now() + 10) == .success)
        #expect(try Self.asks(server).status == 201)
        #expect(isFirstOneAnswered.wait(timeout: .now() + 10) == .success)
        #expect(isFirstOneRefused.withLock { $0 } && server.requests.count == 2)
    }

    @Test func aGatewayThatAlwaysCutsIsAskedTwiceAtMost() throws {
        let server = try #require(LoopbackServer { _, _ in nil })
        defer { server.end() }
        let (status, reports) = try Self.asks(server, reports: 0)
        #expect(status == nil && reports.isEmpty && server.requests.count == 2)
    }
}
