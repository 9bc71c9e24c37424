import HummingbirdCore
import Logging
import NIOCore

/// Answers a connection's requests on the thread of its event loop. Otherwise each step of an answer is handed to the
/// shared pool of threads and its bytes back to the loop, and on one core the changes of threads cost as much as the
/// answers. Nothing in an answer may wait: the database, the provider and files are asked on other threads.
struct OnLoopChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        base.setup(channel: channel, logger: logger)
    }

    func handle(value: Base.Value, logger: Logger) async {
        await withTaskExecutorPreference(LoopExecutor(loop: value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}

/// Runs the jobs of tasks on an event loop's thread (SE-0417). Safe on any thread. The loop has to outlive the tasks.
final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
