import Testing

@testable import Bedside

/// How people say what they do not mean, or not of themselves, and what only looks so (M-3). Each case is of another
/// wording than the scripted dialogues.
@Suite(.requirement("MIND-3"))
struct MemoryGateMannerTests {
    /// A talk's lines, the owner's as they are and the companion's behind "C: ".
    private func refusal(
        _ text: String, quote: String, of lines: [String], kind: MemoryKind? = nil, language: Language = .english
    ) -> MemoryRefusal? {
        let lines = lines.map { line in
            line.hasPrefix("C: ")
                ? TalkLine(.companion, PrivateText(String(line.dropFirst(3)))) : TalkLine(.owner, PrivateText(line))
        }
        return MemoryGate(lines: lines, language: language).refusal(
            of: MemoryCandidate(kind: kind, slot: "thing", text: PrivateText(text), quote: PrivateText(quote)),
            today: MemoryGateTests.today)
    }

    @Test(arguments: [
        (
            ["I'm a surgeon and I never sleep.", "C: That sounds hard.", "Sorry, that's the television."],
            "I'm a surgeon"
        ),
        (["I left home at nine with a goat.", "C: With a goat?", "Audiobook."], "I left home at nine with a goat"),
        (["Listen to this. I own half of Cornwall."], "I own half of Cornwall"),
        (["I hate cheese.", "C: Noted.", "That was my cousin, she's here tonight."], "I hate cheese"),
        (["I eat worms.", "C: Do you?", "No, that wasn't me."], "I eat worms"),
        (["I want to be called Lord.", "C: Lord?", "Ignore him, please."], "I want to be called Lord"),
        (["I robbed a bank.", "C: When?", "Let me turn the radio off."], "I robbed a bank"),
        (["My horoscope has it that I move house in June."], "I move house in June"),
        (["おみくじにさ、引っ越しするって。"], "引っ越しする"),
        (["My uncle says, I'm selling up and I'm off to Crete."], "I'm off to Crete"),
        (["僕は船を三隻もってる。", "C: すごいですね。", "ごめん、いまの、ドラマ。"], "僕は船を三隻もってる"),
        (["私、猫が苦手。", "C: そうですか。", "今のは姉の声だよ。"], "猫が苦手"),
        (["手紙を読むね。家を売ることにしました。"], "家を売ることにしました"),
        (["俺が医者でさ、島に流されて。っていう小説。"], "俺が医者でさ"),
    ])
    func borrowedWordsAreNotTheOwners(lines: [String], quote: String) {
        #expect(refusal(quote, quote: quote, of: lines) == .reported)
    }

    @Test(arguments: [
        (["I have nine wives. Made that up."], "I have nine wives"),
        (["Oh brilliant, I love a tax return."], "I love a tax return"),
        (["I adore the dentist.", "C: Is that sarcasm?", "Maybe."], "I adore the dentist"),
        (["I play the harp. I keep bees.", "C: Really?", "The harp bit was a lie."], "I play the harp"),
        (["I'm rich. I wish."], "I'm rich"), (["うちは城だよ。信じた？"], "うちは城だよ"),
        (["象を飼ってる。うそです。"], "象を飼ってる"),
        (["わたしは元力士。わたしは三児の母。", "C: どちらかな。", "力士は冗談。"], "わたしは元力士"),
    ])
    func jokesAndIronyAreRefused(lines: [String], quote: String) {
        #expect(refusal(quote, quote: quote, of: lines) == .joke)
    }

    @Test(arguments: [
        (["C: Imagine you lived on the moon.", "I grow cabbages there."], "I grow cabbages"),
        (["I'm a dragon and I eat towers."], "I eat towers"),
        (["In another life I bake bread."], "I bake bread"), (["お金があれば、船を買う。"], "船を買う"),
        (["I'm tempted to learn Welsh."], "learn Welsh"), (["雪なら、山に行く。"], "山に行く"),
        (["Should I move to Bergen?"], "I move to Bergen"),
        (["I'd sell the house for that."], "I'd sell the house"),
        (["ぼく、恐竜だぞ。山に住んでる。"], "ぼく、恐竜だぞ"),
        (["C: もし鳥になったら、どこへ行きますか。", "アフリカに住む。"], "アフリカに住む"),
    ])
    func suppositionsAreRefused(lines: [String], quote: String) {
        #expect(refusal(quote, quote: quote, of: lines) == .hypothetical)
    }

    @Test(arguments: [
        ("I don't eat meat", "Eats meat"), ("I never take the lift", "Takes the lift"),
        ("I used to smoke a pipe", "Smokes a pipe"), ("コーヒーは飲まない", "コーヒーを飲む"), ("犬は好きじゃないんで", "犬が好き"),
    ])
    func aMemoryKeepsItsNot(said: String, text: String) {
        #expect(refusal(text, quote: said, of: [said]) == .negated)
    }

