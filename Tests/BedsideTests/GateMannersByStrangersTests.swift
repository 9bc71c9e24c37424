import TestKit
import Testing

@testable import Bedside

/// What a stranger found the gate to let through: the contrary of what was said, what was only possible, what others said
/// or did, and intentions that are none (M-3, M-7). No case is of the scripted dialogues.
@Suite(.requirement("MIND-3"))
struct GateMannersByStrangersTests {
    private func refusal(
        _ text: String, quote: String, of line: String, kind: MemoryKind? = nil, slot: String = "thing"
    ) -> MemoryRefusal? {
        let isEnglish = line.utf8.allSatisfy { $0 < 0x80 }
        return MemoryGate(
            lines: [TalkLine(.owner, PrivateText(line))], language: isEnglish ? .english : .japanese
        )
        .refusal(
            of: MemoryCandidate(kind: kind, slot: slot, text: PrivateText(text), quote: PrivateText(quote)),
            today: MemoryGateTests.today)
    }

    /// The sentence as a line, with its stop.
    private func line(_ said: String) -> String { said + (said.utf8.allSatisfy { $0 < 0x80 } ? "." : "。") }

    private func expectRefused(_ said: String, _ text: String, _ location: SourceLocation = #_sourceLocation) {
        for kind in [nil, .person] as [MemoryKind?] {
            let refusal = refusal(text, quote: said, of: line(said), kind: kind)
            #expect(refusal != nil, "\(text)", sourceLocation: location)
        }
    }

    private func expectKept(_ said: String, _ text: String, _ location: SourceLocation = #_sourceLocation) {
        #expect(refusal(text, quote: said, of: line(said)) == nil, "\(text)", sourceLocation: location)
    }

    // MARK: The contrary

    @Test(arguments: [
        ("I refuse to eat fish", "Eats fish"), ("I declined to join the choir", "Joined the choir"),
        ("I forgot to water the tomatoes", "Waters the tomatoes"), ("I'm too tired to run", "Runs"),
        ("I eat everything except mushrooms", "Eats mushrooms"), ("I walk instead of driving", "Drives"),
        ("I'm unable to swim", "Swims"), ("It isn't true that I hate my job", "Hates the job"),
        ("It's not true that I smoke", "Smokes"), ("I don't think I snore", "Snores"),
        ("I wouldn't say I'm shy", "Is shy"), ("It's a myth that I collect stamps", "Collects stamps"),
        ("I failed the exam", "Passed the exam"), ("I like mornings", "Dislikes mornings"),
        ("I slept well", "Slept badly"), ("We lost the final", "Won the final"), ("I sold my bike", "Bought a bike"),
        ("I hate spiders", "Loves spiders"), ("My shift starts at six", "Shift finishes at six"),
        ("I lent Tom my ladder", "Borrowed a ladder"),
    ])
    func theContraryIsRefused(said: String, text: String) { expectRefused(said, text) }

    @Test(arguments: [
        ("朝は嫌いじゃない", "朝が嫌い"), ("朝はきらいではない", "朝がきらい"), ("ピアノは苦手じゃない", "ピアノが苦手"), ("犬は怖くない", "犬が怖い"),
        ("犬が怖いわけじゃない", "犬が怖い"), ("結婚するつもりはない", "結婚する"), ("会社を辞めるつもりはない", "会社を辞める"),
        ("引っ越す予定はありません", "引っ越す"), ("京都に行ったことはない", "京都に行ったことがある"), ("納豆を食べる気はない", "納豆を食べる"),
        ("独身だとは思わない", "独身だ"), ("酒は飲めん", "酒を飲む"), ("肉は食べん", "肉を食べる"), ("会社には行かんよ", "会社に行く"),
        ("車は運転できん", "車を運転できる"), ("その道は分からん", "道が分かる"), ("試験に落ちた", "試験に受かった"), ("車を売った", "車を買った"),
        ("試合に勝った", "試合に負けた"), ("昨夜はぐっすり寝た", "昨夜は寝不足"), ("体重が減った", "体重が増えた"), ("先月結婚した", "先月離婚した"),
        ("左の膝が痛い", "右の膝が痛い"),
    ])
    func theJapaneseContraryIsRefused(said: String, text: String) { expectRefused(said, text) }

