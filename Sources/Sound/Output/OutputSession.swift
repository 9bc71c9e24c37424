import Bedside
import CALSA
import Glibc
import Synchronization
import System

/// One opening of one output device: the thread that opens it, plays, and closes it.
final class OutputSession: Sendable {
    enum Ending: Sendable, Equatable {
        case closed
        case failed(SoundError)
    }
    /// Distinguishes this opening from all others of the driver.
    let number: Int
    let device: String
    let link: OutputLink
    private static let reservedCommands = 32
    private let ending = Mutex<Ending?>(nil)
    private let summary = Mutex<String?>(nil)
    private let realTime = Atomic<Bool>(false)

    /// Starts the thread. The driver's wake-up is signalled when `openSummary` or `result` change.
    init(
        number: Int, device: String, configuration: SoundConfiguration, driverWakeUp: WakeUp, totals: SoundTotals
    ) throws(SoundError) {
        self.number = number
        self.device = device
        link = OutputLink(driverWakeUp: driverWakeUp, totals: totals)
        // Real-time before the device is opened, because a sound server's client library starts a thread of its own,
        // which carries every frame and inherits the priority. Below the kernel's threads for interrupts (50), so that
        // a press and the card come first.
        try startSoundThread("sound-out", .realTime(priority: 45)) { [self] in
            let result = run(configuration)
            // In this order: with neither, the session would count as opening.
            ending.withLock { $0 = result }
            summary.withLock { $0 = nil }
            driverWakeUp.signal()
        }
    }

    /// Set while the device is open.
    var openSummary: String? { summary.withLock { $0 } }
    /// Set once the thread plays no more; from then on only the driver uses `link`.
    var result: Ending? { ending.withLock { $0 } }
    var isRealTime: Bool { realTime.load(ordering: .relaxed) }

    var thread: PlaybackThread {
        let due = link.dueBack.load(ordering: .relaxed)
        return PlaybackThread(
            dueBack: due == .max ? nil : BootTime(nanoseconds: due), hasCommands: link.commands.count > 0)
    }

    /// Sends a command; false if there is no room. Some room is kept for commands that must not be lost.
    func send(_ command: OutputCommand) -> Bool {
        switch command {
        case .click, .hold: guard link.commands.free > Self.reservedCommands else { return false }
        case .start, .stop: break
        }
        guard link.commands.push(command) else { return false }
        link.wakeUp.signal()
        return true
    }

    /// Reports the failure before the device is closed: closing a device that failed may hang, and the next one must
    /// sound.
    private func failed(_ error: SoundError) -> Ending {
        ending.withLock { $0 = .failed(error) }
        summary.withLock { $0 = nil }
        link.driverWakeUp.signal()
        return .failed(error)
    }

    /// Opens the device, waiting a little for a card that another opening, just asked to close, still holds.
    private static func open(_ name: String, _ configuration: SoundConfiguration) throws(SoundError) -> ALSADevice {
        let period = configuration.periodFrames
        var tries = 0
        while true {
            do throws(SoundError) {
                return try ALSADevice(
                    name: name, stream: SND_PCM_STREAM_PLAYBACK,
                    direct: .init(
                        periodFrames: 240, bufferFrames: max(configuration.rewindableQueueFrames + 480, 8 * 240)),
                    plugged: .init(
                        periodFrames: period, bufferFrames: max(8 * period, 2 * configuration.queueFrames, 1920),
                        // Less than is queued in the first turn, however that is rounded.
                        startFrames: configuration.queueFrames - period))
            } catch {
                tries += 1
                guard error.isBusy, tries < 10 else { throw error }
                usleep(25_000)
            }
        }
    }

    private func run(_ configuration: SoundConfiguration) -> Ending {
        realTime.store(isRealTimeThread, ordering: .relaxed)
        let device: ALSADevice
        do {
            device = try Self.open(self.device, configuration)
        } catch {
            return .failed(error)
        }
        defer { device.close() }
        guard link.hasOpened() else { return .closed }
        let port = ALSAOutputPort(device)
        var limits = OutputLoop<ALSAOutputPort>.Limits()
        limits.periodNanoseconds = Int64(configuration.periodFrames) * 1_000_000_000 / 48_000
        limits.queueNanoseconds = Int64(configuration.queueFrames) * 1_000_000_000 / 48_000
        limits.rewindableQueueNanoseconds = Int64(configuration.rewindableQueueFrames) * 1_000_000_000 / 48_000
        limits.lingerNanoseconds = Int64(configuration.lingerMilliseconds) * 1_000_000
        // A device that cannot take frames back moves by its own periods, and needs two of those at least; one that can
        // has a long queue and is topped up every 5 ms.
        let devicePeriod = Int64(device.periodFrames) * 1_000_000_000 / Int64(device.rate)
        limits.periodNanoseconds = device.canRewind ? 5_000_000 : max(limits.periodNanoseconds, devicePeriod)
        let linePeriod = Int64(configuration.linePeriodFrames) * 1_000_000_000 / 48_000
        limits.linePeriodNanoseconds = max(linePeriod, limits.periodNanoseconds)
        let loop = OutputLoop(port: port, link: link, limits: limits, click: Tones.click())
        summary.withLock { $0 = device.summary }
        link.driverWakeUp.signal()
        while true {
            let now = bootNanoseconds()
            // A stop or a start talks to a server and back, which may take a while; a hang takes longer.
            link.dueBack.store(now, ordering: .relaxed)
            switch loop.step(now: now) {
            case .sleep(let nanoseconds):
                link.dueBack.store(
                    nanoseconds > 100_000_000 ? .max : bootNanoseconds() + nanoseconds, ordering: .relaxed)
                link.wakeUp.wait(nanoseconds: nanoseconds)
            case .closed: return .closed
            case .lost(let code):
                return failed(.lost(device: self.device, operation: "playback", code: code))
            case .stuck(let milliseconds):
                return failed(.stuck(device: self.device, milliseconds: milliseconds))
            }
        }
    }
}

extension OutputSession {
    /// The commands that were sent at the very moment when the session closed. The director's thread.
    func takeLostCommands() -> LostCommands {
        var lost = LostCommands()
        while let command = link.commands.pop() {
            switch command {
            case .click: lost.hasClick = true
            case .hold(let until): lost.heldUntil = BootTime(nanoseconds: until)
            case .start, .stop: break
            }
        }
        return lost
    }
}
