import TestKit
import Testing

@testable import Bedside

/// MIND-6: which teaching is heard, and when none is.
@Suite(.requirement("MIND-6"))
struct TeachingChoiceTests {
    private static let today = LocalDate(dayNumber: 20_000)

    /// Four teachings for each theme, with words of their own.
    private static let shelf = Teachings(
        Theme.allCases.flatMap { theme in
            (1...4).map { number in
                Teaching(
                    id: "\(theme.rawValue)-\(["a", "b", "c", "d"][number - 1])", themes: [theme],
                    labels: theme == .anger ? [.anger] : [.calm], sentence: Wording("Text \(number).", "文\(number)。"),
                    practice: Wording("Act.", "すること。"),
                    source: TextPlace("Dhp 5").map(Teaching.Source.text) ?? .ownWords,
                    weight: number == 4 ? 3 : 2)
            }
        })

    private func request(_ text: String = "", _ change: (inout TeachingRequest) -> Void = { _ in }) -> TeachingRequest {
        var request = TeachingRequest(
            date: Self.today, reflections: text.isEmpty ? [] : [PrivateText(text)])
        change(&request)
        return request
    }

    private func chosen(_ request: TeachingRequest, of shelf: Teachings = shelf) -> TeachingChoice.Chosen? {
        guard case .teaching(let chosen) = shelf.choice(for: request) else { return nil }
        return chosen
    }

    @Test func theThemeOfTheWordsDecides() {
        #expect(chosen(request("会議で腹が立った"))?.theme == .anger)
        #expect(chosen(request("I was so lonely"))?.theme == .loneliness)
        #expect(chosen(request())?.theme == .returning)
        #expect(chosen(request("blub"))?.theme == .returning)
    }

    @Test func aLabelDecidesWhereTheWordsSayNothing() {
        #expect(chosen(request { $0.labels = [.anger] })?.theme == .anger)
        #expect(chosen(request("I was so lonely") { $0.labels = [.anger] })?.theme == .loneliness)
    }

    @Test func theGreaterWeightIsPreferred() {
        #expect(chosen(request("I was so lonely"))?.id == "loneliness-d")
    }

    @Test func sharedWordsComeBeforeWeight() {
        let texts = ["A kettle cools by itself.", "The snow globe settles.", "汽車は駅で待つ。"]
        let shelf = Teachings(
            texts.enumerated().map { number, text in
                Teaching(
                    id: ["kettle", "globe", "train"][number], themes: [.anger], sentence: Wording(text, text),
                    practice: Wording("Act.", "すること。"), weight: 3 - number)
            })
        #expect(chosen(request("I was angry at the globe"), of: shelf)?.id == "globe")
        #expect(chosen(request("駅員に腹が立った"), of: shelf)?.id == "train")
        #expect(chosen(request("I was angry"), of: shelf)?.id == "kettle")
    }

    @Test func theSameRequestGivesTheSame() {
        for text in ["I was so lonely", "疲れた", ""] {
            // On the second shelf only chance by date and seed decides.
            for shelf in [Self.shelf, Self.equals] {
                let results = Set((0..<20).map { _ in shelf.choice(for: request(text)) })
                #expect(results.count == 1)
                #expect(Teachings(shelf.entries).choice(for: request(text)) == results.first)
            }
        }
    }

    @Test func dateAndSeedVaryTheChoiceAmongEquals() {
        let byDate = Set(
            (0..<60).compactMap { day in
                chosen(request("I was angry") { $0.date = Self.today.adding(days: day) }, of: Self.equals)?.id
            })
        let bySeed = Set(
            (0..<60).compactMap { seed in
                chosen(request("I was angry") { $0.seed = UInt64(seed) }, of: Self.equals)?.id
            })
        #expect(byDate.count == 4 && bySeed.count == 4)
    }

    private static let equals = Teachings(
        ["one", "two", "three", "four"].map {
            Teaching(id: $0, themes: [.anger], sentence: Wording("Text.", "文。"), practice: Wording("Act.", "こと。"))
        })

