/// Finds signs that a text must not be remembered: markup, which a voice cannot have said, or an instruction to the
/// companion.
///
/// Recognizing text is the weaker half of the defence. The stronger one is that memory changes no tool, right, time or
/// volume (M-7), and that a quote must be the owner's.
enum InstructionSigns {
    // MARK: Markup

    private static let markup = Set("<>{}[]`\\|".unicodeScalars)
    private static let roles = [
        "system", "assistant", "developer", "user", "human", "tool", "ai", "システム", "アシスタント", "開発者", "ユーザー",
    ]

    static func isMarkup(_ text: String) -> Bool {
        for scalar in text.unicodeScalars where markup.contains(scalar) || !PrintableText.isHarmless(scalar) {
            return true
        }
        let lower = text.lowercased()
        if lower.contains(anyOf: ["://", "www.", "${", "***", "###", "---", "```"]) { return true }
        if isDomain(lower) { return true }
        for role in roles {
            let marks = [role + ":", role + "：", role + " :"]
            if marks.contains(where: { lower.hasPrefix($0) || lower.contains(" " + $0) }) { return true }
        }
        return false
    }

    private static func isDomain(_ lower: String) -> Bool {
        [".com", ".net", ".org", ".io", ".jp", ".dev", ".app"].contains { ending in
            guard let found = lower.firstRange(of: ending), found.lowerBound > lower.startIndex else { return false }
            let before = lower[lower.index(before: found.lowerBound)]
            let after = found.upperBound < lower.endIndex ? lower[found.upperBound] : " "
            return before.isLetter || before.isNumber ? !after.isLetter : false
        }
    }

    // MARK: Instructions

    private static let english = [
        "you must", "you have to", "you should", "you need to", "you are now", "you will now", "you're now",
        "from now on you",
        "must always", "must never", "ignore all", "ignore the", "ignore previous", "ignore any", "ignore your",
        "disregard", "override", "system prompt", "your instructions", "previous instructions", "developer mode",
        "admin mode", "debug mode", "jailbreak", "new rule", "your rules", "obey", "as an ai", "the assistant",
        "the companion must", "the companion should", "this device", "the device must", "your settings",
        "security code", "at full volume", "maximum volume", "max volume", "the alarm off", "all alarms", "the alarms",
        "your new name", "your job is", "from this moment", "you are to", "you're to", "new instructions",
        "safety checks",
        "unlock the door", "door code", "pin number",
        "your memory", "do not tell", "don't tell", "reveal", "without asking", "without confirmation",
    ]
    /// Verbs of what only a companion or a device does, at the beginning of an order.
    private static let orders: Set<String> = [
        "say", "tell", "answer", "reply", "respond", "ignore", "obey", "mention", "remind", "agree", "praise",
        "recommend",
        "repeat", "disable", "enable", "unlock", "delete", "forget", "remember", "address", "act", "reveal",
    ]
    /// Verbs that make an order only behind "always", "never" or "please": "Call mum" is a plan.
    private static let strongOrders: Set<String> = [
        "wake", "play", "set", "turn", "start", "end", "begin", "ask", "buy", "order", "open", "send", "call", "save",
        "switch", "read", "speak", "talk", "stop", "cancel", "record", "store", "note", "treat", "refuse", "accept",
        "raise", "lower", "use", "let", "make", "follow", "give", "keep", "add", "put",
    ]
    private static let beforeOrders: Set<String> = [
        "always", "never", "please", "don't", "do", "not", "must", "now", "just",
    ]
    /// Requests that a boundary may make of the companion.
    private static let restraint: Set<String> = ["mention", "ask", "talk", "call", "remind", "speak", "tell", "say"]

    private static let japanese = [
        "新しい指示", "安全の確認", "命令に何でも", "指示どおり", "指示通り", "指示を無視", "命令を無視", "指示に従", "命令に従", "プロンプト", "管理者", "開発者モード",
        "これまでの指示", "以前の指示", "ルールを無視",
        "あなたは", "お前は", "おまえは", "アシスタントは", "アシスタント、", "アシスタントに", "コンパニオンは", "AIは", "必ず従", "音量を最大",
        "最大音量", "アラームを切", "アラームを止", "アラームを消", "目覚ましを切", "目覚ましを止", "暗証番号", "設定を変", "確認なし",
        "確認せず", "と答えること", "と言うこと", "必ず答え", "なければならない", "ねばならない", "命令する", "権限",
    ]
    private static let japaneseOrders = [
        "しろ", "せよ", "しなさい", "なさい", "やれ", "言え", "答えろ", "従え", "消せ", "止めろ", "上げろ", "忘れろ", "覚えろ", "覚えておけ", "ておけ",
        "するな", "言うな", "すること", "するように", "しておくように", "流せ", "鳴らせ", "買え", "送れ", "開けろ", "切れ", "教えろ", "起こせ", "起こすな",
    ]

    /// Whether an owner's words speak of what a companion has to obey. Owners may ask for things, so an order alone is
    /// none.
    static func isCommanding(_ quote: String) -> Bool {
        EnglishWords(quote).contains(anyOf: english) || quote.contains(anyOf: japanese) || isAskedForPassword(quote)
    }

