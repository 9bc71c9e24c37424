/// The tools about what is remembered (MIND-1 to MIND-3). The gate decides what of their calls is kept; the answer says
/// so, with the reason.
enum MemoryTools {
    private static let quote = "The owner's own words in this talk that say so, letter for letter."

    static let remember = ToolSpec<MemoryCandidate>(
        .remember,
        "Keeps one lasting thing that the owner has just stated about their own life: a fact, a preference, a person, "
            + "a plan, or something they do not want. Nothing supposed, wished, joked or said by others, and no mood.",
        parameters: [
            ToolParameter(
                name: "slot", kind: .text(pattern: "^[a-z][a-z0-9-]{0,23}$"),
                description: "A short English name of what it answers, such as wake-time or dog-name; the same for the "
                    + "same thing, since the newer replaces the older.", isRequired: true),
            words("text", "The thing in one short sentence, in the owner's language."),
            words("quote", quote),
            ToolParameter(
                name: "kind", kind: .choice(MemoryCandidate.statedKinds.map(\.rawValue)),
                description: "What it is; boundary for what the owner does not want to hear or talk about.",
                isRequired: false),
            .date("Only for what ends: its last day.", name: "until"),
        ],
        isWrite: true, isAboutMemory: true, repetition: .never, topics: .none, call: { .memory(.remember($0)) },
        read: { given throws(ToolError) in
            let kind = try given.choice("kind", of: MemoryCandidate.statedKinds.map(\.rawValue))
            let (until, validUntil) = (try given.date("until"), try given.looseDate("valid_until"))
            return MemoryCandidate(
                kind: kind.flatMap { MemoryKind(rawValue: $0) },
                slot: try given.required("slot", try given.words("slot")).words,
                text: try given.required("text", try given.words("text")),
                quote: try given.required("quote", try given.words("quote")),
                validUntil: until ?? validUntil)
        },
        request: { candidate, _ in .command(.memory(.call(.remember(candidate)))) },
        answer: { _, outcome in kept(outcome) })

    static let saveIntention = ToolSpec<SaidIntention>(
        .saveIntention,
        "Keeps the one act that the owner intends for tomorrow with one habit, as soon as they have said it: when this "
            + "happens, I do that. Call it at once, before you say anything more. It replaces that habit's earlier one for "
            + "tomorrow; ask \"instead of …?\" first.",
        parameters: [
            .habit("The habit that it belongs to: wake, training, bedtime or another's name."),
            words("words", "The owner's whole sentence, letter for letter."),
            words("action", "The act alone: one movement of the body, of two minutes at most."),
            words("cue", "What it follows."),
            ToolParameter(
                name: "cue_kind", kind: .choice(Intention.CueKind.allCases.map(\.rawValue)),
                description: "after_action where they named something that they do; time only for a bare hour.",
                isRequired: true),
            words("obstacle", "What might get in the way, if they said so.", isRequired: false),
            words("coping", "What they do then, if they said so.", isRequired: false),
            ToolParameter(
                name: "days", kind: .choices(Weekday.allCases.map(\.shortName)),
                description: "Only if the owner said that it is for more days than tomorrow, such as every day.",
                isRequired: false),
        ],
        isWrite: true, isAboutMemory: true, repetition: .never, topics: .none, call: { .memory(.saveIntention($0)) },
        read: { given throws(ToolError) in
            let kinds = Intention.CueKind.allCases.map(\.rawValue)
            let kind = try given.required("cue_kind", try given.choice("cue_kind", of: kinds))
            return SaidIntention(
                habit: try given.habit("habit"), cueKind: Intention.CueKind(rawValue: kind) ?? .time,
                cue: try given.required("cue", try given.words("cue")),
                action: try given.required("action", try given.words("action")),
                obstacle: try given.words("obstacle"), coping: try given.words("coping"),
                words: try given.required("words", try given.words("words")),
                recurrence: try given.weekdays("days") ?? given.looseWeekdays("recurrence"),
                forDate: try given.looseDate("for_date"))
        },
        request: { said, profile throws(ToolError) in
            guard profile.habit(said.habit) != nil else {
                // An intention belongs to a habit that is there; none is made for it.
                throw .invalid(
                    argument: "habit", expected: .oneOf(profile.habits.map(\.id.name)),
                    found: PrivateText(ToolError.quoted(said.habit.name)))
            }
            return .command(.memory(.call(.saveIntention(said))))
        },
        answer: { _, outcome in
            let answer = kept(outcome)
            guard case .memory(.changed(let items, _)) = outcome.reply,
                items.contains(where: { $0.intention?.cueKind == .time })
            else { return answer }
            // An event serves better than a time, and whoever refuses one is not asked again.
            return answer + [
                (
                    "next",
                    .text(
                        "They named only an hour. If you have not asked yet: ask once what they do just before it. If they "
                            + "name something, call this again with their new sentence; a no is fine.")
                )
            ]
        })

