/// Signs that the owner speaks of somebody else, or repeats what somebody else said of themselves.
enum SomebodyElse {
    /// The reason not to keep a quote as the owner's own; nil if it is theirs, or the memory says whose it is.
    static func refusal(
        _ quote: Surroundings, in scene: Scene, text: String, slot: String, kind: MemoryKind
    ) -> MemoryRefusal? {
        if let refusal = Self.refusal(around: quote, in: scene, text: text, slot: slot, kind: kind) { return refusal }
        guard kind != .intention else {
            return UnreadyIntention.isOfAnother(quote.sentence) ? .aboutAnother : nil
        }
        if kind != .reflection, SaidOfOwner.isReported(quote, text: text) { return .reported }
        if LeftOutSubject.isLeftOut(quote, text: text, kind: kind) { return .aboutAnother }
        // "Likes jazz" of a person is one without a name.
        let isNameless = kind == .person && LeftOutSubject.isOwners(text)
        return isNameless && SpokenSubject.isAnother(quote, names: text) ? .aboutAnother : nil
    }

    /// The reason that stands in the words around a quote.
    private static func refusal(
        around quote: Surroundings, in scene: Scene, text: String, slot: String, kind: MemoryKind
    ) -> MemoryRefusal? {
        if BorrowedWords.isBorrowed(quote, in: scene, text: text) { return .reported }
        if SpokenSubject.isAddressed(quote, in: scene, text: text) { return .aboutAnother }
        let names = text + " " + slot.replacing("-", with: " ")
        let kept = OwnWords(names).words
        if kind == .person, SpokenSubject.isTitled(quote, names) { return .aboutAnother }
        if kind != .person, kind != .reflection, SpokenSubject.isAnother(quote, names: names) { return .aboutAnother }
        let inside = OwnWords(quote.quote).words
        let before = OwnWords(quote.before).words.subtracting(inside)
        guard before.isDisjoint(with: kept) else { return nil }
        if isAboutAnother(quote.clauseBefore, names: text + " " + slot), !quote.before.isEmpty { return .aboutAnother }
        let outside = OwnWords(quote.after).words.subtracting(inside)
        guard outside.isDisjoint(with: kept) else { return nil }
        if isInQuotationMarks(quote) || isSung(quote) { return .reported }
        if isReported(quote), !(kind == .plan && isNotice(quote)) { return .reported }
        if isAboutAnother(quote.clauseBefore, names: text + " " + slot) { return .aboutAnother }
        guard kind != .person, kind != .reflection else { return nil }
        return isStillAbout(another: quote, names: names) ? .aboutAnother : nil
    }

    // MARK: Somebody else's words

    private static let englishReports = [
        "said", "says", "goes", "told me", "was like", "is like", "reckons", "claims", "texted", "wrote", "sings",
        "shouted", "yelled", "insists", "swears", "announced", "announces", "whispered", "writes", "reads", "thinks",
        "think", "believes", "assumes",
    ]
    /// What they say of the owner is the owner's to keep: "the doctor says no running".
    private static let advisers: Set<String> = [
        "doc", "doctor", "gp", "dentist", "nurse", "midwife", "physio", "physiotherapist", "consultant", "surgeon",
        "optician", "dietician", "pharmacist", "coach", "trainer",
    ]
    private static let japaneseReports = [
        "って言", "っていっ", "といっ", "と言", "だって", "らしい", "って話", "って書", "と書い", "んだと", "って聞", "そうだ", "そうです", "って歌",
        "って叫", "って出", "と出た", "とのこと", "ですって", "って占", "って噂",
    ]

