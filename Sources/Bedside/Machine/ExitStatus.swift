/// Why something was not done, as `sysexits.h` numbers it: the exit status of a command, and the code of a refusal on the
/// control socket. Beside these, 0 is success, and 1 that what a command checked is not as it should be.
public enum ExitStatus: Int32, Codable, Sendable, Hashable {
    case usage = 64
    case badData = 65
    case noInput = 66
    case unavailable = 69
    case internalError = 70
    case cannotWrite = 73
    case inputOutput = 74
    case temporary = 75
    case notAllowed = 77
}
