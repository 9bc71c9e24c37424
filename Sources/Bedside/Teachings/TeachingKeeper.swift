/// Keeps the owner's choice for teachings, and which of them was heard when, as a feature (MIND-6).
///
/// The teachings themselves are in a file, and are needed for moments: a driver reads them with each call, chooses by
/// the request of `request(_:in:)`, and reports the choice. It counts as heard when a companion that was told it begins
/// to speak, so a call that nobody took up costs no teaching.
public struct TeachingKeeper: Feature {
    typealias Effect = Never
    public typealias Change = OwnerTeachings.Change
    public typealias Command = TeachingCommand

    /// A report from the driver that chose.
    public enum Event: Hashable, Codable, Sendable {
        /// The companion of the call that is being made, or is on, is told the teaching with this id.
        case chosen(id: String, date: LocalDate)

        enum CodingKeys: String, CodingKey { case chosen }
        enum ChosenCodingKeys: String, CodingKey { case id, date }

        /// Without the teaching, which tells what the owner has spoken of lately.
        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .chosen(let id, let date):
                var chosen = values.nestedContainer(keyedBy: ChosenCodingKeys.self, forKey: .chosen)
                try chosen.encode(encoder.allowsWords ? id : "", forKey: .id)
                try chosen.encode(date, forKey: .date)
            }
        }
    }

    private struct Chosen: Hashable, Sendable {
        var id: String
        var date: LocalDate
    }

    /// The choice for a call that is not open yet.
    private var chosen: Chosen?
    /// Whether a companion speaks that may have been given one.
    private var isOpen = false

    /// The facts for the choice of a call that is being made; what was chosen for an earlier one is out of date.
    mutating func prepare(
        _ lately: SaidLately?, for habit: HabitID?, in context: FeatureContext
    ) -> TeachingRequest? {
        chosen = nil
        return Teaching.Occasion(habit).flatMap { request(lately, on: $0, in: context) }
    }

    /// The facts by which the driver chooses; nil while the memory is paused, because companions then get none of it.
    func request(
        _ lately: SaidLately?, on occasion: Teaching.Occasion = .wake, in context: FeatureContext
    ) -> TeachingRequest? {
        guard let lately, context.isClockTrusted else { return nil }
        let part = context.durable.teachings
        let today = context.local.date
        let isAfterMiss = context.durable.schedule.records(of: [.wake, .training], on: -1...1, from: today).contains {
            $0.outcome == .missed && $0.occurrence.date <= today
        }
        return TeachingRequest(
            date: today, occasion: occasion, mode: part.mode, labels: lately.labels, reflections: lately.reflections,
            lastHeard: part.lastHeard, includesGrief: part.includesGrief, isAfterMiss: isAfterMiss,
            isMorning: context.local.local.time.hour < 12)
    }

    mutating func take(_ event: Event, in context: FeatureContext) -> FeatureOutput<Self> {
        switch event {
        case .chosen(let id, let date):
            guard TeachingDocument.isID(id) else { return FeatureOutput() }
            chosen = Chosen(id: id, date: date)
            return isOpen ? heard(in: context) : FeatureOutput()
        }
    }

    mutating func hear(_ notice: Notice, in context: FeatureContext) -> FeatureOutput<Self> {
        switch notice {
        case .callOpened(let habit):
            isOpen = Teaching.Occasion(habit) != nil
            return isOpen ? heard(in: context) : FeatureOutput()
        case .conversationEnded:
            isOpen = false
            chosen = nil
        case .conversationBegan, .pressed, .said, .occurrenceEnded, .heard, .concernRaised, .wentOffRecord,
            .profileChanged,
            .clockTrusted, .calendarChanged, .devicesChanged, .alarmChecked, .companionChecked:
            break
        }
        return FeatureOutput()
    }

    private mutating func heard(in context: FeatureContext) -> FeatureOutput<Self> {
        guard let chosen else { return FeatureOutput() }
        self.chosen = nil
        return FeatureOutput(changes: context.durable.teachings.hearing(chosen.id, on: chosen.date))
    }

    func answer(
        _ command: Command, today: TeachingRequest?, in context: FeatureContext
    ) -> (reply: Reply, output: FeatureOutput<Self>) {
        let part = context.durable.teachings
        var changes: [Change] = []
        var (mode, includesGrief) = (part.mode, part.includesGrief)
        switch command {
        case .today: return (.teaching(.today(today)), FeatureOutput())
        case .mode(let wanted):
            mode = wanted
            if wanted != part.mode { changes = [.mode(wanted)] }
        case .grief(let isIncluded):
            includesGrief = isIncluded
            if isIncluded != part.includesGrief { changes = [.includesGrief(isIncluded)] }
        }
        return (.teaching(.choice(mode, includesGrief: includesGrief)), FeatureOutput(changes: changes))
    }

    mutating func answer(
        _ command: Command, in context: FeatureContext
    ) -> (reply: Reply, output: FeatureOutput<Self>) {
        answer(command, today: nil, in: context)
    }
}

/// What the owner said about the last days, for a teaching and a theme of the morning.
struct SaidLately: Hashable, Sendable {
    /// The newest first.
    var reflections: [PrivateText] = []
    var labels: [EmotionLabel] = []
}

/// A request about teachings.
public enum TeachingCommand: Hashable, Codable, Sendable {
    /// The facts by which today's is chosen for a talk of an occasion; nil is the morning.
    case today(occasion: Teaching.Occasion?)
    case mode(TeachingMode)
    /// Whether there are teachings while the owner grieves.
    case grief(Bool)

    public var isWrite: Bool {
        switch self {
        case .today: false
        case .mode, .grief: true
        }
    }

    enum CodingKeys: String, CodingKey { case today, mode, grief }
    enum ModeCodingKeys: String, CodingKey { case _0 = "mode" }
    enum GriefCodingKeys: String, CodingKey { case _0 = "isIncluded" }
}

public enum TeachingReply: Hashable, Codable, Sendable {
    /// Nil: there is none today, whatever was said.
    case today(TeachingRequest?)
    case choice(TeachingMode, includesGrief: Bool)

    enum CodingKeys: String, CodingKey { case today, choice }
    enum TodayCodingKeys: String, CodingKey { case _0 = "request" }
    enum ChoiceCodingKeys: String, CodingKey { case _0 = "mode", includesGrief }
}