    private static func isReported(_ quote: Surroundings) -> Bool {
        let before = EnglishWords(quote.before)
        // "According to Bill": not the timetable.
        if let place = before.places(of: "according to").last, place + 2 < before.words.count {
            let source = before.words[place + 2]
            let isName = quote.before.contains(source.prefix(1).uppercased() + source.dropFirst())
            let isPerson = isName || before.words[(place + 2)...].prefix(3).contains { !relations(in: $0).isEmpty }
            if isPerson { return true }
        }
        if before.contains(anyOf: [
            "horoscope", "fortune cookie", "tarot", "palm reader", "fortune teller", "the cards",
        ])
            || before.contains(anyOf: ["motto", "slogan", "mantra", "i tell people", "i tell everyone", "i tell folk"])
            || quote.before.contains(anyOf: ["占い", "おみくじ"])
            || quote.before.contains(anyOf: [
                "日記に", "レシピに", "手紙に", "メールに", "看板に", "貼り紙に", "チラシに", "説明書に", "本に", "雑誌に", "新聞に", "張り紙に", "はがきに",
            ]) && ["って", "と"].contains(where: quote.after.hasPrefix)
        {
            return true
        }
        // "I read that chocolate cures colds" says nothing of the owner.
        let isRead = [["i", "read", "that"], ["i've", "read", "that"], ["i", "read", "somewhere", "that"]].contains {
            before.words.suffix($0.count).elementsEqual($0)
        }
        if isRead, EnglishWords(quote.quote).words.allSatisfy({ !firstPersons.contains($0) && $0 != "my" }) {
            return true
        }
        let saysOwn = EnglishWords(quote.quote.sentences.first ?? "").words.contains {
            firstPersons.contains($0) || $0 == "my"
        }
        for report in englishReports {
            guard let place = before.places(of: report).last, place > 0,
                !["i", "i've", "we", "we've"].contains(before.words[place - 1])
            else { continue }
            let spoken = before.words.dropFirst(place + report.split(separator: " ").count)
            // Direct speech lasts to the end of the sentence.
            let isDirect = spoken.first.map { firstPersons.contains($0) || $0 == "my" } ?? false
            guard isDirect || spoken.count < 4, !spoken.contains("but") else { continue }
            if !saysOwn, before.words[..<place].contains(where: advisers.contains) { continue }
            return true
        }
        // "There are three fingers missing, he says. In the Himalayas.": the report ends a sentence within the quote.
        if quote.quote.sentences.dropLast().contains(where: { sentence in
            ["んだと", "んだって", "んだとさ", "だってさ", "らしい", "らしいよ", "そうだ", "そうです", "だそうだ"].contains(where: sentence.hasSuffix)
        }) {
            return true
        }
        let after = quote.after.drop { "、, ".contains($0) }
        // Behind a comma something new may begin; else an ending may come first: 飲ん|でるって言ってた.
        let isNew = after.count < quote.after.count
        let tail = after.prefix(8).prefix { !"、,".contains($0) }
        return japaneseReports.contains { isNew ? tail.hasPrefix($0) : tail.contains($0) }
            || ["だと", "だとさ", "だってさ", "んだって"].contains(String(after).trimmed())
    }

    /// Whether somebody let the owner know of a new time: 先生から連絡だ。七時に変わりました、だって.
    private static func isNotice(_ quote: Surroundings) -> Bool {
        (quote.lead + quote.before).contains(anyOf: ["連絡", "通知", "お知らせ", "メール", "電話", "はがき", "ハガキ"])
            && quote.quote.contains(anyOf: ["変わ", "変更", "延期", "になり", "に決ま", "移り"])
    }

    private static func isInQuotationMarks(_ quote: Surroundings) -> Bool {
        let before = quote.lead + quote.before
        let after = quote.after + quote.rest
        for (open, close) in [("「", "」"), ("『", "』"), ("“", "”"), ("\"", "\"")] as [(Character, Character)] {
            // A single mark may be an apostrophe, unless the quote begins behind it.
            if let last = before.last, ["'", "‘"].contains(last), after.contains("'") || after.contains("’") {
                return true
            }
            guard let opened = before.lastIndex(of: open), after.contains(close) else { continue }
            if open == close {
                if !before.count(where: { $0 == open }).isMultiple(of: 2) { return true }
            } else if !before[opened...].contains(close) {
                return true
            }
        }
        return false
    }

    private static func isSung(_ quote: Surroundings) -> Bool {
        (quote.lead + quote.sentence).unicodeScalars.contains { (0x2669...0x266C).contains($0.value) }
    }

    // MARK: Somebody else's life

    /// People close to an owner, by what they are called.
    private static let relations: [(english: Set<String>, japanese: [String])] = [
        (["wife", "wives"], ["妻", "嫁", "奥さん", "家内", "カミさん", "かみさん"]), (["husband"], ["夫", "旦那", "主人", "ダンナ"]),
        (["mother", "mum", "mom", "mam", "mama", "mummy", "mommy"], ["母", "ママ", "お袋", "おふくろ", "かあさん", "かあちゃん"]),
        (["father", "dad", "daddy", "papa"], ["父", "パパ", "親父", "おやじ", "とうさん", "とうちゃん"]),
        (["sister"], ["姉", "妹", "ねえちゃん", "ねえさん"]), (["brother"], ["兄", "弟", "にいちゃん", "にいさん"]),
        (["son"], ["息子", "長男", "次男", "坊主"]), (["daughter"], ["娘", "長女", "次女"]), (["girlfriend"], ["彼女"]),
        (["boyfriend"], ["彼氏"]), (["flatmate", "roommate", "housemate"], ["同居人", "ルームメイト"]),
        (["boss", "manager"], ["上司", "課長", "部長", "社長", "店長"]), (["neighbour", "neighbor"], ["隣の人", "お隣"]),
        (["friend", "mate", "pal"], ["友達", "友だち", "友人"]), (["colleague", "coworker"], ["同僚"]),
        (["uncle", "aunt", "cousin", "nephew", "niece"], ["おじさん", "おばさん", "いとこ", "甥", "姪"]),
        (
            ["grandad", "granddad", "grandpa", "grandfather", "gran", "grandma", "grandmother", "nan"],
            ["じいちゃん", "ばあちゃん", "じいさん", "ばあさん"]
        ),
    ]