    @Test(arguments: [
        ("I refuse to eat fish", "Refuses to eat fish"), ("I refuse to eat fish", "Does not eat fish"),
        ("I refuse to eat fish but I eat meat", "Eats meat"), ("I forgot to say I like tulips", "Likes tulips"),
        ("I eat everything except mushrooms", "Eats everything except mushrooms"),
        ("I walk to work instead of driving", "Walks to work"), ("I'm never too tired to run home", "Runs home"),
        ("It isn't true that I hate my job", "Likes the job"), ("I don't think so, I like opera", "Likes opera"),
        ("I failed the exam", "Failed the exam"), ("I sold my car and bought a bike", "Bought a bike"),
        ("I love cold weather", "Hates hot weather"), ("I hate being late", "Hates being late"),
        ("Well, I slept badly", "Slept badly"),
    ])
    func theSameInOtherWordsIsKept(said: String, text: String) { expectKept(said, text) }

    @Test(arguments: [
        ("朝は嫌いじゃない", "朝は嫌いではない"), ("犬が嫌いなわけじゃない", "犬は嫌いではない"), ("毎日走るわけじゃない", "走る"),
        ("結婚するつもりはない", "結婚するつもりはない"), ("結婚するつもりだ", "結婚する"), ("酒は飲めんが、ビールは飲む", "ビールを飲む"),
        ("母さんとみかんを食べる", "みかんを食べる"), ("高いけん買わんかった", "高いから買わなかった"), ("車を売ってバイクを買った", "バイクを買った"),
        ("試験に落ちた", "試験に落ちた"), ("元気がない", "元気がない"), ("犬が怖くなった", "犬が怖い"),
    ])
    func theSameInOtherJapaneseWordsIsKept(said: String, text: String) { expectKept(said, text) }

    @Test func aWholeClauseIsDeniedWithItsMeasure() {
        #expect(refusal("毎日走る", quote: "毎日走るわけじゃない", of: "毎日走るわけじゃない。") == .negated)
        #expect(refusal("朝が嫌い", quote: "朝は嫌いじゃない", of: "朝は嫌いじゃない。") == .negated)
    }

    /// A memory in the owner's own words says what they said.
    @Test(arguments: [
        "I refuse to eat fish", "I'm too tired to run", "I don't think I snore", "I could become a teacher",
        "I may have diabetes", "I run as long as it's dry", "酒は飲めんよ", "結婚するつもりはない", "雨ならバスに乗る", "友達に怠け者だって言われた",
    ])
    func theOwnersOwnWordsAreKept(said: String) { expectKept(said, said) }

    // MARK: Only possible, or said by others

    @Test(arguments: [
        ("I could become a teacher", "Is a teacher"), ("I could move to Leeds", "Lives in Leeds"),
        ("I think I may have a cold", "Has a cold"), ("I may have diabetes", "Has diabetes"),
        ("I doubt that I have talent", "Has talent"), ("I suspect I have asthma", "Has asthma"),
        ("I run as long as it's dry", "Runs"), ("My friend said I am lazy", "Is lazy"),
        ("They think I'm a doctor", "Is a doctor"), ("My mum thinks I'm a genius", "Is a genius"),
        ("Everyone says I look tired", "Looks tired"), ("He reckons I snore", "Snores"),
        ("The advert says I'm a winner", "Is a winner"), ("As a joke I say I'm 100", "Is 100"),
        ("The song goes 'I am a rock'", "Is a rock"), ("In the film he says: I am a spy", "Is a spy"),
        ("Just kidding, I am the boss", "Is the boss"),
    ])
    func whatIsOnlyPossibleOrReportedIsRefused(said: String, text: String) { expectRefused(said, text) }

