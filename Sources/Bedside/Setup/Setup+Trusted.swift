/// Asks for the person a companion may mention if the owner seems to be at risk (SETUP-1, G-5). The answer is private:
/// it goes to the memory, and into no profile and no journal.
extension Setup {
    /// An empty answer leaves it as it is, and "no" names nobody any more.
    static func trusted(_ answer: SetupAnswer, in context: FeatureContext) -> Taken {
        let text: String
        switch answer {
        case .privateText(let person): text = person.words.prefix(SetupAnswer.maximumCharacters).trimmed()
        case .yes(let isYes): text = isYes ? "y" : "n"
        // Words in the open are in the journal already: no name is taken from them.
        case .text(let words) where words.trimmed().isEmpty || SetupAnswers.isYes(words) != nil: text = words.trimmed()
        case .text, .heard, .played, .notPlayed, .signedIn, .notSignedIn: return Taken(next: .trusted)
        }
        if text.isEmpty { return Taken() }
        guard let isYes = SetupAnswers.isYes(text) else { return trust(PrivateText(text), in: context) }
        return isYes ? Taken(says: [.expectedPerson], next: .trusted) : trust(nil, in: context)
    }

    private static func trust(_ person: PrivateText?, in context: FeatureContext) -> Taken {
        // Where nobody was named, there is nothing to take back.
        guard person != nil || context.durable.memory.memory.active(.trustedPerson) != nil else { return Taken() }
        switch context.refusal(toTrust: person) {
        case nil: return Taken(requests: [.trust(person)])
        case .memory(.tooLong)?:
            let maximum = MemoryLimits.textCharacters(in: context.profile.language)
            return Taken(says: [.expectedShorter(maximumCharacters: maximum)], next: .trusted)
        case .memory(let reason)?: return Taken(says: [.refused(.memory(reason))], next: .trusted)
        // No other words would change that, so setup goes on.
        case let refusal?: return Taken(says: [.refused(refusal), .trustLater])
        }
    }
}