    /// The relations that a text names, by their place in the table.
    static func relations(in text: String) -> Set<Int> {
        let words = Set(EnglishWords(text).words.map { $0.split(separator: "'").first.map(String.init) ?? $0 })
        let text = text.replacing("祖父", with: "").replacing("祖母", with: "")
        let singular = words.union(words.filter { $0.hasSuffix("s") }.map { String($0.dropLast()) })
        return Set(
            relations.indices.filter { index in
                !relations[index].english.isDisjoint(with: singular) || text.contains(anyOf: relations[index].japanese)
            })
    }

    static let japaneseRelations = relations.flatMap(\.japanese)

    /// Spouses and parents: a model that calls a friend a mother made it up. Others have too many names for that.
    static let spousesAndParents = 0..<4

    private static let firstPersons = FirstPerson.subjects.union(["me"])
    private static let thirdPersons: Set<String> = [
        "he", "she", "he's", "she's", "they", "they're", "they've", "he'll", "she'll", "they'll", "he'd", "she'd",
    ]

    /// Whether the subject, which a model left out of its quote, is another person that the memory does not name
    /// either.
    private static func isAboutAnother(_ before: String, names: String) -> Bool {
        let words = EnglishWords(before).words
        if words.contains(where: firstPersons.contains) { return false }
        if words.contains(where: thirdPersons.contains) {
            return EnglishWords(names).words.allSatisfy { !thirdPersons.contains($0) }
        }
        let named = relations(in: before)
        if !named.isEmpty, words.isEmpty ? isSubject(before) : true {
            return named.isDisjoint(with: relations(in: names))
        }
        return isNamedSubject(before)
            || isSubject(before) && before.contains(anyOf: ["さんは", "さんが", "ちゃんは", "ちゃんが", "くんは", "くんが"])
    }

    /// Whether the sentence, or the one before a fragment without a subject, began with another person.
    private static func isStillAbout(another quote: Surroundings, names: String) -> Bool {
        let words = EnglishWords(quote.quote).words + EnglishWords(names).words
        let own = ["私", "僕", "俺", "わたし", "あたし", "ぼく", "おれ", "うち"]
        guard relations(in: names).isEmpty else { return false }
        if let subject = japaneseSubject(of: quote.before) {
            let since = quote.before[subject...]
            if since.isEmpty { return !quote.quote.contains(anyOf: own) }
            if quote.quote.contains(anyOf: ["は", "が", "も"]) { return false }
            return !(since + quote.quote).contains(anyOf: own)
                && !String(since).contains(anyOf: ["から、", "ので、", "けど、", "のに、", "って、", "し、", "は、", "が、"])
        }
        // "The wife's away. Took the car. Back Sunday.": fragments go on about the same.
        let lead = quote.lead.sentences.suffix(3)
        let spoken = lead.last { sentence in
            let words = EnglishWords(sentence).words
            return words.count > 4 || words.isEmpty || words.contains(where: firstPersons.contains)
                || words.contains("my")
                || !relations(in: words.prefix(4).joined(separator: " ")).isEmpty
        }
        guard quote.before.trimmed().isEmpty, let last = spoken ?? lead.last else { return false }
        let isFragment = words.allSatisfy { !firstPersons.contains($0) && !thirdPersons.contains($0) && $0 != "my" }
        let before = EnglishWords(last).words
        return isFragment && !words.isEmpty
            && !relations(in: before.prefix(4).joined(separator: " ")).isEmpty
            && before.allSatisfy { !firstPersons.contains($0) }
            && OwnWords(last).facts.isDisjoint(with: OwnWords(names).facts)
    }

    /// The place behind 弟が or 息子はね.
    private static func japaneseSubject(of before: String) -> String.Index? {
        var found: String.Index?
        for name in relations.flatMap(\.japanese) {
            for particle in ["が", "は", "も"] {
                guard let range = before.firstRange(of: name + particle) else { continue }
                var end = range.upperBound
                while end < before.endIndex, "さねなよ、".contains(before[end]) { end = before.index(after: end) }
                found = max(found ?? end, end)
            }
        }
        return found
    }

    /// Whether a Japanese clause ends with its subject or topic.
    private static func isSubject(_ before: String) -> Bool {
        before.contains(anyOf: ["は", "が", "も"]) && !before.contains(anyOf: ["私", "僕", "俺", "わたし", "ぼく", "おれ", "うち"])
    }

    /// "Jas is": a name and a verb.
    private static func isNamedSubject(_ before: String) -> Bool {
        let words = before.split(separator: " ")
        guard let verb = words.last, ["is", "has", "was", "will", "had"].contains(verb), words.count <= 3,
            let name = words.dropLast().last, let first = name.first, first.isUppercase, name.count > 1
        else { return false }
        return !notNames.contains(name.lowercased()) && !OwnWords(String(name)).isEmpty
    }

    static func isNoName(_ word: String) -> Bool { notNames.contains(word.lowercased()) }

    private static let notNames: Set<String> = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "today", "tomorrow", "yesterday",
        "work", "school", "dinner", "lunch", "breakfast", "everything", "nothing", "something",
    ]
}
