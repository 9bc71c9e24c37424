/// One meditation as it will be heard: which sound at which time, counted from its beginning (MIND-5).
///
/// Times are absolute, so a sound that comes late moves none of the later ones (D-3).
public struct MeditationPlan: Hashable, Sendable {
    public enum Sound: Hashable, Sendable {
        case speech(Utterance)
        case tone(Tone)
    }

    /// A sound and its time.
    public struct Cue: Hashable, Sendable {
        public var at: TimeSpan
        /// When it is over at the latest.
        public var until: TimeSpan
        public var sound: Sound
    }

    /// A step and its time.
    public struct Item: Hashable, Sendable {
        public var id: String
        public var part: MeditationPart
        public var at: TimeSpan
        public var until: TimeSpan
        /// The place at which it continues after an interruption.
        var resumption: Resumption
        var isAsking: Bool
    }

    enum Resumption: Hashable, Sendable {
        case atBeginning
        /// At the beginning of the breath that was cut off.
        case atBreath(milliseconds: Int)
        /// At the very instant.
        case atOnce
    }

    public let minutes: MeditationLength
    public let length: TimeSpan
    public let hasBells: Bool
    public let items: [Item]
    public let cues: [Cue]

    /// - Parameters:
    ///   - breath: how the owner breathes with the tone.
    ///   - hasBells: whether bells are heard.
    ///   - isSaid: whether a sentence that is said only every few days is said now.
    public init(
        _ script: MeditationScript, _ minutes: MeditationLength, breath: BreathStyle = .even, in language: Language,
        hasBells: Bool = true, isSaid: (_ onceInDays: Int) -> Bool = { _ in true }
    ) {
        self.minutes = minutes
        self.hasBells = hasBells
        length = .milliseconds(minutes.milliseconds)
        let (fixed, stretchable) = script.seconds(for: minutes, breath)
        let room = max(minutes.milliseconds - fixed * 1000, 0)
        var items: [Item] = []
        var cues: [Cue] = []
        var before = (fixed: 0, stretchable: 0)
        for step in script.steps(for: minutes, breath) {
            func place(_ before: (fixed: Int, stretchable: Int)) -> Int {
                // Every place is rounded by itself, so that the errors do not add up.
                before.fixed * 1000 + (stretchable > 0 ? before.stretchable * room / stretchable : 0)
            }
            let at = place(before)
            if step.act.isStretchable {
                before.stretchable += step.act.seconds
            } else {
                before.fixed += step.act.seconds
            }
            let until = place(before)
            items.append(Item(step, at: at, until: until))
            cues += Self.cues(of: step, at: at, language, hasBells: hasBells, isSaid: isSaid)
        }
        self.items = items
        self.cues = Self.ended(cues, by: length)
    }

    /// A minute of paced breathing (N-3): six breaths of ten seconds, and a bell after them. It needs no script, and no
    /// word is said.
    static func breathing(hasBells: Bool) -> MeditationPlan {
        let breath = MeditationScript.Breath(rise: 4, hold: 0, fall: 6, rest: 0, count: 6)
        let bell = MeditationScript.Act.bell(decibels: silentDecibels, seconds: Tone.bellMilliseconds / 1000)
        let acts: [(String, MeditationPart, MeditationScript.Act)] = [
            ("breath", .breath, .breath(breath)), ("end", .closing, bell),
        ]
        let steps = acts.map { MeditationScript.Step(id: $0.0, part: $0.1, lengths: [.one], act: $0.2) }
        return MeditationPlan(MeditationScript(steps: steps), .one, in: .english, hasBells: hasBells)
    }

    private static func cues(
        of step: MeditationScript.Step, at: Int, _ language: Language, hasBells: Bool, isSaid: (Int) -> Bool
    ) -> [Cue] {
        func cue(_ sound: Sound, at: Int, milliseconds: Int) -> Cue {
            Cue(at: .milliseconds(at), until: .milliseconds(at + milliseconds), sound: sound)
        }
        func bell(_ decibels: Int, at: Int) -> Cue {
            cue(.tone(.bell(decibels: decibels)), at: at, milliseconds: Tone.bellMilliseconds)
        }
        switch step.act {
        case .say(let sentence):
            if sentence.isAboutBells, !hasBells { return [] }
            if let days = sentence.onceInDays, !isSaid(days) { return [] }
            var utterance = Utterance(
                key: "meditation.\(step.id).\(language.rawValue)", text: sentence.text(in: language),
                reading: language == .japanese ? sentence.reading : nil, language: language)
            utterance.pace = .slow
            // Words that take longer than planned run on into the pause that follows.
            return [cue(.speech(utterance), at: at, milliseconds: sentence.seconds * 1000 + wordsMayBeLate)]
        case .breath(let breath):
            let tone = Tone(breath)
            return (0..<breath.count).map {
                cue(.tone(tone), at: at + $0 * breath.seconds * 1000, milliseconds: tone.milliseconds)
            }
        case .bell(let decibels, _): return hasBells ? [bell(decibels, at: at)] : []
        case .silence(let seconds, let every):
            guard hasBells, let every else { return [] }
            return stride(from: every, to: seconds, by: every).map { bell(silentDecibels, at: at + $0 * 1000) }
        case .pause, .ask: return []
        }
    }

    /// How loud a bell in the silence is (D-3).
    static let silentDecibels = -30
    private static let wordsMayBeLate = 3000

    /// No cue lasts beyond the next one, nor beyond the end.
    private static func ended(_ cues: [Cue], by length: TimeSpan) -> [Cue] {
        cues.indices.map { index in
            var cue = cues[index]
            let next = index + 1 < cues.count ? cues[index + 1].at : length + .milliseconds(Tone.bellMilliseconds)
            cue.until = min(cue.until, next)
            return cue
        }
    }

    public func item(_ id: String) -> Item? { items.first { $0.id == id } }

    /// The step at a time; the last one from the end on.
    func item(at time: TimeSpan) -> Item? { items.last { $0.at <= time } ?? items.first }

    /// The time at which a meditation that was paused at a given time continues.
    func resumption(from time: TimeSpan) -> TimeSpan {
        guard let item = item(at: time) else { return time }
        switch item.resumption {
        case .atBeginning: return item.at
        case .atOnce: return time
        case .atBreath(let milliseconds):
            guard milliseconds > 0 else { return item.at }
            return item.at + .milliseconds((time - item.at).milliseconds / milliseconds * milliseconds)
        }
    }
}

extension MeditationPlan.Item {
    fileprivate init(_ step: MeditationScript.Step, at: Int, until: Int) {
        id = step.id
        part = step.part
        self.at = .milliseconds(at)
        self.until = .milliseconds(until)
        isAsking = false
        switch step.act {
        case .say, .bell: resumption = .atBeginning
        case .breath(let breath): resumption = .atBreath(milliseconds: breath.seconds * 1000)
        case .pause, .silence: resumption = .atOnce
        case .ask:
            resumption = .atOnce
            isAsking = true
        }
    }
}