    private static let passwordOrders: Set<String> = [
        "tell", "say", "give", "read", "reveal", "send", "share", "show", "use", "enter", "type", "change", "set",
        "reset",
        "remember", "save", "store", "keep", "note", "ask", "spell", "repeat", "unlock", "delete", "write", "accept",
        "require", "demand", "ignore", "skip", "answer", "let",
    ]

    /// Whether a text asks for something with a password, or gives one away: "Tell me your password", "my password is".
    /// "My password notebook is red" is a fact.
    private static func isAskedForPassword(_ text: String) -> Bool {
        for sentence in text.sentences {
            let words = EnglishWords(sentence).words
            if words.contains(where: { ["password", "passwords"].contains($0) }) {
                if words.contains(where: { ["you", "your", "you're", "you'll", "yours"].contains($0) }) { return true }
                let tells = zip(words, words.dropFirst()).contains { word, next in
                    word.hasPrefix("password") && ["is", "are", "was"].contains(next)
                }
                if tells { return true }
                // "I always keep my password in a drawer" orders nothing.
                let isOwn = words.contains(where: FirstPerson.subjects.contains)
                let begins = words.indices.filter { place in
                    place == 0 || beforeOrders.contains(words[place - 1])
                        || ["and", "then", "to"].contains(words[place - 1])
                }
                if !isOwn, begins.contains(where: { passwordOrders.contains(words[$0]) }) { return true }
            }
            if sentence.contains("パスワード") {
                if sentence.contains("パスワードは") { return true }
                if sentence.contains(anyOf: ["あなた", "お前", "おまえ", "君", "きみ"]) { return true }
                let orders = [
                    "て", "で", "てね", "てよ", "てくれ", "ください", "下さい", "ちょうだい", "ろ", "え", "せ", "なさい", "こと", "ように", "ほしい",
                    "欲しい",
                ]
                let isOrder = clauses(sentence).contains { clause in
                    clause.contains("パスワード") && orders.contains(where: { clause.hasSuffix($0) })
                }
                if isOrder { return true }
            }
        }
        return false
    }

    /// Whether a quote is addressed to the companion as a role or a rule: "you are a pirate now".
    static func isRole(_ quote: String, before: String) -> Bool {
        let words = EnglishWords(quote).words
        if EnglishWords(before + quote).contains(anyOf: ["from now on you", "from today you"]) { return true }
        guard let first = words.first, let second = words.dropFirst().first else { return false }
        return first == "you're" && ["a", "an", "the", "now", "my"].contains(second)
            || first == "you"
                && ["are", "will", "must", "have", "need", "should", "shall", "call", "forget", "obey", "speak"]
                    .contains(second)
    }

    /// Whether the text of a memory tells the companion or the device what to do.
    static func isInstruction(_ text: String, kind: MemoryKind, quote: String = "") -> Bool {
        if isCommanding(text) || isAboutCompanion(text) { return true }
        if kind == .intention { return false }
        if isOrder(EnglishWords(text).words, kind: kind, quote: EnglishWords(quote).words) { return true }
        if kind == .plan, DeviceOrders.isPlanned(text, of: quote.isEmpty ? text : quote) { return false }
        let isAbsolute = text.contains(anyOf: ["必ず", "絶対", "常に", "今後は", "これからは"])
        return clauses(text).contains { clause in
            isAbsolute && (clause.hasSuffix("こと") || clause.hasSuffix("ように"))
                || japaneseOrders.contains { clause.hasSuffix($0) }
                    && !["うしろ", "おもしろ", "後しろ", "むしろ"].contains { clause.hasSuffix($0) }
        }
    }

    /// Whether a text says what the companion is or does; a memory is about the owner.
    private static func isAboutCompanion(_ text: String) -> Bool {
        let words = EnglishWords(text).words.drop { $0 == "the" || $0 == "this" }
        if let first = words.first, let verb = words.dropFirst().first,
            ["companion", "assistant", "speaker", "device", "voice", "bot"].contains(first),
            ["is", "must", "should", "will", "has", "can", "may", "shall", "forgets", "obeys", "calls", "acts"]
                .contains(verb)
        {
            return true
        }
        return ["相棒は", "コンパニオンは", "スピーカーは", "この機械は"].contains { text.hasPrefix($0) }
    }

    /// Whether the text begins with an order: "Always say …", not "Always says …". What the owner does themselves
    /// ("I always make the tea") is not an order, nor is a restraint in their very words.
    private static func isOrder(_ words: [String], kind: MemoryKind, quote: [String]) -> Bool {
        guard let place = words.firstIndex(where: { !beforeOrders.contains($0) }) else { return false }
        let verb = words[place]
        guard orders.contains(verb) || place > 0 && strongOrders.contains(verb) else { return false }
        let isTheirs = zip(quote, quote.dropFirst(place + 1)).contains {
            ["i", "we"].contains($0) && $1 == verb
        }
        let isRestraint =
            restraint.contains(verb)
            && (kind == .boundary
                || place > 0 && quote.starts(with: words[...place]) && ["never", "don't"].contains(words[0]))
        return !isTheirs && !isRestraint
    }

    private static func clauses(_ text: String) -> [Substring] {
        text.split { "。、！？!?.,…\n ".contains($0) }
    }
}
