import Foundation
import TestKit
import Testing

@testable import Bedside

/// PROMPT-2: the instructions for a live companion, as shipped.
@Suite(.requirement("PROMPT-2"))
struct ShippedInstructionsTests {
    private static let tasks = ["wake_up", "training", "bedtime", "talk", "reading"]
    private static let names = ["common", "memory", "crisis"] + tasks

    struct File: Sendable, CustomTestStringConvertible {
        var name: String
        var language: Language
        var testDescription: String { "\(name) \(language.rawValue)" }

        /// As the appliance finds it.
        func source() -> SourceText {
            PromptTemplate.source(prompt: name, language: language, in: "Prompts") { path in
                try? ShippedPromptsTests.source(String(path.dropFirst("Prompts/".count)))
            }
        }
        func text() throws -> String { try #require(source().text) }
    }
    private static let files = Language.allCases.flatMap { language in names.map { File(name: $0, language: language) }
    }
    private static let taskFiles = files.filter { file in
        !["common", PromptTemplate.memory, PromptTemplate.crisis].contains(file.name)
    }

    private static func habit(of file: File) throws -> Habit? {
        if file.name == PromptTemplate.talk { return nil }
        if let habit = Profile.builtInHabits.first(where: { $0.prompt == file.name }) { return habit }
        return Habit(id: try #require(HabitID(file.name)), at: try #require(LocalTime("21:30")))
    }

    /// Everything known: a name, a place, a focus, a device with all habits on.
    private static func values(of file: File) throws -> PromptValues {
        var profile = Profile(
            ownerName: "Ann", language: file.language, sleepLocation: "attic", trainingFocus: TrainingFocus.allCases)
        for index in profile.habits.indices { profile.habits[index].isOn = true }
        let now = try #require(LocalDateTime("2026-11-21T05:50"))
        let device = VirtualBedside(profile: profile, at: CivilTime(seconds: now.wallSeconds))
        device.powerOn(isClockSynchronized: true)
        let status = try #require(device.status)
        return PromptValues(profile: profile, habit: try habit(of: file), status: status)
    }

    private static func composed(_ file: File, _ values: [String: String]) throws -> String {
        let common = File(name: "common", language: file.language)
        return try PromptTemplate.render(common: common.source(), habit: file.source(), values: values)
    }

    /// The words that the companion may say, given in quotation marks.
    private static func samples(in text: some StringProtocol, _ language: Language) -> [String] {
        switch language {
        case .english: String(text).matches(of: /"([^"]+)"/).map { String($0.output.1) }
        case .japanese: String(text).matches(of: /「([^」]+)」/).map { String($0.output.1) }
        }
    }

    private static func placeholders(in text: some StringProtocol) -> [String] {
        String(text).matches(of: /\$\{([A-Z_]+)\}/).map { String($0.output.1) }
    }

    private static func isJapanese(_ scalar: Unicode.Scalar) -> Bool {
        (0x3041...0x30FF).contains(scalar.value) || (0x4E00...0x9FFF).contains(scalar.value)
    }

    /// For each heading, the number of its lines that begin a bullet or a numbered step.
    private static func shape(_ text: String) -> [Int] {
        text.split(separator: "\n").reduce(into: []) { counts, line in
            if line.hasPrefix("# ") {
                counts.append(0)
            } else if line.hasPrefix("- ") || line.prefix(2).wholeMatch(of: /[1-9]\./) != nil, !counts.isEmpty {
                counts[counts.count - 1] += 1
            }
        }
    }

    @Test func everyShippedFileIsReadByThisSuite() throws {
        let found = try FileManager.default.contentsOfDirectory(
            atPath: ShippedPromptsTests.prompts.path(percentEncoded: false)
        ).filter { $0.hasSuffix(".txt") }
        let read = Self.files.map { URL(filePath: $0.source().fileName).lastPathComponent }
        #expect(Set(found) == Set(read))
        #expect(Set(read).count == Self.files.count)
    }

