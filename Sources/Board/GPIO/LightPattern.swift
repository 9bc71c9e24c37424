import Bedside

/// The rhythm and colour of one state of the light (BOARD-3), from a fixed table. Pure.
///
/// With one lamp, the rhythm alone must distinguish the states; with three, the colour helps.
public struct LightPattern: Hashable, Sendable {
    public struct Colour: Hashable, Sendable {
        public var red: Bool
        public var green: Bool
        public var blue: Bool

        static let dark = Colour(red: false, green: false, blue: false)
        static let white = Colour(red: true, green: true, blue: true)
        static let redOnly = Colour(red: true, green: false, blue: false)
        static let yellow = Colour(red: true, green: true, blue: false)
        static let greenOnly = Colour(red: false, green: true, blue: false)
        static let cyan = Colour(red: false, green: true, blue: true)
        static let blueOnly = Colour(red: false, green: false, blue: true)

        public var isLit: Bool { red || green || blue }
    }
    public struct Step: Hashable, Sendable {
        public var colour: Colour
        public var milliseconds: Int
    }

    /// The colour while lit; dark for states that are dark.
    public var colour: Colour
    /// Repeated forever. A single step is steady, and nothing has to wake up for it.
    public var steps: [Step]

    public var isSteady: Bool { steps.count <= 1 }

    public static func pattern(for light: Light) -> LightPattern {
        switch light {
        case .ringing: rhythm(.white, [200, 200])
        case .missed: rhythm(.redOnly, [100, 200, 100, 200, 100, 2300])
        case .connecting: rhythm(.blueOnly, [500, 500])
        case .listening: rhythm(.greenOnly, [])
        case .speaking: rhythm(.cyan, [1200, 300])
        case .muted: rhythm(.redOnly, [60, 9940])
        case .needsAttention: rhythm(.yellow, [60, 240, 60, 9640])
        case .nudge: rhythm(.greenOnly, [800, 2200])
        case .dawn: rhythm(.yellow, [4700, 300])
        case .idle: rhythm(.dark, [])
        }
    }

    /// Lit and dark times in turn, in milliseconds; an empty list means steady.
    private static func rhythm(_ colour: Colour, _ milliseconds: [Int]) -> LightPattern {
        guard !milliseconds.isEmpty else {
            return LightPattern(colour: colour, steps: [Step(colour: colour, milliseconds: 0)])
        }
        let steps = milliseconds.enumerated().map { index, length in
            Step(colour: index.isMultiple(of: 2) ? colour : .dark, milliseconds: length)
        }
        return LightPattern(colour: colour, steps: steps)
    }
}