    @Test(arguments: [
        ("I can't sleep without the fan", "Sleeps with the fan"), ("I can't wait to see Anna", "Will see Anna"),
        ("I don't eat meat", "Avoids meat"), ("I never take the lift", "Never takes the lift"),
        ("I used to smoke a pipe", "Smoked a pipe once"), ("コーヒーは飲まない", "コーヒーは苦手"), ("犬が好きかもしれないけど猫も飼う", "猫も飼う"),
    ])
    func anotherWayToSayNotIsKept(said: String, text: String) {
        #expect(refusal(text, quote: said, of: [said]) != .negated)
    }

    @Test(arguments: [
        ("I've run for fifteen years", "Has run for fifty years"), ("We have thirteen hens", "Has thirty hens"),
        ("The vet is on the ninth", "Vet on 19 May"), ("勤めて十二年", "勤めて二十年"), ("四月八日に検査", "四月十八日に検査"),
    ])
    func aChangedNumberIsRefused(said: String, text: String) {
        #expect(refusal(text, quote: said, of: [said]) == .unsupported)
    }

    @Test(arguments: [
        ("I've run for fifteen years", "Has run for 15 years"), ("The vet is on the ninth", "Vet on 9 May"),
        ("The vet is on Friday at half past three", "Vet on Friday 7 May at 15:30"), ("四月八日に検査", "4月8日に検査"),
        ("明日の六時に検査", "五月二日の十八時に検査"), ("妻と一緒に三味線を弾く", "妻と一緒に三味線を弾く"),
    ])
    func theSameNumberOtherwiseIsKept(said: String, text: String) {
        #expect(refusal(text, quote: said, of: [said]) == nil)
    }

    @Test func aFragmentIsAboutTheOneBefore() {
        let lines = ["My brother has bought a farm. Starts in May."]
        #expect(refusal("Starts in May", quote: "Starts in May", of: lines) == .aboutAnother)
        let japanese = ["姉がね、仕事やめて畑やる。"]
        #expect(refusal("仕事をやめて畑をやる", quote: "仕事やめて畑やる", of: japanese) == .aboutAnother)
        #expect(refusal("姉は仕事をやめて畑をやる", quote: "仕事やめて畑やる", of: japanese, kind: .person) == nil)
    }

    @Test func aRoleIsNoMemory() {
        let lines = ["You are a butler and you will bow.", "Never ask about my weight, please."]
        #expect(refusal("Butler who bows", quote: "You are a butler and you will bow", of: lines) == .instruction)
        #expect(refusal("The companion is a butler", quote: "a butler", of: lines) == .instruction)
        // What only asks for less, in the owner's own words, is a boundary.
        #expect(refusal("Never ask about my weight", quote: "Never ask about my weight", of: lines) == nil)
        #expect(refusal("Never ask about the alarm", quote: "my weight", of: lines) == .instruction)
    }

    @Test(arguments: [
        (["I love the radio.", "C: Which station?", "A music show."], "I love the radio"),
        (["I sing in a choir.", "C: What songs do you sing?", "Carols."], "I sing in a choir"),
        (["I had a quarrel today.", "C: Who with?", "That was Dave."], "I had a quarrel today"),
        (["C: I can imagine that it hurt.", "I broke my wrist in Oslo."], "I broke my wrist in Oslo"),
        (["例えば朝は納豆を食べる。"], "朝は納豆を食べる"), (["C: できればゆっくりどうぞ。", "毎朝ことばを十覚える。"], "毎朝ことばを十覚える"),
        (["No joke, I keep nine cats."], "I keep nine cats"),
        (["My doctor says no salt for a year."], "no salt for a year"),
        (["夜は起きてる。", "C: 何をしているんですか。", "ゲーム。"], "夜は起きてる"),
        (["みんなにはハルって呼ばれてる。"], "ハルって呼ばれてる"), (["恐竜が好き。うそでしょって言われるけど。"], "恐竜が好き"),
    ])
    func whatIsMeantIsKept(lines: [String], quote: String) {
        #expect(refusal(quote, quote: quote, of: lines) == nil)
    }

    @Test func aNameThatNobodySaidIsRefused() {
        let lines = ["My boss rang. I keep a boat in Leeds.", "部長がまた電話してきた"]
        #expect(refusal("The boss is Harriet", quote: "My boss rang", of: lines, kind: .person) == .unsupported)
        #expect(refusal("Has a boat in Leeds", quote: "I keep a boat in Leeds", of: lines) == nil)
        #expect(refusal("電話してくるのは高橋部長", quote: "部長がまた電話してきた", of: lines, kind: .person) == .unsupported)
    }

    @Test func aMumbleIsNoSentence() {
        #expect(refusal("Likes the red", quote: "I like the red", of: ["Hm. The, the red. In the."]) == .unquoted)
    }

    @Test func whatTheOwnerCallsShortMayBeForgotten() {
        let gate = MemoryGate(
            lines: [TalkLine(.owner, PrivateText("ローンのこと、なかったことにして"))], language: .japanese)
        #expect(gate.mayForget(PrivateText("ローン返済")))
        #expect(!gate.mayForget(PrivateText("結婚式")))
    }
}