    @Test(arguments: [
        ("友達に怠け者だって言われた", "怠け者だ"), ("みんなに天才だって言われる", "天才"), ("兄は僕が臆病だと思ってる", "臆病"),
        ("隣の人が、私は医者ですと言った", "医者"), ("テレビの人が、私は癌ですって言ってた", "癌"), ("ナッツアレルギーなのかな", "ナッツアレルギー"),
        ("花粉症なのかな", "花粉症"), ("雨が降らなければ明日走る", "明日走る"), ("時間がなければタクシーで帰る", "タクシーで帰る"), ("雨ならバスに乗る", "バスに乗る"),
        ("晴れなら自転車で行く", "自転車で行く"), ("ドラマの主人公は刑事なんだ", "刑事だ"), ("なんちゃって、おれ社長", "社長"), ("冗談で宇宙人だと言ってる", "宇宙人"),
    ])
    func whatIsOnlyPossibleOrReportedInJapaneseIsRefused(said: String, text: String) { expectRefused(said, text) }

    @Test(arguments: [
        ("I could become a teacher", "Could become a teacher"),
        ("I could hear the sea all night", "Heard the sea all night"), ("I could finally get a seat", "Got a seat"),
        ("I may be eighty but I swim", "Swims"), ("I have no doubt I like opera", "Likes opera"),
        ("I was born in May", "Born in May"), ("I run as long as it's dry", "Runs when it is dry"),
        ("My doctor says I have asthma", "Has asthma"), ("My boss said I get Friday off", "Gets Friday off"),
        ("My friend said I am lazy", "Called lazy by a friend"), ("I said I am a vegan", "Is a vegan"),
        ("I've been told I'm allergic to nuts", "Allergic to nuts"),
        ("My wife thinks I snore, and she's right", "Snores"), ("I tell jokes at work", "Tells jokes at work"),
    ])
    func whatIsSoIsKept(said: String, text: String) { expectKept(said, text) }

    @Test(arguments: [
        ("医者に糖尿病だって言われた", "糖尿病"), ("なぜなのかなって思うけど、ピアノは続けてる", "ピアノを続けている"),
        ("ピアノなら弾ける", "ピアノが弾ける"), ("雨ならバスに乗る", "雨の日はバスに乗る"), ("雨が降らなければ明日走る", "雨が降らなければ明日走る"),
    ])
    func whatIsSoInJapaneseIsKept(said: String, text: String) { expectKept(said, text) }

    // MARK: Of somebody else

    @Test(arguments: [
        ("My brother eats meat but my sister doesn't", "Eats meat"), ("My husband likes coffee", "Likes coffee"),
        ("My friend's dog is called Momo", "The dog is called Momo"), ("My sister is a vegetarian", "Is a vegetarian"),
        ("My daughter plays the flute", "Plays the flute"), ("My dog hates thunder", "Hates thunder"),
        ("My son is a vegan but I eat meat", "Is a vegan"), ("The hero is a detective", "Is a detective"),
        ("My sister's birthday is in May", "Birthday is in May"), ("My mum's allergic to nuts", "Allergic to nuts"),
        ("My wife is a teacher", "Is a teacher"), ("My husband is a manager", "Is a manager"),
    ])
    func aSubjectLeftOutIsRefused(said: String, text: String) { expectRefused(said, text) }

    @Test(arguments: [
        ("兄は肉を食べるが、妹は食べない", "肉を食べる"), ("妹はベジタリアンなんだ", "ベジタリアン"), ("妻が来週入院する", "来週入院する"),
        ("娘はピアノを習っている", "ピアノを習っている"), ("息子は大阪で働いている", "大阪で働いている"), ("うちの犬は雷が嫌い", "雷が嫌い"),
        ("夫が来月退職する", "来月退職する"), ("妹の誕生日は五月三日", "誕生日は五月三日"), ("友達の犬はモモっていう", "犬の名前はモモ"), ("夫は社長だ", "社長だ"),
        ("妻は美人だ", "美人だ"),
    ])
    func aJapaneseSubjectLeftOutIsRefused(said: String, text: String) { expectRefused(said, text) }

