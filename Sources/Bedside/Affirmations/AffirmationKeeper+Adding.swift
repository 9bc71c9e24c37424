/// Keeps a phrase that the owner has typed or said (V-7).
extension AffirmationKeeper {
    func add(
        _ text: PrivateText, _ kana: PrivateText?, _ times: [LocalTime], in context: FeatureContext
    ) -> (reply: Reply, output: FeatureOutput<Self>) {
        let part = context.durable.affirmations
        let text = AffirmationRules.line(text)
        let kana = kana.map(AffirmationRules.line)
        if let refusal = AffirmationRules.refusal(of: text) { return refuse(refusal) }
        if let kana {
            guard kana.words.count <= AffirmationRules.maximumKanaCharacters, !kana.words.isEmpty,
                Kana.isSayable(kana.words)
            else { return refuse(.kana) }
        }
        let known = part.phrases.first { $0.text == text }
        guard known != nil || part.phrases.count < AffirmationRules.maximumPhrases else { return refuse(.full) }
        let chosen = Set(times).sorted()
        let others = part.phrases.filter { $0.id != known?.id }.reduce(0) { $0 + $1.times.count }
        guard others + chosen.count <= AffirmationRules.maximumPlaysPerDay else {
            return refuse(.tooManyTimes(others + chosen.count))
        }
        let phrase = Affirmation(
            id: known?.id ?? part.nextID, text: text, kana: kana ?? known?.kana,
            language: AffirmationRules.language(of: text), times: chosen,
            since: context.isClockTrusted ? context.now.civil : nil,
            recording: known?.recording)
        var after = part
        after.apply(.keep(phrase))
        let place = (after.phrases.firstIndex { $0.id == phrase.id } ?? 0) + 1
        let reply = AffirmationReply.kept(phrase, place: place, offer: AffirmationForm.offer(for: text))
        return (.affirmation(reply), FeatureOutput(changes: part.completed([.keep(phrase)])))
    }
}
