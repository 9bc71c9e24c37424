/// What a speaker writes on each try to begin a conversation or to go on with one. By it the later of two tries is
/// known, in whatever order they arrive (ACCOUNT-3).
///
/// They can arrive in another order: the speaker's system goes on sending what was written to a connection after the
/// speaker has closed it, and a gateway that was halted reads what has come meanwhile.
public struct StartMark: Hashable, Sendable {
    /// The most bytes that one has.
    public static let longest = 32

    /// A random name of the time for which the speaker's program runs.
    private let run: String
    /// Grows with each try while the program runs.
    private let number: Int64

    /// Reads "9f0c-17": 1 to 16 lowercase hexadecimal digits, and 1 to 15 decimal ones. Nil: it is something else.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let run = parts.first, let digits = parts.last, (1...16).contains(run.utf8.count),
            run.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
            (1...15).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int64(digits)
        else { return nil }
        self.run = String(run)
        self.number = number
    }

    /// As it is stored.
    public var text: String { "\(run)-\(number)" }

    /// Whether the speaker made this try after the other one. Tries of two runs, or without a mark, cannot be compared:
    /// then it is false.
    public func isAfter(_ other: StartMark?) -> Bool {
        guard let other, other.run == run else { return false }
        return number > other.number
    }
}