    @Test(arguments: ["", "I was angry", "眠れなかった"]) func nothingIsRepeatedWithinThirtyDays(text: String) {
        var heard: [String: LocalDate] = [:]
        for day in 0..<100 {
            let date = Self.today.adding(days: day)
            let request = request(text) { ($0.date, $0.lastHeard) = (date, heard) }
            guard let id = chosen(request)?.id else {
                Issue.record("nothing on day \(day)")
                return
            }
            if let before = heard[id] { #expect(date.dayNumber - before.dayNumber >= 30, "\(id) on day \(day)") }
            heard[id] = date
        }
    }

    @Test func theSameMorningHasTheSameTeaching() {
        let first = chosen(request("I was angry"))
        let second = chosen(request("うれしかった") { $0.lastHeard = [first?.id ?? "": Self.today] })
        #expect(first?.id == second?.id)
    }

    @Test func theLeastRecentlyHeardComesFirst() {
        let heard = ["one": -40, "two": -60, "three": -50, "four": -45].mapValues { Self.today.adding(days: $0) }
        #expect(chosen(request("I was angry") { $0.lastHeard = heard }, of: Self.equals)?.id == "two")
        let three = heard.filter { $0.key != "four" }
        #expect(chosen(request("I was angry") { $0.lastHeard = three }, of: Self.equals)?.id == "four")
    }

    @Test func nothingIsHeardOnceEverythingWas() {
        let heard = ["one", "two", "three", "four"].reduce(into: [:]) { $0[$1] = Self.today.adding(days: -1) }
        #expect(Self.equals.choice(for: request { $0.lastHeard = heard }) == .silence(.allHeard))
    }

    @Test func aDateFarAheadBlocksNothing() {
        let heard = ["loneliness-d": Self.today.adding(days: 20_000)]
        let one = Teachings(Self.shelf.entries.filter { $0.id == "loneliness-d" })
        #expect(chosen(request("I was so lonely") { $0.lastHeard = heard }, of: one)?.id == "loneliness-d")
        let near = ["loneliness-d": Self.today.adding(days: 2)]
        #expect(chosen(request("I was so lonely") { $0.lastHeard = near })?.id != "loneliness-d")
    }

    @Test(arguments: [
        "My father died", "母が亡くなった", "I am tired and miss him", "His razor is still by the sink, in its cup",
        "母のエプロンが、まだ台所にかかっている",
    ])
    func griefIsLeftInPeace(text: String) {
        #expect(Self.shelf.choice(for: request(text)) == .silence(.grief))
        #expect(chosen(request(text) { $0.includesGrief = true }) != nil)
    }

    @Test func theLabelSadnessCountsAsGrief() {
        let sad = request("I was angry") { $0.labels = [.sadness] }
        #expect(Self.shelf.choice(for: sad) == .silence(.grief))
    }

    @Test func anEntryAboutGriefNeedsConsent() {
        let shelf = Teachings(
            [
                Teaching(
                    id: "arrow", themes: [.selfBlame, .grief], sentence: Wording("Text.", "文。"),
                    practice: Wording("Act.", "こと。"))
            ])
        #expect(shelf.choice(for: request("It was my fault")) == .silence(.allHeard))
        #expect(chosen(request("It was my fault") { $0.includesGrief = true }, of: shelf)?.id == "arrow")
    }

    @Test func offAndCrisisAreSilent() {
        #expect(Self.shelf.choice(for: request { $0.mode = .off }) == .silence(.off))
        #expect(Self.shelf.choice(for: request { $0.isCrisis = true }) == .silence(.crisis))
    }

    @Test func theSecularModeHasNoOrigin() {
        #expect(chosen(request())?.origin != nil)
        #expect(chosen(request { $0.mode = .secular }) != nil)
        #expect(chosen(request { $0.mode = .secular })?.origin == nil)
    }

    @Test func whereATeachingIsFromCanBeAskedLater() {
        let heard = chosen(request())
        #expect(heard?.origin != nil && Self.shelf.origin(of: heard?.id ?? "", mode: .full) == heard?.origin)
        #expect(Self.shelf.origin(of: heard?.id ?? "", mode: .secular) == nil)
        #expect(Self.shelf.origin(of: heard?.id ?? "", mode: .off) == nil)
        #expect(Self.shelf.origin(of: "no-such", mode: .full) == nil)
    }

    @Test(arguments: ["眠気がひどくて居眠りした", "I was lazy and could not get up", "Gave in to a craving again", "嘘をついた"])
    func aMissIsNoReasonForAReproach(text: String) {
        let reproaching: [Theme] = [.drowsiness, .desire, .honesty, .habit]
        #expect(reproaching.contains(chosen(request(text))?.theme ?? .joy))
        for day in 0..<30 {
            let after = request(text) { ($0.isAfterMiss, $0.date) = (true, Self.today.adding(days: day)) }
            #expect(chosen(after).map { !reproaching.contains($0.theme) } == true)
        }
    }

    @Test func anotherOccasionsTeachingIsNotHeard() {
        let shelf = Teachings(
            [Teaching.Occasion.bedtime, .wake].map {
                Teaching(
                    id: $0.rawValue, themes: [.sleep], occasion: $0, sentence: Wording("Text.", "文。"),
                    practice: Wording("Act.", "こと。"))
            })
        #expect(chosen(request("眠れなかった"), of: shelf)?.id == "wake")
        #expect(chosen(request("眠れなかった") { $0.occasion = .bedtime }, of: shelf)?.id == "bedtime")
    }

    @Test func whatNobodyComparedWithItsTextIsOnlyATheme() throws {
        var teaching = try #require(Self.shelf.entries.first)
        #expect(teaching.origin.english == "after a theme of the Dhammapada, 5")
        #expect(teaching.origin.japanese == "ダンマパダ5の主題による")
        teaching.check = Teaching.Check(person: "Ann", date: Self.today)
        #expect(teaching.origin.english == "in our own words, from the Dhammapada, 5")
        teaching.source = .teacher(.dogen)
        #expect(teaching.origin.japanese == "道元の主題による")
        teaching.source = .ownWords
        #expect(teaching.origin.english == "in our own words")
    }

    @Test(arguments: ["AN 3.132", "Dhp 5", "MN 152", "Snp 1.8", "SN 56.11", "Ud 6.4", "Iti 26"])
    func aPlaceIsRead(text: String) { #expect(TextPlace(text) != nil) }

    @Test(arguments: [
        "AN 3", "AN 12.1", "Dhp 5.1", "Dhp 0", "MN 153", "SN 3.", "sn 3.1", "SN  3.1", "SN 3.01", "DN 1", "",
    ])
    func anotherFormIsNoPlace(text: String) { #expect(TextPlace(text) == nil) }

    /// T-4: a wake talk and a training before noon share one teaching; trainings after noon and evenings do not count.
    @Test func aTrainingOfTheSameMorningHasNone() throws {
        let shelf = Teachings(
            [Teaching.Occasion.any, .wake, .training, .bedtime].map {
                Teaching(
                    id: $0.rawValue, themes: [.sleep], occasion: $0, sentence: Wording("Text.", "文。"),
                    practice: Wording("Act.", "すること。"))
            })
        func choice(_ occasion: Teaching.Occasion, heard: String?, isMorning: Bool) throws -> TeachingChoice {
            let date = try #require(LocalDate("2026-11-24"))
            let lastHeard = heard.map { [$0: date] } ?? [:]
            return shelf.choice(
                for: TeachingRequest(date: date, occasion: occasion, lastHeard: lastHeard, isMorning: isMorning))
        }
        func id(_ choice: TeachingChoice) -> String? {
            if case .teaching(let chosen) = choice { chosen.id } else { nil }
        }
        #expect(id(try choice(.training, heard: nil, isMorning: true)) == "training")
        for heard in ["any", "wake"] {
            #expect(try choice(.training, heard: heard, isMorning: true) == .silence(.enough))
            #expect(id(try choice(.training, heard: heard, isMorning: false)) == "training")
            #expect(id(try choice(.bedtime, heard: heard, isMorning: false)) == "bedtime")
        }
        #expect(id(try choice(.wake, heard: "training", isMorning: true)) != "training")
    }
}
