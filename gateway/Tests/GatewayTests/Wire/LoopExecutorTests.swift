import Foundation
import NIOCore
import NIOPosix
import SQLEngines
import Synchronization
import Testing

@testable import Gateway
@testable import GatewayRules

/// Answers are made on the thread of their connection's event loop, also after they have waited for another thread.
@Suite struct LoopExecutorTests {
    private static func isOnLoopAfterAnotherThread(_ loop: any EventLoop) async -> [Bool] {
        var seen = [loop.inEventLoop]
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume() }
        }
        seen.append(loop.inEventLoop)
        await Task.yield()
        seen.append(loop.inEventLoop)
        async let other = loop.inEventLoop
        seen.append(await other)
        return seen
    }

    @Test func everyStepOfATaskRunsOnTheLoop() async {
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        let seen = await withTaskExecutorPreference(LoopExecutor(loop: loop)) {
            await Self.isOnLoopAfterAnotherThread(loop)
        }
        #expect(seen == [true, true, true, true])
        #expect(!loop.inEventLoop)
    }

    /// A speaker's token is looked up by the thread that has read the request.
    @Test func aRequestIsAnsweredOnTheLoop() async throws {
        let watched = Mutex<CountingEngine?>(nil)
        let token = try #require(Token(.device, random: [UInt8](repeating: 9, count: Token.randomBytes)))
        func watch(_ engine: any Engine) -> any Engine {
            let counting = CountingEngine(base: engine)
            watched.withLock { $0 = counting }
            return counting
        }
        try await RunningGateway.with(.sqlite, watch: watch) { gateway in
            let counting = try #require(watched.withLock { $0 })
            _ = counting.take()
            let answer = try await gateway.client.send(
                "GET", "/mobile/entitlement", headers: [("Authorization", "Bearer \(token.text)")])
            #expect(answer.status == 401)
            #expect(counting.take().readsOnLoop > 0)
        }
    }

    /// Many tasks that wait and go on, on all loops at once, end on their loops.
    @Test func thousandsOfTasksEnd() async {
        let group = MultiThreadedEventLoopGroup.singleton
        let sum = await withTaskGroup(of: Int.self) { tasks in
            for number in 0..<2_000 {
                let loop = group.next()
                tasks.addTask {
                    await withTaskExecutorPreference(LoopExecutor(loop: loop)) {
                        await Task.yield()
                        try? await Task.sleep(for: .milliseconds(1))
                        return loop.inEventLoop ? number : -1_000_000
                    }
                }
            }
            return await tasks.reduce(0, +)
        }
        #expect(sum == 2_000 * 1_999 / 2)
    }
}
