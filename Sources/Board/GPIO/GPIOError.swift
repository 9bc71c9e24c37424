import Glibc

/// Why a part of the board cannot be used, and what to do about it. One line each.
public enum GPIOError: Error, Sendable, Equatable, CustomStringConvertible {
    /// No `/dev/gpiochip*` at all.
    case noChips
    /// The device is there; this user may not open it.
    case noPermission(path: String)
    case chipNotFound(wanted: [String], found: [String])
    case lineNotFound(line: String, chips: [String])
    case busy(line: String, chip: String, consumer: String?)
    case ledNotFound(name: String, found: [String])
    case ledNotWritable(path: String)
    /// The chip or lamp went away while in use.
    case unplugged(what: String)
    case system(operation: String, SystemError)

    public var description: String {
        switch self {
        case .noChips:
            return "no GPIO chip here (/dev/gpiochip*): use --board terminal, or enable the GPIO driver"
        case .noPermission(let path):
            return "no permission for \(path): add the user to group gpio (usermod -aG gpio USER) and log in again"
        case .chipNotFound(let wanted, let found):
            return "GPIO chip \(list(wanted)) not found: this machine has \(list(found)); set chip in the board file"
        case .lineNotFound(let line, let chips):
            return "\(line) not found on \(list(chips)): gpioinfo lists the lines; set line in the board file"
        case .busy(let line, let chip, let consumer):
            let user = consumer.map { "\"\($0)\"" } ?? "another program or driver"
            return "\(line) of \(chip) is in use by \(user): stop that, or choose another line in the board file"
        case .ledNotFound(let name, let found):
            return "lamp \(name) not found under /sys/class/leds: this machine has \(list(found))"
        case .ledNotWritable(let path):
            return "no permission to write \(path): a udev rule must give it to the user (see board/README.md)"
        case .unplugged(let what):
            return "\(what) went away: plug it in again and restart"
        case .system(let operation, let error):
            return "\(operation): \(error)"
        }
    }

    private func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.map { OneLine.quoted($0) }.joined(separator: ", ")
    }

    /// The meaning of an errno from opening a chip's device file.
    static func opening(_ path: String, _ code: Int32) -> GPIOError {
        switch code {
        case EACCES, EPERM: .noPermission(path: path)
        default: .system(operation: "opening \(path)", SystemError(code))
        }
    }

    /// The meaning of an errno from requesting a line.
    static func requesting(_ line: String, chip: String, consumer: String?, _ code: Int32) -> GPIOError {
        switch code {
        case EBUSY: .busy(line: line, chip: chip, consumer: consumer)
        case EACCES, EPERM: .noPermission(path: chip)
        case ENODEV: .unplugged(what: chip)
        default: .system(operation: "requesting \(line) of \(chip)", SystemError(code))
        }
    }

    /// The meaning of an errno from a line in use.
    static func using(_ what: String, _ code: Int32) -> GPIOError {
        switch code {
        case ENODEV, EBADF: .unplugged(what: what)
        default: .system(operation: what, SystemError(code))
        }
    }
}

/// One part of the board that does not work; everything else does.
public struct BoardProblem: Sendable, Equatable, CustomStringConvertible {
    /// `start button`, `light`, `buzzer`.
    public var part: String
    public var error: GPIOError
    public init(part: String, error: GPIOError) {
        self.part = part
        self.error = error
    }
    public var description: String { "\(part): \(error)" }
}
