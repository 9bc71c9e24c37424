import Bedside
import CLinux
import Glibc

/// Reports to the service manager, by the protocol of sd_notify(3): a datagram of `NAME=value` lines to
/// `$NOTIFY_SOCKET`. Without one every call does nothing. Loop's thread only, and it never waits: a service manager
/// that hangs stops no alarm. A line that it did not take is sent again with the next one.
final class ServiceManager {
    /// The longest time between two signs of life that the watchdog allows; nil if there is no watchdog.
    let watchdogLimit: TimeSpan?
    private let socket: FileDescriptor?
    private let address: String
    private var unsent: [String] = []
    private var toldStatus = ""

    /// Whether the environment names a service manager; usable before one is made.
    static var isAnnounced: Bool { Files.environment("NOTIFY_SOCKET") != nil }

    /// Takes the variables out of the environment, so that no child speaks in our name. Before other threads start.
    convenience init() {
        let names = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]
        let given = names.map { Files.environment($0) }
        for name in names { unsetenv(name) }
        self.init(address: given[0], limitMicroseconds: given[1], watched: given[2])
    }

    /// - Parameters: as the variables have them; what is malformed counts as absent.
    init(address: String?, limitMicroseconds: String?, watched: String?) {
        self.address = address ?? ""
        // `/…` is a path, `@…` an abstract name; other families are for virtual machines.
        if self.address.hasPrefix("/") || self.address.hasPrefix("@") {
            let number = Glibc.socket(AF_UNIX, clinux_datagram_flags, 0)
            socket = number < 0 ? nil : FileDescriptor(number)
        } else {
            socket = nil
        }
        let isOurs = watched.map { $0 == String(getpid()) } ?? true
        if isOurs, socket != nil, let limit = limitMicroseconds.flatMap(Int64.init), limit > 0, limit < 1 << 50 {
            watchdogLimit = TimeSpan(nanoseconds: limit * 1000)
        } else {
            watchdogLimit = nil
        }
    }

    var isPresent: Bool { socket != nil }

    /// Reports that alarms are armed and buttons work.
    func ready() { send("READY=1") }

    /// Reports that an orderly end has begun.
    func stopping() { send("STOPPING=1") }

    /// Feeds the watchdog.
    func feedWatchdog() { send("WATCHDOG=1") }

    /// Sets the line that `systemctl status` shows.
    func tell(_ status: String) {
        guard isPresent, status != toldStatus else { return }
        toldStatus = status
        send("STATUS=" + status.replacing("\n", with: " "))
    }

    private func send(_ line: String) {
        guard let socket else { return }
        // For each name, the last value counts.
        let name = line.prefix { $0 != "=" }
        unsent.removeAll { $0.hasPrefix(name + "=") }
        unsent.append(line)
        // A restarted manager has a new socket under the old name: the address is given each time.
        if ControlAddress.send(Array(unsent.joined(separator: "\n").utf8), to: address, socket: socket.number) == 0 {
            unsent = []
        }
    }
}

/// Decides whether the watchdog is fed: only while the rules and the sound driver make progress (GUARD-3). The loop asks
/// it at half the watchdog's limit.
enum Liveness {
    enum Finding: Hashable {
        case well
        /// The sound driver's thread has not answered since the last time.
        case soundHangs
        /// Something that was due was not done, although the loop runs.
        case overdue(TimeSpan)
        /// A ring has no device, and fewer descriptors are left than it needs: what has used them up goes with the
        /// process, and the ring is resumed by the next one.
        case noDescriptors
    }
    /// A deadline that passed longer ago than this is lost, not just late.
    static let patience = TimeSpan.seconds(5)

    /// - Parameters:
    ///   - deadline: the rules', on each clock; nil: nothing is planned.
    ///   - soundAnswers: whether the driver has answered what it was asked the last time.
    ///   - ringLacksDescriptors: whether a ring cannot be heard and has too few descriptors.
    static func check(
        deadline: (civil: CivilTime?, boot: BootTime?), soundAnswers: Bool, ringLacksDescriptors: Bool = false,
        at now: Moment
    ) -> Finding {
        let late = [deadline.civil.map { now.civil - $0 }, deadline.boot.map { now.boot - $0 }].compactMap { $0 }.max()
        if let late, late > patience { return .overdue(late) }
        if ringLacksDescriptors { return .noDescriptors }
        return soundAnswers ? .well : .soundHangs
    }
}
