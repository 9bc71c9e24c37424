/// A soft sound of a meditation that the device makes itself (D-2, D-3). It needs no file.
public enum Tone: Hashable, Codable, Sendable {
    /// A struck bowl that dies away.
    ///
    /// - Parameter decibels: its peak in dBFS, at full volume.
    case bell(decibels: Int)
    /// One breath: a tone that rises and grows while the owner breathes in, stays while they hold, and falls and fades
    /// while they breathe out. Lengths are in milliseconds.
    case breath(rise: Int, hold: Int, fall: Int)
    /// One sigh: a tone that rises, rises once more and shortly, and then falls. Lengths are in milliseconds.
    case sigh(rise: Int, topUp: Int, fall: Int)

    /// A few birds far away, for the minutes before an alarm (S-2). It goes on until it is replaced.
    case dawn

    enum BellCodingKeys: String, CodingKey { case decibels }
    enum BreathCodingKeys: String, CodingKey { case rise, hold, fall }
    enum SighCodingKeys: String, CodingKey { case rise, topUp, fall }

    init(_ breath: MeditationScript.Breath) {
        let (rise, topUp, fall) = (breath.rise * 1000, breath.topUp * 1000, breath.fall * 1000)
        self =
            topUp > 0
            ? .sigh(rise: rise, topUp: topUp, fall: fall) : .breath(rise: rise, hold: breath.hold * 1000, fall: fall)
    }

    /// How loud the bell is that ends a meditation before its time.
    static let farewell = Tone.bell(decibels: -30)

    /// How long a bell is heard.
    public static let bellMilliseconds = 3000

    /// After how long the birds sing the same again.
    public static let dawnMilliseconds = 24_000

    public var milliseconds: Int {
        switch self {
        case .bell: Self.bellMilliseconds
        case .breath(let rise, let hold, let fall): rise + hold + fall
        case .sigh(let rise, let topUp, let fall): rise + topUp + fall
        case .dawn: Self.dawnMilliseconds
        }
    }
}
