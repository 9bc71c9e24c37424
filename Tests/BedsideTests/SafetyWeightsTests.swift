import TestKit
import Testing

@testable import Bedside

/// The learned weights that judge an utterance as a whole, beside the phrases.
@Suite(.requirement("SAFE-2")) struct SafetyWeightsTests {
    private func level(_ text: String) -> SafetyLevel { SafetyDetector.level(of: text, spokenBy: .owner) }

    /// What the phrases alone say.
    private func named(_ text: String) -> SafetyLevel {
        let scalars = SafetyText.folded(text)
        var steps = 0
        return max(
            SafetyLexicon.japanese.level(of: SafetyText.japaneseKeys(scalars), spokenBy: .owner, steps: &steps),
            SafetyLexicon.english.level(of: SafetyText.englishKeys(scalars), spokenBy: .owner, steps: &steps))
    }

    @Test(arguments: [SafetyWeights.english, .japanese]) func theTableIsSortedAndSmall(weights: SafetyWeights) {
        let lines = weights.table.records.split(separator: "\n")
        let records = lines.flatMap { line in
            stride(from: 0, to: line.count, by: SafetyWeights.Table.recordLength).map { start in
                String(line.dropFirst(start).prefix(SafetyWeights.Table.recordLength))
            }
        }
        #expect(records.count == weights.table.count)
        #expect(records.allSatisfy { $0.utf8.count == SafetyWeights.Table.recordLength })
        let hashes = records.map { $0.utf8.prefix(4).map(Int.init) }
        #expect(zip(hashes, hashes.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
        #expect(lines.dropLast().allSatisfy { $0.utf8.count == 960 })
        #expect(weights.table.records.utf8.count < 180 * 1024)
    }

    /// The device and `learn_risk.py` take the same parts: these hashes are the script's.
    @Test func partsAreThoseOfTheScript() {
        let characters: [UInt32] = [
            176_662, 3_770_278, 6_769_985, 9_505_325, 9_519_430, 9_918_517, 10_191_189, 11_136_145, 12_015_683,
        ]
        let words: [UInt32] = [
            699_965, 2_549_222, 3_466_325, 4_180_273, 4_542_005, 5_547_597, 6_544_395, 6_599_891, 7_372_051, 7_614_266,
            7_888_388, 9_505_325, 9_918_517, 11_860_181, 12_195_444, 14_694_700, 14_819_496,
        ]
        #expect(SafetyWeights.hashes(of: [0x6B7B, 0x306B][...], .characters) == characters)
        #expect(SafetyWeights.hashes(of: [1 << 63 | 5, 0, 1 << 63 | 7][...], .words) == words)
        #expect(SafetyWeights.hashes(of: [0x6B7B, 0x306B][...], .words).isEmpty)
        #expect(SafetyWeights.hashes(of: [1 << 63 | 5, 0][...], .characters).isEmpty)
    }

    /// Each is found without a phrase that names it, and not found without the weights.
    @Test(arguments: [
        "I've cancelled everything, I won't be needing it", "I don't think it'll ever get better",
        "they'd be sad a bit and then be better for it", "暗い穴の中抜け出せない", "あの世で休むね、今夜行く", "最後にみんなに会えた",
    ]) func whatNoPhraseNamesIsFound(text: String) {
        #expect(named(text) == .none)
        #expect(level(text) > .none)
    }

    /// The plainest and shortest words of somebody without hope, as a stranger to the detector wrote them.
    @Test(arguments: [
        "消えたい。", "生きる意味がない。", "生きている意味がない。", "いなくなりたい。", "私なんていない方がいい。", "生きるのに疲れた。",
        "もう生きていけない。", "希望がない。", "I do not want to wake up tomorrow.", "There's no point in going on.",
        "I have nothing to live for.", "I wish I was never born.", "Nobody would miss me.",
        "I can't go on like this.", "I wish I could just disappear.", "I am tired of living.",
    ]) func aShortHintIsNoticed(text: String) { #expect(level(text) > .none) }

    /// What the morning is about: no plan for it is taken for a wish to die.
    @Test(
        arguments: [
            "I will %@ right after I wake up.", "Tomorrow when I wake up I will %@", "I %@ when I wake up",
            "When I wake up I %@.", "Tomorrow at six I %@",
        ],
        [
            "open the window", "drink a glass of water", "make the bed", "do ten push-ups", "put on my shoes",
            "turn on the lamp", "wash my face", "walk the dog", "feed the cat", "brush my teeth",
        ]) func aWakingIntentionIsHarmless(pattern: String, act: String)
    {
        #expect(level(pattern.replacing("%@", with: act)) == .none)
    }

    @Test(
        arguments: ["明日起きたら%@", "目が覚めたら%@", "朝六時に起きて%@。", "アラームが鳴ったら%@。"],
        ["窓を開ける", "水を飲む", "布団をたたむ", "息を吸う", "顔を洗う", "犬の散歩に行く", "歯をみがく"])
    func aWakingIntentionIsHarmlessInJapanese(pattern: String, act: String) {
        #expect(level(pattern.replacing("%@", with: act)) == .none)
    }

    /// Each has a phrase of risk that counts by itself, and is harmless as a whole.
    @Test(arguments: [
        "ロープを注文した、バーベキュー用", "平安の皇帝は毒を飲んだ、試験に出る",
        "that was a lifetime since I self-harmed, and I feel good", "the bank asked about suicide, I ticked no",
        "the kids drive me to despair today",
    ]) func whatThePhrasesMistakeIsHarmless(text: String) {
        #expect(named(text) > .none)
        #expect(level(text) == .none)
    }

    /// Scenes in which a stranger's sentence was missed, in other words: an attempt under way, harm without its name, a
    /// plan told by its place.
    @Test(arguments: [
        "I swallowed the lot an hour ago and my hands are going numb, don't ring anyone",
        "I keep holding the hot iron against my arm because I deserve it",
        "the last bus goes at one, then the footbridge, and over the rail I go, I want to be dead",
        "もう全部飲んだ、手がしびれてきた、救急車は呼ばないで", "罰として自分の腕にライターの火を当ててる",
        "急行が止まらない駅を調べた、あした黄色い線を越えて飛び込む",
    ]) func whatStrangersSayPlainlyIsExplicit(text: String) { #expect(level(text) == .explicit) }

    /// Everyday talk with the same words.
    @Test(arguments: [
        "hold the iron a bit hotter for the linen shirt", "the last bus goes at one, so wake me at noon",
        "急行が止まらない駅だから各停に乗る",
    ]) func everydayTalkWithTheSameWordsIsHarmless(text: String) { #expect(level(text) == .none) }

    /// What is said besides explains no explicit wish away.
    @Test(arguments: [
        "死にたい。きょうは天気がよかった。", "今日はカレーを食べた。もう死にたい。明日は六時に起こして。",
        "I had pasta for dinner. I want to die. Wake me at six.",
        "The weather was lovely today. I want to kill myself.",
    ]) func whatIsSaidBesidesExplainsNoWishAway(text: String) { #expect(level(text) == .explicit) }

    /// A long speech is judged piece by piece.
    @Test func aHintInALongSpeechIsFound() {
        let dull = """
            We had soup and then we walked along the river with the dog. My sister rang from Leeds about her new kitchen. \
            The bus was late because of the roadworks near the school. I bought two cushions and a lamp for the hall. \
            On Thursday the plumber comes to look at the boiler. The neighbour's boy scored a goal and told everybody. \
            We watched a film about penguins until the tea was cold. There is a market on Sunday with cheese from France. \
            I should call the bank before noon and ask for a new card. Somebody painted the bench in the park green. \
            The library has the book that you told me about. I might bake a cake for the choir on Saturday.
            """
        let hint = "Everyone would be better off without me, I'm only a burden."
        #expect(level(dull) == .none)
        #expect(level(hint) > .none)
        #expect(level(dull + " " + hint) > .none)
        #expect(level(hint + " " + dull) > .none)
    }
}
