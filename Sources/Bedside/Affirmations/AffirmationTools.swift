/// The tool about the owner's phrases (MIND-7).
enum AffirmationTools {
    static let recordPhrase = ToolSpec<(words: PrivateText?, number: Int?)>(
        .recordPhrase,
        "Records a phrase of the owner's in their own voice. Call it only after the owner has asked for it and has "
            + "confirmed the words when repeated. Say one short farewell before the call, and nothing after it: the talk "
            + "ends, and the device itself says when to speak. At most 12 words, or 30 characters in Japanese.",
        parameters: [
            ToolParameter(
                name: "words", kind: .words,
                description: "The phrase, as the owner said it. Leave out if they mean the one that they have.",
                isRequired: false),
            ToolParameter(
                name: "number", kind: .integer(1...AffirmationRules.maximumPhrases),
                description: "The phrase's number, if the owner said one.", isRequired: false),
        ],
        isWrite: true, repetition: .atNight, topics: .voice, isSilent: true,
        call: { .recordPhrase(words: $0.words, number: $0.number) },
        read: { given throws(ToolError) in
            (
                words: try given.words("words"),
                number: try given.optionalInteger("number", 1...AffirmationRules.maximumPhrases)
            )
        },
        request: { phrase, _ in .command(.affirmation(.recordAfterTalk(phrase.words, place: phrase.number))) },
        names: { WishedThing(words: $0.words) })
}
