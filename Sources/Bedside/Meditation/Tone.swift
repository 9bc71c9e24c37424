/// A soft sound of a meditation that the device makes itself (D-2, D-3). It needs no file.
public enum Tone: Hashable, Codable, Sendable {
    /// A struck bowl that dies away.
    ///
    /// - Parameter decibels: its peak in dBFS, at full volume.
    case bell(decibels: Int)
    /// One breath: a tone that rises and grows while the owner breathes in, stays while they hold, and falls and fades
    /// while they breathe out. Lengths are in milliseconds.
    case breath(rise: Int, hold: Int, fall: Int)

    enum BellCodingKeys: String, CodingKey { case decibels }
    enum BreathCodingKeys: String, CodingKey { case rise, hold, fall }

    /// How loud the bell is that ends a meditation before its time.
    static let farewell = Tone.bell(decibels: -30)

    /// How long a bell is heard.
    public static let bellMilliseconds = 4000

    public var milliseconds: Int {
        switch self {
        case .bell: Self.bellMilliseconds
        case .breath(let rise, let hold, let fall): rise + hold + fall
        }
    }
}
