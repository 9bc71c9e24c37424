import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import Gateway

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

    /// Many tasks that wait and go on, on all loops at once, end, and nothing is left behind.
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
