import Bedside

/// The draws of one morning, made before anything happens, so that every rule meets the same morning.
struct MorningDraws {
    let anticipates: Double
    let seen: Double
    let lies: Double
    let press: Double
    let near: Double
    let start: Double
    let corrects: Double
    let answers: Double
    let consents: Double
    let rating: Double

    init(_ draws: inout Draws) {
        anticipates = draws.fraction()
        seen = draws.fraction()
        lies = draws.fraction()
        press = draws.fraction()
        near = draws.fraction()
        start = draws.fraction()
        corrects = draws.fraction()
        answers = draws.fraction()
        consents = draws.fraction()
        rating = draws.quickNormal()
    }
}

/// What happened in one morning, as it was and as the device saw it.
struct Morning {
    /// Whether the owner was awake before the ring, or before it would have come.
    var wasUp = false
    /// Whether a sign of life was seen before the ring, true or not.
    var showedLife = false
    var rang = false
    var observed = DayWord.unaided
    var isCorrected = false
    /// Whether the owner slept on after a ring that nobody answered.
    var sleptThrough: Bool { rang && observed == .missed && !wasUp }
    /// Whether Start and not Stop answered.
    var pressedStart = false
}

/// How an owner behaves in the morning: a pure function of the draws.
struct MorningBehaviour {
    let parameters: SleeperParameters
    let snoozer: Snoozer
    /// Chance that a waking before the ring is seen.
    let seen: Double
    /// Chance of answering a question by now.
    let answers: Double
    let isEpisode: Bool

    /// - Parameter wasUp: whether the owner is awake at the ring, or at the end of the wait if the rule is silent.
    func morning(wasUp: Bool, plan: MorningPlan, draws: MorningDraws) -> Morning {
        var result = Morning(wasUp: wasUp)
        result.showedLife = wasUp ? draws.seen < seen : draws.lies < parameters.lieChance
        if result.showedLife, plan.heedsSigns || plan.ringMinutes == nil { return result }
        guard plan.ringMinutes != nil else {
            // Nobody is asked and nothing rings: the rule sees nothing at all.
            result.observed = .prompt
            return result
        }
        result.rang = true
        result.pressedStart = draws.start < parameters.startChance
        if wasUp {
            result.observed = draws.near < parameters.upAndNearChance ? .prompt : .missed
            let share = result.observed == .missed ? 1 : parameters.correctsPromptShare
            result.isCorrected = draws.corrects < answers * share
        } else {
            let prompt = parameters.promptChance(snoozer) * (isEpisode ? parameters.episodePromptFactor : 1)
            let miss = parameters.missChance(snoozer) * (isEpisode ? parameters.episodeMissFactor : 1)
            result.observed = draws.press < prompt ? .prompt : draws.press > 1 - miss ? .missed : .slow
            // A lie in the afternoon is as likely as one in the morning.
            result.isCorrected = result.observed == .missed && draws.corrects < parameters.lieChance
        }
        return result
    }
}
