import Bedside
import CLinux
import Glibc
import Synchronization
import System

/// What can go wrong while the loop is set up, at the start.
public enum ReactorError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A call of the operating system failed.
    case system(call: String, code: Int32)

    public var description: String {
        switch self {
        case .system(let call, let code): "\(call): \(errorText(code))"
        }
    }
}

/// The main loop: one thread, asleep in `epoll_wait` without a time limit until a descriptor, a timer, a signal or
/// another thread wakes it. Everything except `Mailbox.post` belongs to the loop's thread.
///
/// Theory of operation. Each descriptor has a handler, which is called when it is ready; timers, signals and mailboxes
/// are descriptors too. A registration has a generation, which comes back with each event, so that an event for a
/// descriptor that was removed (and perhaps reused) meanwhile is ignored. Two deadlines are built in: one on the civil
/// clock, which also notices that the clock was set, and one on the boot clock.
public final class Reactor {
    /// What to wait for on a descriptor.
    public struct Interest: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let readable = Interest(rawValue: clinux_epollin)
        public static let writable = Interest(rawValue: clinux_epollout)
        /// Both directions are closed, or the device is gone. Always delivered, even if not requested.
        public static let closed = Interest(rawValue: clinux_epollhup | clinux_epollerr)
    }

    private struct Registration {
        var generation: UInt32
        var handler: (Interest) -> Void
    }

    private let epoll: FileDescriptor
    private var registrations: [Int32: Registration] = [:]
    private var generation: UInt32 = 0
    private var isStopped = false
    private var events = [epoll_event](repeating: epoll_event(), count: 32)
    private var civilTimer: CivilTimer
    private let bootTimer: BootTimer
    private var civilDeadline: CivilTime?
    /// How often the loop slept and woke: the figure for idle wake-ups.
    public private(set) var wakeUps = 0

    /// Called when the civil deadline has passed, by the clock as it is now.
    public var onCivilDeadline: () -> Void = {}
    /// Called when the civil clock was set (stepped). The deadline stays armed at its absolute time.
    public var onClockSet: () -> Void = {}
    /// Called when the boot deadline has passed.
    public var onBootDeadline: () -> Void = {}

    public convenience init() throws(ReactorError) {
        try self.init(civilCalls: .kernel)
    }

    /// `civilCalls`: the system calls of the civil timer. Tests simulate a set clock here, because they must not set
    /// the real one.
    init(civilCalls: CivilTimer.Calls) throws(ReactorError) {
        let descriptor = epoll_create1(clinux_epoll_cloexec)
        guard descriptor >= 0 else { throw .system(call: "epoll_create1", code: errno) }
        epoll = FileDescriptor(descriptor)
        civilTimer = try CivilTimer(calls: civilCalls)
        bootTimer = try BootTimer()
        try add(civilTimer.descriptor.number, for: .readable) { [unowned self] _ in
            deliver(civilTimer.readOutcome())
        }
        try add(bootTimer.descriptor.number, for: .readable) { [unowned self] _ in
            if bootTimer.consume() { onBootDeadline() }
        }
        armCivil(nil)
    }

    // MARK: Descriptors

    /// Calls `handler` on the loop's thread whenever the descriptor is ready; level-triggered. Replaces an earlier
    /// handler.
    public func add(
        _ descriptor: Int32, for interest: Interest, handler: @escaping (Interest) -> Void
    ) throws(ReactorError) {
        let isKnown = registrations[descriptor] != nil
        generation &+= 1
        registrations[descriptor] = Registration(generation: generation, handler: handler)
        guard control(isKnown ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, descriptor, interest, generation) else {
            let code = errno
            registrations[descriptor] = nil
            throw .system(call: "epoll_ctl", code: code)
        }
    }

    /// Changes what is waited for; the handler stays.
    public func change(_ descriptor: Int32, to interest: Interest) {
        guard let registration = registrations[descriptor] else { return }
        _ = control(EPOLL_CTL_MOD, descriptor, interest, registration.generation)
    }

    /// Removes a descriptor; call it before the descriptor is closed. Events already collected for it are not
    /// delivered.
    public func remove(_ descriptor: Int32) {
        guard registrations.removeValue(forKey: descriptor) != nil else { return }
        _ = control(EPOLL_CTL_DEL, descriptor, [], 0)
    }

    private func control(_ operation: Int32, _ descriptor: Int32, _ interest: Interest, _ generation: UInt32) -> Bool {
        var event = epoll_event()
        event.events = interest.rawValue
        event.data.u64 = UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor))
        return epoll_ctl(epoll.number, operation, descriptor, &event) == 0
    }

    // MARK: Timers

    /// Arms the wake-up at a civil time; nil: no deadline, but a set clock is still noticed. A past time fires at once.
    public func armCivil(_ deadline: CivilTime?) {
        civilDeadline = deadline
        if civilTimer.arm(deadline) == .clockSet { deliverSoon(.clockSet) }
    }

    /// Arms the wake-up at a boot time; nil disarms. A past time fires at once.
    public func armBoot(_ deadline: BootTime?) { bootTimer.arm(deadline) }

    /// Makes another timer on the boot clock, disarmed; it exists as long as it is referenced.
    public func makeTimer(_ handler: @escaping () -> Void) throws(ReactorError) -> LoopTimer {
        try LoopTimer(reactor: self, handler: handler)
    }

    /// The outcome of arming, if it found that the clock was set. Kept, because no handler may run in the middle of the
    /// caller's work.
    private var pending: CivilTimer.Outcome?

    private func deliverSoon(_ outcome: CivilTimer.Outcome) { pending = outcome }

    private func deliver(_ outcome: CivilTimer.Outcome) {
        switch outcome {
        case .nothing: break
        case .clockSet: onClockSet()
        case .expired: if civilDeadline != nil { onCivilDeadline() } else { armCivil(nil) }
        }
    }

    // MARK: Running

    /// Makes a mailbox for other threads.
    ///
    /// - Parameters:
    ///   - limit: how many messages may wait; a message beyond that is refused.
    ///   - turnLimit: how many messages are handled before everything else that is ready has its turn, so that no
    ///     sender keeps the loop from buttons, socket and watchdog.
    public func makeMailbox<Message: Sendable>(
        of type: Message.Type = Message.self, limit: Int = 4096, turnLimit: Int = 16,
        handler: @escaping (Message) -> Void
    ) throws(ReactorError) -> Mailbox<Message> {
        let mailbox = try Mailbox<Message>(limit: limit)
        try add(mailbox.wakeDescriptor, for: .readable) { _ in
            for message in mailbox.take(turnLimit) { handler(message) }
        }
        return mailbox
    }

    /// Handles events until `stop`. Sleeps whenever there are none.
    public func run() throws(ReactorError) {
        isStopped = false
        while !isStopped { try turn(timeoutMilliseconds: -1) }
    }

    /// Ends `run` after the current handler. Loop's thread only; from others post a message.
    public func stop() { isStopped = true }

    /// Waits once and handles what came; -1 waits without limit.
    func turn(timeoutMilliseconds: Int32) throws(ReactorError) {
        if let outcome = pending {
            pending = nil
            deliver(outcome)
            if isStopped { return }
        }
        let count = epoll_wait(epoll.number, &events, Int32(events.count), pending == nil ? timeoutMilliseconds : 0)
        if count < 0 {
            guard errno == EINTR else { throw .system(call: "epoll_wait", code: errno) }
            return
        }
        wakeUps &+= 1
        for event in events.prefix(Int(count)) {
            let descriptor = Int32(bitPattern: UInt32(truncatingIfNeeded: event.data.u64))
            guard let registration = registrations[descriptor],
                registration.generation == UInt32(truncatingIfNeeded: event.data.u64 >> 32)
            else { continue }
            registration.handler(Interest(rawValue: event.events))
            if isStopped { return }
        }
    }
}