    @Test(arguments: taskFiles) func composesWithEverySubsetOfValues(file: File) throws {
        let all = try Self.values(of: file).texts
        let optional = all.keys.filter { $0 != "LANGUAGE_LINE" }.sorted()
        let sources = try [File(name: "common", language: file.language), file].map { try $0.text() }
        let lines = sources.flatMap { TemplateLine.lines(of: $0).map(String.init) }
        var subsets: [Set<String>] = [[], Set(optional)]
        var random = SeededRandom(seed: 5)
        for name in optional { subsets += [[name], Set(optional).subtracting([name])] }
        for _ in 0..<12 { subsets.append(Set(optional.filter { _ in Bool.random(using: &random) })) }
        for subset in subsets {
            let values = all.filter { subset.contains($0.key) || $0.key == "LANGUAGE_LINE" }
            let text = try Self.composed(file, values)
            #expect(!text.contains("${"))
            // Line by line: a line whose values are known is there, and a line that lacks one is left out completely.
            let expected = lines.filter { line in Self.placeholders(in: line).allSatisfy { values[$0] != nil } }
                .map { Self.placeholders(in: $0).reduce($0) { $0.replacing("${\($1)}", with: values[$1] ?? "?") } }
            #expect(text.split(separator: "\n").map(String.init) == expected.filter { !$0.isEmpty })
        }
    }