    static let saveReflection = ToolSpec<SaidReflection>(
        .saveReflection,
        "Keeps the owner's look back on this day, once in a bedtime talk. labels only if the owner used that word or said "
            + "yes to it; never from the sound of their voice.",
        parameters: [
            words("one_line", "Their day in one short sentence, in their language."),
            words("quote", quote),
            ToolParameter(
                name: "labels", kind: .choices(EmotionLabel.allCases.map(\.rawValue)),
                description: "At most two, only as the owner said or confirmed them.", isRequired: false),
            strength("intensity", "How strong the first label was, as the owner said: 1 a little, 3 very."),
            strength("second_intensity", "The same for the second label."),
            words("one_word", "The owner's own word for the day, if they gave one.", isRequired: false),
        ],
        isWrite: true, isAboutMemory: true, repetition: .never, topics: .none, call: { .memory(.saveReflection($0)) },
        read: { given throws(ToolError) in
            let labels = try given.choices(
                "labels", of: EmotionLabel.allCases.map(\.rawValue), atMost: Reflection.maximumLabels)
            let strengths = [
                try given.optionalInteger("intensity", FeltLabel.strengths),
                try given.optionalInteger("second_intensity", FeltLabel.strengths),
            ]
            return SaidReflection(
                line: try given.required("one_line", try given.words("one_line")),
                quote: try given.required("quote", try given.words("quote")),
                feelings: labels.compactMap { place, label in
                    let strength = strengths.indices.contains(place) ? strengths[place] : nil
                    return EmotionLabel(rawValue: label).map { FeltLabel($0, intensity: strength ?? 2) }
                }, oneWord: try given.words("one_word"))
        },
        request: { said, _ in .command(.memory(.call(.saveReflection(said)))) },
        answer: { _, outcome in
            guard case .memory(.reflected(let item, let label)) = outcome.reply else { return kept(outcome) }
            let word = label.wording.text(in: outcome.status.profile.language)
            return [
                ("kept", .list([.text(item.text.words)])),
                (
                    "next",
                    .text(
                        "They named no feeling. You may offer one word, once, as a question: \"\(word)?\" Only if they say yes, "
                            + "call this again with the same one_line and quote and the label \(label.rawValue).")
                ),
            ]
        })

    static let answerIntention = ToolSpec<(Intention.Status, PrivateText?)>(
        .answerIntention,
        "Notes how the intention went that you asked about: done, partly, or not. Ask once only, and never why not.",
        parameters: [
            ToolParameter(
                name: "answer", kind: .choice(answers), description: "As the owner said it.", isRequired: true),
            words("words", "The owner's own words.", isRequired: false),
        ],
        isWrite: true, isAboutMemory: true, repetition: .never, topics: .none,
        call: { .memory(.answerIntention($0.0, words: $0.1)) },
        read: { given throws(ToolError) in
            let answer = try given.required("answer", try given.choice("answer", of: answers, meaning: otherAnswers))
            let words = try given.words("words") ?? (try? given.words("answer_words"))
            return (Intention.Status(rawValue: answer) ?? .partly, words)
        },
        request: { given, _ in .command(.memory(.call(.answerIntention(given.0, words: given.1)))) },
        isProven: { given, said in
            said.answer.map { !SpokenOutcome.contradicts($0, given.0) } ?? false
        },
        answer: { _, outcome in
            guard case .memory(.advice(let advice)) = outcome.reply else { return [] }
            switch advice {
            case .none: return []
            case .offerSmaller:
                return [("next", .text("Offer kindly, once, to make the act smaller, half of it, or to drop it."))]
            case .drop: return [("next", .text("It is dropped now. Say so in one kind sentence, without a reproach."))]
            }
        })

