import Testing

@testable import Bedside

/// A companion's own account of a talk is read as what it is: untrusted (MIND-3).
@Suite(.requirement("MIND-3")) struct MemorySummaryTests {
    @Test func itemsAndLinesAreRead() throws {
        let arguments = """
            {"items":[{"kind":"person","slot":"dog","text":"Has a dog","quote":"my dog","until":"2026-12-01"},
            {"kind":"intention","text":"Runs","quote":"I run"}],"day":["Walked","Slept"]}
            """
        let summary = try #require(MemorySummary.read(arguments: arguments))
        #expect(summary.items.map(\.text.words) == ["Has a dog", "Runs"])
        #expect(summary.items[0].validUntil == LocalDate("2026-12-01") && summary.items[0].kind == .person)
        // An intention has parts that only its own tool gives.
        #expect(summary.items[1].kind == nil && summary.items[1].slot.isEmpty)
        #expect(summary.day.map(\.words) == ["Walked", "Slept"])
    }

    @Test(arguments: ["", "[]", "7", "{", "null", #"{"items":"#, String(repeating: "[", count: 5000)])
    func whatIsNoObjectIsNoSummary(arguments: String) {
        #expect(MemorySummary.read(arguments: arguments) == nil)
    }

    @Test func whatHasAnotherFormHasNoWords() throws {
        let odd = try #require(
            MemorySummary.read(arguments: #"{"items":[1,{"text":"x"},{"quote":"y"},[],null],"day":[{},5,"ok"]}"#))
        #expect(odd.items.map(\.text.words) == ["", "x", "", "", ""])
        #expect(odd.items.map(\.quote.words) == ["", "", "y", "", ""])
        #expect(odd.day.map(\.words) == ["", "", "ok"])
        let unlisted = try #require(MemorySummary.read(arguments: #"{"items":{},"day":"x"}"#))
        #expect(unlisted.items.map(\.quote.words) == [""] && unlisted.day.map(\.words) == [""])
        #expect(MemorySummary.read(arguments: "{}") == MemorySummary())
        let many = (0..<100).map { #"{"text":"t\#($0)","quote":"q"}"# }.joined(separator: ",")
        let bounded = try #require(MemorySummary.read(arguments: #"{"items":[\#(many)],"day":["a","b","c","d"]}"#))
        #expect(bounded.items.count == MemorySummary.maximumItems && bounded.day.count == DaySummary.maximumLines)
        let long = #"{"items":[],"day":["\#(String(repeating: "a", count: MemorySummary.maximumBytes))"]}"#
        #expect(MemorySummary.read(arguments: long) == nil)
    }

    @Test func theSchemaAsksForWhatIsRead() throws {
        let schema = try JSONValue.parse(MemorySummary.schema)
        let item = schema["properties"]?["items"]?["items"]?["properties"]
        for name in ["kind", "slot", "text", "quote", "until"] { #expect(item?[name] != nil, "\(name)") }
        #expect(!MemorySummary.schema.contains("\n"))
    }

    /// The labels by which a day is named (E-1).
    @Test(.requirement("MIND-2"), arguments: EmotionLabel.allCases) func aLabelHasItsWordsAndPlace(label: EmotionLabel)
    {
        for language in Language.allCases { #expect(!label.wording.text(in: language).isEmpty) }
        #expect((-1...1).contains(label.valence))
        // What hurts is never pleasant, and only the two states lie outside Plutchik's eight.
        #expect(!label.isNegative || label.valence < 0)
        #expect((label.plutchik == nil) == (label == .tired || label == .restless))
    }

    @Test func aSimulationTellsWhatWasDecided() throws {
        let local = try #require(LocalDateTime("2026-11-24T22:30"))
        let moment = LocalMoment(civil: CivilTime(seconds: local.wallSeconds), zone: "UTC", local: local)
        let item = MemoryItem(
            id: MemoryID(3), kind: .person, slot: PrivateText("dog"), text: PrivateText("Has a dog"),
            quote: PrivateText("my dog"), saidAt: moment, talk: 1, habit: nil, validUntil: nil,
            use: MemoryItem.Use())
        let lines: [(SimulatedLine, String)] = [
            (.memory(.kept(item), at: moment.civil), "kept"),
            (.memory(.refused(.unquoted), at: moment.civil), "refused"),
            (.memory(.forgot(MemoryID(3)), at: moment.civil), "forgot"),
            (.memory(.asked(item), at: moment.civil), "asked"), (.safety(.explicit, at: moment.civil), "safety"),
            (.prompt(habit: .wake, text: PrivateText("words"), at: moment.civil), "prompt"),
        ]
        for (line, kind) in lines {
            let json = try JSONValue.parse(line.json(in: .utc))
            #expect(json["kind"]?.text == kind && json["at"] != nil)
            for language in Language.allCases { #expect(line.text(in: language)?.kind.isEmpty == false) }
        }
    }
}