/// Passes messages from any thread to the loop, where they arrive in order, on the loop's thread.
public final class Mailbox<Message: Sendable>: Sendable {
    private struct State {
        /// The first `taken` of them have been handed out.
        var messages: [Message] = []
        var taken = 0
        var refused = 0
        var waiting: Int { messages.count - taken }
    }
    private let wakeUp = WakeUp()
    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) throws(ReactorError) {
        guard wakeUp.descriptor >= 0 else { throw .system(call: "eventfd", code: errno) }
        self.limit = limit
    }

    var wakeDescriptor: Int32 { wakeUp.descriptor }

    /// Passes a message to the loop; false if the mailbox is full. Any thread; takes a lock for a few instructions, so
    /// not for a real-time thread.
    @discardableResult
    public func post(_ message: Message) -> Bool {
        let isFirst: Bool? = state.withLock { state in
            guard state.waiting < limit else {
                state.refused += 1
                return nil
            }
            state.messages.append(message)
            return state.waiting == 1
        }
        guard let isFirst else { return false }
        if isFirst { wakeUp.signal() }
        return true
    }

    /// How many messages were refused since the start.
    public var refusedCount: Int { state.withLock { $0.refused } }

    /// Takes the oldest messages, at most `count` of them. If others are left, the descriptor stays readable.
    func take(_ count: Int) -> [Message] {
        state.withLock { state in
            let messages = Array(state.messages.dropFirst(state.taken).prefix(count))
            state.taken += messages.count
            // What is left is moved to the front only once it is the smaller part.
            if state.waiting == 0 {
                state.messages.removeAll(keepingCapacity: state.messages.count <= 64)
                state.taken = 0
                // Within the lock, so that a message that is posted afterwards signals again.
                wakeUp.clear()
            } else if state.taken > state.waiting {
                state.messages.removeFirst(state.taken)
                state.taken = 0
            }
            return messages
        }
    }

}
