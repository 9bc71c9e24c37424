/// How long a guided meditation lasts.
public enum MeditationLength: Int, CaseIterable, Codable, Hashable, Sendable, Comparable {
    /// A minute of paced breathing without words, which a nudge offers (N-3). No script has it.
    case one = 1
    case three = 3
    case five = 5
    case eight = 8

    /// Those that a script has, and that an owner may ask for.
    public static let allCases: [MeditationLength] = [.three, .five, .eight]

    public var minutes: Int { rawValue }
    public var milliseconds: Int { rawValue * 60_000 }
    public static func < (a: MeditationLength, b: MeditationLength) -> Bool { a.rawValue < b.rawValue }
}

/// How the owner breathes with the tone (D-2).
public enum BreathStyle: String, CaseIterable, Codable, Hashable, Sendable {
    /// In, and out for longer.
    case even
    /// In, a little more, and a long breath out.
    case sigh
}

/// The part of a meditation that a step belongs to; shown while it runs.
public enum MeditationPart: String, CaseIterable, Codable, Hashable, Sendable {
    case opening, breath, body, kindness, silence, closing
}

/// A guided meditation as a list of timed steps, for every length and language (MIND-5, D-1). Read from
/// `Prompts/meditation.guided.json` by `MeditationDocument`.
public struct MeditationScript: Hashable, Sendable {
    /// A sentence, with the seconds that are kept free for it.
    public struct Sentence: Hashable, Sendable {
        public var english: String
        public var japanese: String
        /// The Japanese as it sounds, in kana.
        public var reading: String
        public var seconds: Int
        /// Says it once in so many days only; its time stays free on the others. Nil: always.
        public var onceInDays: Int?
        /// Whether it speaks of the bells in the silence, and is left out where the owner wants none.
        public var isAboutBells: Bool

        func text(in language: Language) -> String {
            switch language {
            case .english: english
            case .japanese: japanese
            }
        }
    }

    /// Paced breathing; lengths are in seconds.
    public struct Breath: Hashable, Sendable {
        public var rise: Int
        /// A second, short breath in upon the first; 0: none.
        public var topUp = 0
        public var hold: Int
        public var fall: Int
        public var rest: Int
        public var count: Int

        public var seconds: Int { rise + topUp + hold + fall + rest }
    }

    public enum Act: Hashable, Sendable {
        case say(Sentence)
        /// - Parameter isStretchable: it is made longer or shorter, so that its version lasts exactly as long as it
        ///   should.
        case pause(seconds: Int, isStretchable: Bool)
        case breath(Breath)
        case bell(decibels: Int, seconds: Int)
        /// - Parameter bellEverySeconds: nil: no bell.
        case silence(seconds: Int, bellEverySeconds: Int?)
        /// Time for one word, which nobody has to say.
        case ask(seconds: Int)

        public var seconds: Int {
            switch self {
            case .say(let sentence): sentence.seconds
            case .pause(let seconds, _), .bell(_, let seconds), .silence(let seconds, _), .ask(let seconds): seconds
            case .breath(let breath): breath.seconds * breath.count
            }
        }

        public var isStretchable: Bool { if case .pause(_, true) = self { true } else { false } }
    }

    public struct Step: Hashable, Sendable {
        /// Stays the same when the words change: `--from` and recordings go by it.
        public var id: String
        public var part: MeditationPart
        /// The versions that it belongs to.
        public var lengths: Set<MeditationLength>
        /// The ways of breathing that it belongs to.
        public var breaths = Set(BreathStyle.allCases)
        public var act: Act
    }

    public var steps: [Step]

    public init(steps: [Step]) { self.steps = steps }

    public func steps(for length: MeditationLength, _ breath: BreathStyle = .even) -> [Step] {
        steps.filter { $0.lengths.contains(length) && $0.breaths.contains(breath) }
    }

    /// Whether there is a version of this length with this way of breathing. Files of owners may have no sigh.
    func has(_ breath: BreathStyle, for length: MeditationLength) -> Bool {
        guard breath == .sigh else { return true }
        return steps(for: length, .sigh).contains { step in
            if case .breath(let breath) = step.act { breath.topUp > 0 } else { false }
        }
    }

    /// The seconds of a version that do not change, and those that are stretched.
    func seconds(for length: MeditationLength, _ breath: BreathStyle) -> (fixed: Int, stretchable: Int) {
        steps(for: length, breath).reduce(into: (0, 0)) { sum, step in
            if step.act.isStretchable { sum.1 += step.act.seconds } else { sum.0 += step.act.seconds }
        }
    }
}
