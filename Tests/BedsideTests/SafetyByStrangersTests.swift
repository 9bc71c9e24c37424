import TestKit
import Testing

@testable import Bedside

/// What strangers found when they tried the detector with sentences of their own, and what is near to it: what borrows the
/// words of a risk, what must still count beside it, and the plainest wishes and hints.
@Suite(.requirement("SAFE-2")) struct SafetyByStrangersTests {
    private func level(_ text: String) -> SafetyLevel { SafetyDetector.level(of: text, spokenBy: .owner) }

    // MARK: Living at a place, or with somebody

    @Test(arguments: [
        "I don't want to live in Leeds any more.", "I don't live in Leeds any more.",
        "I won't ever live in New York again.",
        "I don't want to live with my ex any more", "I don't live with my parents any more",
        "I don't live alone any more", "I'm not living with Tom anymore", "I'm sick of living in this flat",
        "I'm tired of living with my flatmates", "We don't want to live on a farm.",
        "I can't live with my noisy roommate any longer", "i dont want to live in london any more",
        "I no longer live near the station", "I don't want to live next to the motorway any more.",
        "I can't stand living at home with my parents.", "I'm fed up with living in a shared house.",
        "I don't exist in their database", "According to their records I don't exist.",
    ]) func noWishToLiveSomewhereIsNoRisk(text: String) { #expect(level(text) == .none) }

    @Test(arguments: [
        "東京に住みたくない", "もう田舎には住みたくないです。", "田舎で暮らしたくない", "もう夫とは一緒に暮らしたくない", "姑と暮らしたくないんだよね。",
        "一人暮らしはもういやだ。", "この街はもううんざり。", "もう実家には住んでいません。", "隣の人がうるさくて、ここには住みたくない。",
    ]) func noWishToLiveSomewhereIsNoRiskInJapanese(text: String) { #expect(level(text) == .none) }

    @Test(arguments: [
        ("I don't want to live in this world any more", SafetyLevel.explicit),
        ("I don't want to live", .explicit), ("I don't want to live any more in this life", .explicit),
        ("I can't live with this pain any more", .explicit), ("I can't live in this body any more", .intermediate),
        ("I can't live like this any more", .intermediate), ("I can't live with myself any more", .intermediate),
        ("I can't live without him any more", .intermediate),
        ("I don't want to live in Leeds or anywhere any more", .intermediate),
        ("I don't want to live alone in this world any more", .intermediate),
        ("この世で生きていたくない", .explicit), ("もう生きていたくない", .explicit),
    ]) func noWishToLiveIsARisk(text: String, least: SafetyLevel) { #expect(level(text) >= least) }

    @Test(arguments: [
        "I don't want to live in Leeds any more, I want to die.",
        "I want to die. I don't want to live in Leeds any more.",
        "締め切りに追い詰められて死にたい。", "I don't want to live at all in this flat",
        "I don't live with my parents any more. I want to kill myself.", "東京に住みたくない。死にたい。",
        "サプリを全部飲んだ。もう死にたい。", "I took all my vitamins and I want to kill myself.",
    ]) func whatIsSaidBesidesCounts(text: String) { #expect(level(text) == .explicit) }

    // MARK: What is switched off, and what is no longer needed

    @Test(arguments: [
        "Tomorrow after I switch off the alarm I lie down and breathe.",
        "Every day after I switch off the alarm I get up.",
        "Every night after I switch off the light I breathe slowly.", "After I turn the lamp off I lie down and rest.",
        "Tomorrow when I get out of bed I close the window.", "I don't need you anymore.",
        "You are not needed any more.", "I do not need the alarm any more.",
        "Stop the chimes, I don't want them any more.",
        "アラームを終わりにしたい。",
    ]) func aDeviceThatIsNoLongerNeededIsNoRisk(text: String) { #expect(level(text) == .none) }

    @Test(arguments: [
        ("I want to switch it all off forever", SafetyLevel.intermediate),
        ("I will turn off the light and then I kill myself.", .explicit),
        ("Tomorrow after I switch off the alarm I lie down on the tracks.", .explicit),
        ("Nobody needs me any more.", .intermediate), ("I don't need anyone any more, I want to die.", .explicit),
        ("I don't want to be woken, I never want to wake up again.", .intermediate),
        ("もう起こさなくていいです。死にたい。", .explicit), ("もうずっと起こさなくていい。", .intermediate), ("もう二度と目を覚ましたくない。", .intermediate),
        ("私はもう必要ない。", .intermediate), ("もう終わりにしたい。", .intermediate),
    ]) func whoIsNoLongerNeededIsAtRisk(text: String, least: SafetyLevel) { #expect(level(text) >= least) }

    // MARK: Away for a while, and what is good for one

    @Test(arguments: [
        "I will not be around next week", "I won't be around next week, I'm on holiday",
        "I won't be here tomorrow, I'm on a business trip.", "I won't be home for a few days. I'm going on vacation.",
        "I'm going to a conference so I won't be here on Friday", "明日はもういません、出張です。", "明日は出張でいません",
        "来週はいません。旅行です。", "週末はいないから、実家に帰るの。",
    ]) func aJourneyIsNoFarewell(text: String) { #expect(level(text) == .none) }

    @Test(arguments: [
        "I won't be here tomorrow", "I won't be around tomorrow, or any of the days.",
        "明日はもうこの世にいません。",
    ]) func anAbsenceWithoutAReasonIsARisk(text: String) { #expect(level(text) > .none) }

    @Test(arguments: [
        "I took all my vitamins.", "I took all the vitamins this morning", "I've taken both of my supplements.",
        "I took all the antibiotics as prescribed", "サプリを全部飲んだ", "サプリは全部飲みました。", "今日のビタミンを全部飲んだよ。",
        "抗生物質を最後まで飲みきった。",
    ]) func vitaminsAreNoOverdose(text: String) { #expect(level(text) == .none) }

    @Test(arguments: ["I took all my pills.", "I swallowed all my sleeping pills", "薬を全部飲んだ", "睡眠薬を全部飲んだ。"])
    func allThePillsAreOne(text: String) { #expect(level(text) == .explicit) }

    // MARK: A swim, a play, the news

    @Test(arguments: [
        "I'm going to jump into the lake tomorrow", "I want to jump in the sea with the kids",
        "ロミオとジュリエットは最後に死ぬ", "ウェルテルは最後に銃で死ぬんだ", "ハムレットは最後に死んだんだよね", "主人公が最後に死ぬ話を読んだ。",
        "ニュースで橋から飛び降りた人がいた", "新聞で駅のホームから飛び込んだ男性がいたって", "Romeo and Juliet die at the end",
        "Werther shoots himself at the end.", "On the news a man jumped off a bridge",
    ]) func whatIsToldOrPlayedIsNoRisk(text: String) { #expect(level(text) == .none) }

    @Test(arguments: [
        "I'm going to jump into the river tonight", "ロミオは最後に死ぬ。私も死にたい。",
        "ニュースで橋から飛び降りた人がいた。私も死にたい。", "橋から飛び降りたい",
    ]) func theSpeakersOwnWishCounts(text: String) { #expect(level(text) == .explicit) }

    // MARK: The plainest wishes and hints

    @Test(arguments: [
        "明日目が覚めなかったら嬉しい。", "このまま目が覚めなければ幸せだ。", "お風呂で溺れようとした。", "風呂に沈もうとした",
        "お風呂に沈もうとした。", "殺してくれ。", "もう殺してください。", "誰か殺してほしい", "全部終わらせることに決めた",
        "今夜、全部終わらせることに決めました。", "I'd be happy if I didn't wake up tomorrow",
        "I would be so relieved if I never woke up again.",
    ]) func aPlainWishIsExplicit(text: String) { #expect(level(text) == .explicit) }

    /// A wish not to wake up names no death.
    @Test(arguments: [
        "目が覚めなければいいのに", "目が覚めなかったらいいのに。", "I want to go to sleep and never wake up", "消えてしまいたい", "逃げ道がない。",
        "逃げ道がない、追い詰められてる。", "もう追い詰められています。", "自分が大嫌いだ。", "自分のことが嫌いです。", "I hate myself.",
        "I hate myself so much.", "There is no way out for me", "There's no way out.", "I feel trapped.",
    ]) func aPlainHintIsNoticed(text: String) { #expect(level(text) > .none) }

    @Test(arguments: [
        "目が覚めなかったら起こして", "殺す気か", "眠すぎる、殺してくれ", "夕日が海に沈もうとしている", "宿題を全部終わらせることにした",
        "自分が嫌いな食べ物は食べない", "締め切りに追い詰められてる", "ゲームで死んだ", "this heat is killing me", "kill the lights",
        "I hate myself for eating that", "There is no way out of this car park", "the battery died",
        "my tomato plant died",
        "I'd be happy if I didn't wake up at five tomorrow",
    ]) func whatOnlySoundsLikeOneIsNoRisk(text: String) { #expect(level(text) == .none) }

    /// A denial of a place is none in the companion's mouth either, and no name of a risk in a sentence to be repeated.
    @Test func theMaskHoldsForBothVoicesAndForWhatIsRepeated() {
        let text = "You don't want to live in Leeds any more."
        #expect(SafetyDetector.level(of: text, spokenBy: .companion) == .none)
        #expect(!SafetyDetector.namesRisk("I don't want to live with my ex any more"))
        #expect(SafetyDetector.namesRisk("I don't want to live in this world any more"))
    }

    @Test func aNameIsAWordWithACapitalInsideASentence() {
        func names(_ text: String) -> Set<UInt64> { SafetyText.nameKeys(text, maximumScalars: 100) }
        let leeds = Set(SafetyText.englishKeys(SafetyText.folded("leeds")))
        #expect(names("I don't live in Leeds. Tomorrow I'm off") == leeds)
        #expect(names("I DON'T LIVE IN LEEDS").isEmpty)
        #expect(names("I Don't Live In Leeds").isEmpty)
        #expect(names("").isEmpty)
    }
}