    @Test func aPartOfTheSentenceIsNoExcuse() {
        for kind in [nil, .person, .preference, .plan] as [MemoryKind?] {
            let husband = "My husband likes coffee."
            #expect(refusal("Likes coffee", quote: "likes coffee", of: husband, kind: kind) == .aboutAnother)
            let wife = "妻が来週入院する。"
            #expect(refusal("来週入院する", quote: "来週入院する", of: wife, kind: kind) == .aboutAnother)
        }
        // The slot is not read out, so it names nobody.
        #expect(
            refusal("Likes coffee", quote: "My husband likes coffee", of: "My husband likes coffee.", slot: "husband")
                == .aboutAnother)
    }

    @Test(arguments: [
        ("My husband likes coffee", "Husband likes coffee"), ("My sister is a vegetarian", "Sister is a vegetarian"),
        ("My wife and I walk on Sundays", "Walks on Sundays"), ("My brother taught me chess", "Learnt chess"),
        ("My son is a vegan but I eat meat", "Eats meat"),
        ("My friend's dog is called Momo", "Friend's dog is called Momo"),
        ("My dog is called Momo", "The dog is called Momo"), ("My sister is taller than me", "Sister is taller"),
    ])
    func aSubjectThatIsNamedOrTheOwnerIsKept(said: String, text: String) { expectKept(said, text) }

    @Test(arguments: [
        ("妹はベジタリアンなんだ", "妹はベジタリアン"), ("妻は肉が好きだけど、私は魚を食べる", "魚を食べる"), ("夫も私も早起き", "早起き"), ("兄にピアノを習っている", "ピアノを習っている"),
        ("犬が怖い", "犬が怖い"), ("犬の散歩は六時", "散歩は六時"), ("妻が働いているから、毎朝弁当を作る", "毎朝弁当を作る"), ("歯が丈夫", "歯が丈夫"),
    ])
    func aJapaneseSubjectThatIsNamedOrTheOwnerIsKept(said: String, text: String) { expectKept(said, text) }

    // MARK: Intentions

    private func intended(_ words: String, act: String) -> MemoryRefusal? {
        let intention = Intention(
            habit: .wake, forDate: MemoryGateTests.today, cueKind: .wake, cue: PrivateText(""),
            action: PrivateText(act), words: PrivateText(words))
        let isEnglish = words.utf8.allSatisfy { $0 < 0x80 }
        return MemoryGate(
            lines: [TalkLine(.owner, PrivateText(line(words)))], language: isEnglish ? .english : .japanese
        )
        .refusal(of: MemoryCandidate(intention), today: MemoryGateTests.today)
    }

    @Test(
        .requirement("MIND-1"),
        arguments: [
            ("I would stretch tomorrow if I were younger", "stretch", MemoryRefusal.hypothetical),
            ("If I had a garden I'd stretch outside", "stretch outside", .hypothetical),
            ("若かったら明日走るのに", "走る", .hypothetical), ("Just kidding, tomorrow when I wake up I stretch", "stretch", .joke),
            ("明日起きたら走る、なんてね", "走る", .joke), ("うそだよ、明日起きたら走る", "走る", .joke),
            ("My wife will stretch tomorrow when she wakes up", "stretch", .aboutAnother),
            ("Tomorrow he stretches when he wakes up", "stretches", .aboutAnother), ("妻は明日起きたら走る", "走る", .aboutAnother),
            ("息子が明日走る", "走る", .aboutAnother), ("I refuse to stretch tomorrow", "stretch", .negated),
            ("明日走るつもりはない", "走る", .negated),
        ])
    func whatIsNoIntentionIsRefused(words: String, act: String, reason: MemoryRefusal) {
        #expect(intended(words, act: act) == reason)
    }

    @Test(
        .requirement("MIND-1"),
        arguments: [
            ("When I wake up I stretch", "stretch"), ("If it rains I stretch indoors", "stretch indoors"),
            ("Tomorrow my wife and I walk", "walk"), ("When my wife leaves I stretch", "stretch"),
            ("If I'm too tired to run I walk", "walk"), ("When my wife wakes up, stretch", "stretch"),
            ("雨なら家で伸びをする", "家で伸びをする"), ("妻が起きたら走る", "走る"), ("息子は七時に起こす", "息子は七時に起こす"), ("妻と歩く", "歩く"),
        ])
    func anIntentionOfTheOwnersIsKept(words: String, act: String) { #expect(intended(words, act: act) == nil) }
}