    @Test(arguments: taskFiles) func staysShortEnoughToBeFollowed(file: File) throws {
        let values = try Self.values(of: file)
        let text = try Self.composed(file, values.texts)
        #expect((1500..<6400).contains(text.count), "\(text.count) characters")
        for line in text.split(separator: "\n") { #expect(line.count <= 420, "\(line)") }
    }

    @Test(arguments: names) func bothLanguagesSayTheSameThings(name: String) throws {
        let english = try File(name: name, language: .english).text()
        let japanese = try File(name: name, language: .japanese).text()
        var shapes = (Self.shape(english), Self.shape(japanese))
        // Only Japanese has politeness levels, so its section about language has one rule more.
        if name == "common", shapes.1.indices.contains(2) { shapes.1[2] -= 1 }
        #expect(shapes.0 == shapes.1)
        #expect(Self.placeholders(in: english).sorted() == Self.placeholders(in: japanese).sorted())
    }

    @Test(arguments: files) func eachIsInItsOwnLanguage(file: File) throws {
        for line in TemplateLine.lines(of: try file.text()) where !line.isEmpty {
            let words = Self.placeholders(in: line).reduce(String(line)) { $0.replacing("${\($1)}", with: "") }
            switch file.language {
            case .english:
                #expect(!words.unicodeScalars.contains(where: Self.isJapanese), "\(line)")
            case .japanese:
                #expect(words.wholeMatch(of: /[-\s]*/) != nil || words.unicodeScalars.contains(where: Self.isJapanese))
                // です・ます in everything that may be said; nothing half translated.
                #expect(words.matches(of: /[a-z]{4,}/).allSatisfy { Self.isForTools(String($0.output), in: words) })
            }
        }
    }

    /// Tool names, `anicca` and codes are written in Latin letters.
    private static func isForTools(_ word: String, in line: String) -> Bool {
        ["anicca", "once", "false"].contains(word)
            || Tool.Name.allCases.contains { $0.rawValue.split(separator: "_").contains(Substring(word)) }
    }

    @Test(arguments: files) func everyPlaceholderIsAloneInItsLine(file: File) throws {
        for line in TemplateLine.lines(of: try file.text()) {
            // With two in one line, one fact would be dropped when only the other is missing.
            #expect(Self.placeholders(in: line).count <= 1, "\(line)")
            #expect(line.count <= 420)
        }
    }

    @Test(arguments: Language.allCases) func everyPlaceholderIsUsed(language: Language) throws {
        let text = try ["common", "training"].map { try File(name: $0, language: language).text() }.joined()
        #expect(Self.placeholders(in: text).sorted() == PromptTemplate.placeholders.sorted())
    }

    // MARK: Tools

    @Test(arguments: files) func onlyExistingToolsAreNamed(file: File) throws {
        let known = Set(Tool.Name.allCases.map(\.rawValue))
        let text = try file.text()
        let quoted = text.matches(of: /`([^`]*)`/).map { String($0.output.1) }
        let snakes = text.replacing(/\$\{[A-Z_]+\}/, with: "").matches(of: /[a-z]+(?:_[a-z]+)+/).map {
            String($0.output)
        }
        #expect(Set(quoted).isSubset(of: known), "\(Set(quoted).subtracting(known))")
        #expect(Set(snakes).isSubset(of: known), "\(Set(snakes).subtracting(known))")
    }

    @Test(arguments: Language.allCases) func everyToolHasItsRule(language: Language) throws {
        let text = try File(name: "common", language: language).text()
        let memory = try File(name: PromptTemplate.memory, language: language).text()
        for tool in ToolCatalog.all {
            #expect((tool.isAboutMemory ? memory : text).contains("`\(tool.name.rawValue)`"), "\(tool.name)")
        }
    }

    @Test(arguments: files) func noSampleClaimsOrPromisesWhatOnlyTheDeviceCan(file: File) throws {
        let text = try file.text()
        let promises: [String] =
            switch file.language {
            case .english:
                [
                    "I'll remind", "I'll remember", "I'll wake", "I'll ring", "I'll be back", "I'll keep", "I will",
                    "I've set", "is set", "I'll note", "I'll save", "in five minutes",
                ]
            case .japanese:
                [
                    "覚えておきます", "お知らせします", "起こします", "鳴らします", "設定しました", "セットしました", "記録し", "保存し", "預かります", "戻ってきます", "五分後",
                ]
            }
        for sample in Self.samples(in: text, file.language) {
            for promise in promises { #expect(!sample.localizedStandardContains(promise), "\(sample)") }
        }
        // Features that have no tool yet are not mentioned at all.
        for feature in ["music", "timer", "weather", "clone", "音楽", "タイマー", "天気"] {
            #expect(!text.localizedStandardContains(feature), "\(feature)")
        }
    }

    // MARK: Words

    @Test(arguments: taskFiles) func eachSituationHasSamplesToVary(file: File) throws {
        let sections = try file.text().split(separator: #/(?:^|\n)# /#)
        let (first, last) =
            file.language == .english ? ("First words", "Samples") : ("第一声", "例文")
        let opening = try #require(sections.first { $0.hasPrefix(first) })
        #expect(Self.samples(in: opening, file.language).count >= 2)
        let samples = try #require(sections.first { $0.hasPrefix(last) })
        for line in samples.split(separator: "\n").dropFirst() {
            #expect(Self.samples(in: line, file.language).count >= 2, "\(line)")
        }
        let said = Self.samples(in: opening, file.language) + Self.samples(in: samples, file.language)
        #expect(Set(said).count == said.count)
    }

    @Test func theWakePromptIsPhysicalAndAcceptsImUpAsAnAnswer() throws {
        let english = try File(name: "wake_up", language: .english).text()
        #expect(english.contains("Stand up. Leave the bed. Count to three and move"))
        #expect(english.contains("\"I'm up\"") && english.contains("acknowledge it at once"))
        let japanese = try File(name: "wake_up", language: .japanese).text()
        #expect(japanese.contains("立ちましょう。布団から出ます。三つ数えたら動きますよ") && japanese.contains("すぐに認めて"))
    }

    @Test(arguments: Language.allCases) func trainingCountsSetsOfTheOwnersChoice(language: Language) throws {
        let file = File(name: "training", language: language)
        let values = try Self.values(of: file)
        let text = try Self.composed(file, values.texts)
        #expect(text.contains(try #require(values.texts["TRAINING_FOCUS_LIST"])))
        #expect(text.contains(language == .english ? "Set one of three" : "一セット目、全部で三セット"))
        // It cannot measure thirty seconds or speak again by itself.
        #expect(!text.contains("30 seconds") && !text.contains("三十秒"))
    }

    @Test(arguments: Language.allCases) func aSleeplessNightCostsNoAlarm(language: Language) throws {
        let talk = try File(name: "talk", language: language).text()
        #expect(talk.contains(language == .english ? "costs no alarm: offer no change" : "変更はすすめず"))
        let common = try File(name: "common", language: language).text()
        let rule = try #require(common.split(separator: "\n- ").first { $0.contains("`up_for_good`") })
        #expect(rule.contains(language == .english ? "clearly says" : "はっきり言ったときだけ"))
        #expect(rule.contains(language == .english ? "Repeat it" : "復唱し"))
    }

    // MARK: Care

    /// E-3 and SAFE-5: in the part that every talk has, also while nothing is remembered.
    @Test(.requirement("SAFE-5", "MIND-2"), arguments: Language.allCases)
    func everyTalkRefusesRomanceAndRemarksOnNoVoice(language: Language) throws {
        let text = try File(name: "common", language: language).text()
        let rules = text.split(separator: "\n- ").map { $0.replacing(/\s+/, with: " ") }
        let (romance, voice) =
            language == .english
            ? (
                ["Romance", "sexual", "refuse", "whoever asks", "also in play"],
                ["how the owner sounds", "take no mood from a voice"]
            )
            : (["恋愛", "性的", "断り", "誰に頼まれても", "遊びでも"], ["声の様子には触れません", "気持ちを決めつけません"])
        for words in [romance, voice] {
            #expect(rules.contains { rule in words.allSatisfy { rule.contains($0) } }, "\(words)")
        }
    }

    /// G-9: stricter with owners under 18.
    @Test(.requirement("SAFE-5")) func aYoungOwnersCompanionIsStricter() {
        let (english, japanese) = (PromptTemplate.minor.english, PromptTemplate.minor.japanese)
        for words in ["under 18", "nothing sexual", "drugs", "secret", "grown-up", "`safety_concern`"] {
            #expect(english.contains(words), "\(words)")
        }
        for words in ["18歳未満", "性的", "薬物", "秘密", "信頼できる大人", "`safety_concern`"] {
            #expect(japanese.contains(words), "\(words)")
        }
    }

    /// G-5 and G-2: what the companion must not do while the owner may be at risk.
    @Test(.requirement("SAFE-2"), arguments: Language.allCases)
    func inACrisisItPromisesAndArguesNothing(language: Language) throws {
        let text = try File(name: PromptTemplate.crisis, language: language).text().replacing(/\s+/, with: " ")
        let clauses =
            language == .english
            ? [
                "\"Are you thinking of ending your life?\"", "\"Are you safe right now? Is someone near you?\"",
                "Do not argue, judge, diagnose", "You call nobody", "neither rescue nor secrecy",
                "Say nothing about means or methods", "Never say a telephone number",
            ]
            : [
                "「死にたいと思っていますか。」", "「今、安全なところにいますか。そばに誰かいますか。」", "言い争わず", "診断せず", "誰にも電話をかけません",
                "助けに行くとも、秘密にするとも約束しません", "方法や手段については、聞かれても何も言いません", "電話番号を自分で口にしてはいけません",
            ]
        for clause in clauses { #expect(text.contains(clause), "\(clause)") }
    }

    /// After a hint the device has said no number: the companion must not refer to one.
    @Test(.requirement("SAFE-2"), arguments: Language.allCases)
    func itSpeaksOfNoHelpLineThatNobodyHasSaid(language: Language) throws {
        let file = try File(name: PromptTemplate.crisis, language: language).text()
        let said = PromptTemplate.helpLine(isSaid: true).text(in: language)
        let unsaid = PromptTemplate.helpLine(isSaid: false).text(in: language)
        let words = language == .english ? "When it has spoken" : "伝え終わったら"
        #expect(said.contains(words) && !unsaid.contains(words) && !file.contains(words))
        #expect(unsaid.contains("`safety_concern`"))
    }

    /// With the memory on, another part says what is kept: no part says that nothing is.
    @Test(arguments: Language.allCases) func noTaskSaysThatNothingIsKept(language: Language) throws {
        for name in Self.tasks + ["common"] {
            let text = try File(name: name, language: language).text()
            for words in ["do not keep it", "預かるのではありません"] { #expect(!text.contains(words), "\(name)") }
        }
    }
}