    private static let answers = [Intention.Status.done, .partly, .not].map(\.rawValue)
    /// What companions say in their place.
    private static let otherAnswers = [
        "yes": "done", "no": "not", "not today": "not", "not_today": "not", "not done": "not", "partially": "partly",
        "はい": "done", "いいえ": "not", "少し": "partly",
    ]

    static let forget = ToolSpec<PrivateText>(
        .forget,
        "Forgets what the owner asked you to forget, for good. Call it when they say \"forget that\" or \"forget …\".",
        parameters: [words("query", "What to forget, in the owner's own words in this talk.")],
        isWrite: true, isAboutMemory: true, repetition: .atNight, topics: .everything, call: { .memory(.forget($0)) },
        read: { given throws(ToolError) in try given.required("query", try given.words("query")) },
        request: { query, _ in .command(.memory(.call(.forget(query)))) },
        names: { WishedThing(words: $0) },
        answer: { _, outcome in
            guard case .memory(.changed(_, let forgotten)) = outcome.reply else { return [] }
            return [("forgotten", .integer(forgotten.count))]
        })

    static let offRecord = ToolSpec<Bool>(
        .offRecord,
        "Goes off the record until this talk ends: nothing more of it is kept. Call it when the owner says so, or \"don't "
            + "remember this\".",
        parameters: [
            ToolParameter(
                name: "on", kind: .flag, description: "False only if the owner wants to be back on the record.",
                isRequired: false)
        ],
        isWrite: false, isAboutMemory: true, repetition: .never, topics: .none,
        call: { .memory($0 ? .offRecord : .onRecord) },
        read: { given throws(ToolError) in try given.flag("on") ?? true },
        request: { isOff, _ in .command(.memory(.call(isOff ? .offRecord : .onRecord))) })

    static let read = ToolSpec<PrivateText>(
        .memoryRead,
        "Tells what is remembered about something, five things at most. Call it when the owner asks what you remember, and "
            + "read out nothing that it does not answer. If there is nothing, say that you do not know. If it answers that "
            + "there are more, ask whether to go on, and call it again with the same query.",
        parameters: [words("query", "What the owner asks about, in their words.")],
        isWrite: false, isAboutMemory: true, repetition: .always, topics: .memory, call: { .memory(.read($0)) },
        // Without words it is about everything.
        read: { given throws(ToolError) in try given.words("query") ?? PrivateText("") },
        request: { query, _ in .command(.memory(.call(.read(query)))) },
        names: { WishedThing(words: $0) },
        answer: { _, outcome in
            guard case .memory(.recalled(let lines, let more)) = outcome.reply else { return [] }
            let remembered = lines.map(told)
            return [("remembered", .list(remembered)), ("more", more > 0 ? .integer(more) : nil)]
        })

    private static func told(_ line: RecalledLine) -> JSONValue {
        let slot = line.slot.map { JSONValue.Member(name: "slot", value: .text($0.words)) }
        return .object(
            [
                .init(name: "text", value: .text(line.text.words)),
                .init(name: "said_on", value: .text(line.date.description)),
            ] + [slot].compactMap(\.self))
    }

    private static func words(_ name: String, _ description: String, isRequired: Bool = true) -> ToolParameter {
        ToolParameter(name: name, kind: .words, description: description, isRequired: isRequired)
    }

    private static func strength(_ name: String, _ description: String) -> ToolParameter {
        ToolParameter(name: name, kind: .integer(FeltLabel.strengths), description: description, isRequired: false)
    }

    private static func kept(_ outcome: ToolOutcome) -> [(name: String, value: JSONValue?)] {
        guard case .memory(.changed(let kept, _)) = outcome.reply else { return [] }
        return [("kept", .list(kept.map { .text($0.text.words) }))]
    }
}

extension MemoryCall {
    /// The tool that is called, with the arguments that it is called with.
    var use: ToolUse {
        switch self {
        case .remember(let candidate): MemoryTools.remember.use(candidate)
        case .saveIntention(let said): MemoryTools.saveIntention.use(said)
        case .saveReflection(let said): MemoryTools.saveReflection.use(said)
        case .answerIntention(let answer, let words): MemoryTools.answerIntention.use((answer, words))
        case .forget(let query): MemoryTools.forget.use(query)
        case .offRecord: MemoryTools.offRecord.use(true)
        case .onRecord: MemoryTools.offRecord.use(false)
        case .read(let query): MemoryTools.read.use(query)
        }
    }
}
