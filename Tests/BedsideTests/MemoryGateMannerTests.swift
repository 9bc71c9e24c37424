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
        (["Gran's motto: I never lend."], "I never lend"), (["People think I'm a baker, at the club."], "I'm a baker"),
        (["In the play I'm a widow with a goat."], "I'm a widow with a goat"),
        (["According to Bill I'm moving to Wales."], "I'm moving to Wales"), (["父の日記にね、毎朝山に登るって。"], "毎朝山に登る"),
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
        ("I never take the lift", "Never takes the lift"), ("I used to smoke a pipe", "Smoked a pipe once"),
        ("コーヒーは飲まない", "コーヒーは苦手"),
    ])
    func anotherWayToSayNotIsKept(said: String, text: String) {
        #expect(refusal(text, quote: said, of: [said]) == nil)
    }

    @Test(arguments: [
        ("I don't eat meat", "Avoids meat", MemoryRefusal.unsupported),
        ("犬が好きかもしれないけど猫も飼う", "猫も飼う", .hypothetical),
    ])
    func anotherWayToSayNotIsNotTakenForADenial(said: String, text: String, refusal reason: MemoryRefusal) {
        #expect(refusal(text, quote: said, of: [said]) == reason)
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
        (["Optician's on Monday. No, not Monday, Wednesday at two."], "Optician on Monday", "Optician's on Monday"),
        (["We meet at six. Sorry, seven."], "Meets at six", "We meet at six"),
        (["My tutor's Hilda. Hang on, I mean Helga."], "Tutor is Hilda", "My tutor's Hilda"),
        (
            ["I've eaten two thousand pancakes. Well, five."], "Has eaten two thousand pancakes",
            "I've eaten two thousand"
        ),
        (["歯医者は十二日の三時。あ、違う、十四日だ。"], "歯医者は十二日の三時", "歯医者は十二日の三時"),
        (["集合は火曜じゃなくて金曜な。"], "集合は火曜", "集合は火曜"),
        (["あしたは早番で、ん…あ、先週の表だ。あしたは遅番。"], "あしたは早番", "あしたは早番で"),
        (["The match is in March. April, I mean."], "Match in March", "The match is in March"),
        (["I can't stand figs. No, that's dates."], "Cannot stand figs", "I can't stand figs"),
        (["犬の名前は小雪。ちがうちがう、小春。"], "犬の名前は小雪", "犬の名前は小雪"),
        (["出発は五時、いや五時半だ。"], "出発は五時", "出発は五時"), (["会は三日だっけ。ああ四日だ。"], "会は三日", "会は三日"),
        (["Madrid's off. Fog."], "Trip to Madrid", "Madrid's off"),
        (["I sold the caravan last week."], "Has a caravan", "the caravan"),
        (["We cancelled the gym membership."], "Has a gym membership", "the gym membership"),
        (["十日の駅伝は欠場、いや中止になった。"], "十日に駅伝を走る", "十日の駅伝"),
        (["教室に戻るつもりはもうないんだ。"], "教室に戻る", "教室に戻るつもり"),
    ])
    func whatWasPutRightOrIsOverIsRefused(lines: [String], text: String, quote: String) {
        #expect(refusal(text, quote: quote, of: lines) == .negated)
    }

    @Test(arguments: [
        (["Lesson is on Monday. No, I'm not nervous."], "Lesson on Monday", "Lesson is on Monday"),
        (
            ["Not Monday, Wednesday at two, the optician."], "Optician on Wednesday at two",
            "Wednesday at two, the optician"
        ),
        (["I have three brothers.", "C: Any pets?", "No, two cats."], "Has three brothers", "I have three brothers"),
        (["歯医者は十二日。あ、違う、十四日の三時だ。"], "歯医者は十四日の三時", "十四日の三時だ"),
        (["I have four sisters. Actually two of them live here."], "Has four sisters", "I have four sisters"),
        (["I'm on nights. No, it's fine."], "On nights", "I'm on nights"),
        (["I stopped smoking and took up rowing."], "Took up rowing", "took up rowing"),
        (["I sold the boat and bought a bike."], "Bought a bike", "bought a bike"),
        (["I'm off on Friday."], "Off on Friday", "I'm off on Friday"),
        (["会社を辞めて農業をやってる。"], "農業をやっている", "農業をやってる"),
        (["I gave up smoking in May."], "Gave up smoking in May", "I gave up smoking in May"),
    ])
    func whatOnlyLooksPutRightIsKept(lines: [String], text: String, quote: String) {
        #expect(refusal(text, quote: quote, of: lines) == nil)
    }

    @Test(arguments: [
        (["Our Bob runs marathons."], "Runs marathons", "runs marathons"),
        (["The man downstairs plays the oboe."], "Plays the oboe", "plays the oboe"),
        (["Nell at work swims lakes."], "Swims lakes", "swims lakes"),
        (["うちの課長、釣りが命でさ。"], "釣りが命", "釣りが命"), (["姉のとこ、来月引っ越すの。"], "来月引っ越す", "来月引っ越す"),
        (["Nora's a diver in Malta, lucky thing."], "Works as a diver in Malta", "a diver in Malta"),
        (["She keeps goats, eleven of them."], "Keeps goats", "She keeps goats"),
        (["Cooked for Tariq, coeliac since he was ten."], "Has been coeliac since ten", "coeliac since he was ten"),
        (["Forty years down the pit, Stan."], "Spent forty years down the pit", "Forty years down the pit"),
        (["Grade five piano on Monday, for Ines."], "Has grade five piano on Monday", "Grade five piano on Monday"),
        (["You've got judo at four, your belt's in the wash."], "Has judo at four", "You've got judo at four"),
        (["I like carrots, do you? Good boy. Sorry, that was to the dog."], "Likes carrots", "I like carrots"),
        (["先輩はさ、毎朝五時に走ってる。"], "毎朝五時に走る", "毎朝五時に走ってる"),
        (["模試、今週の土曜。下の息子がね。"], "土曜に模試を受ける", "模試、今週の土曜"),
        (["じいちゃんはね、炭焼き。窯ひとつ、五十年。"], "炭焼きの窯を五十年", "窯ひとつ、五十年"),
        (["あんた、薬飲んだの、血圧の。"], "血圧の薬を飲んだ", "あんた、薬飲んだの、血圧の"),
        (["父は四時に起きて畑、それから体操。"], "四時に起きて体操をする", "四時に起きて畑"),
    ])
    func whatIsOfSomebodyElseIsRefused(lines: [String], text: String, quote: String) {
        #expect(refusal(text, quote: quote, of: lines) == .aboutAnother)
    }

    @Test(arguments: [
        (["Nora's a diver in Malta, lucky thing."], "Nora is a diver in Malta", "Nora's a diver in Malta"),
        (["Rent's gone up to nine hundred."], "Pays nine hundred in rent", "Rent's gone up to nine hundred"),
        (["隣の部屋の人がうるさくて、耳栓して寝てる。"], "耳栓をして寝る", "耳栓して寝てる"),
        (["Alarm's at six, so early."], "Gets up at six", "Alarm's at six"),
        (["Sam's teaching me the cello."], "Learns the cello", "Sam's teaching me the cello"),
        (["My sister lives in Cork."], "Sister lives in Cork", "My sister lives in Cork"),
        (["You know, I keep bees."], "Keeps bees", "I keep bees"),
        (["You can call me Bo."], "Is called Bo", "call me Bo"),
        (
            ["Took the spaniel to the beach and she swam."], "Has a spaniel that swims",
            "Took the spaniel to the beach and she swam"
        ),
        (["父は元気。わたしは毎朝走ってる。"], "毎朝走る", "わたしは毎朝走ってる"), (["犬の散歩は六時。"], "犬の散歩は六時", "犬の散歩は六時"),
        (["娘が家を出てから、毎晩ひとりで将棋を指す。"], "毎晩ひとりで将棋を指す", "毎晩ひとりで将棋を指す"),
    ])
    func whatIsTheOwnersThoughOthersAreNamedIsKept(lines: [String], text: String, quote: String) {
        #expect(refusal(text, quote: quote, of: lines) == nil)
    }

    @Test(arguments: [
        (["I'm about two hundred and six today."], "I'm about two hundred and six"),
        (["I'm married to my spreadsheet."], "I'm married to my spreadsheet"),
        (["I live in a castle. Ha, a caravan."], "I live in a castle"),
        (["I told them I'm a poet. I'm not."], "I'm a poet"), (["おれは四百歳だよ。"], "おれは四百歳だよ"),
        (["I swam the Channel. Truth is I paddled."], "I swam the Channel"),
        (["Oh I adore a tailback, two hours of bliss."], "I adore a tailback"),
        (["月面着陸したの、おれ。…って妻に言ったら笑われた。"], "月面着陸したの"),
        (["洗車代で破産した。…千円だけどね。"], "洗車代で破産した"),
        (["英国王室御用達のお茶でございます。…ティーバッグだよ。"], "英国王室御用達のお茶でございます"),
        (["おれ、社長だよ。", "C: そうですか。", "本当は係長。"], "社長だよ"),
    ])
    func whatIsToldForEffectIsRefused(lines: [String], quote: String) {
        #expect(refusal(quote, quote: quote, of: lines) == .joke)
    }

    @Test(arguments: [
        (["Were I to retire I buy a kiln."], "I buy a kiln"), (["I was a snail. And then the alarm."], "I was a snail"),
        (["We were thinking of Wales, could be."], "Wales"), (["Cornwall, we'll see."], "Cornwall"),
        (["If I won I'd buy a farm.", "C: And then?", "A pond. I stock it with carp."], "I stock it with carp"),
        (["Is the cello too loud at nine?"], "the cello too loud at nine"),
        (["朝からラジオ体操でもするか？"], "朝からラジオ体操でもする"), (["危うく鍵をなくすところだった。"], "鍵をなくす"),
        (["続けなきゃよかった、柔道。"], "続けなきゃよかった、柔道"), (["今ごろ医者になってたはずなんだ。"], "医者になってた"),
        (["仙台か、盛岡か、まだ。"], "仙台か"), (["まるで王様の暮らしだよ。"], "王様の暮らしだよ"),
        (["Close my eyes, I'm on a raft on Lake Como."], "I'm on a raft on Lake Como"),
        (["Ideally I'm in bed by ten."], "I'm in bed by ten"), (["In a perfect world I paint."], "I paint"),
        (["What would I do? Buy a barge. Live on it."], "Buy a barge. Live on it"),
        (["I was going to learn Welsh but life happened."], "learn Welsh"), (["鳥でも飼おうかと思って。"], "鳥でも飼おう"),
        (["You be the judge, I'm a thief."], "I'm a thief"),
    ])
    func moodsOfSuppositionAreRefused(lines: [String], quote: String) {
        #expect(refusal(quote, quote: quote, of: lines) == .hypothetical)
    }

    @Test(arguments: [
        (["I keep bees, can't move if I wanted to."], "I keep bees"),
        (["It's Kyle with a K, he'd kill me."], "It's Kyle with a K"),
        (["Say I lived in Rome. Here in Hull I rent a flat."], "Here in Hull I rent a flat"),
        (["I wish I had a sister. Just me and Dad on the farm."], "Just me and Dad on the farm"),
        (["毎朝走ってる、雨だったら休むけど。"], "毎朝走ってる"), (["十年たったら教えるほどになってた。"], "教えるほどになってた"),
        (["起きたら体操するのが習慣で。"], "体操するのが習慣で"), (["Can I tell you? I paint."], "I paint"),
        (["If you must know, I'm sixty."], "I'm sixty"),
        (["Did I tell you I've started fencing?"], "I've started fencing"),
        (["明日？　明日は七時に出る。"], "明日は七時に出る"), (["百年続く店だよ。三代目だけどね。"], "百年続く店だよ"),
        (["暦を見たら大安だった。"], "大安だった"), (["When I turned fifty I bought a kayak."], "I bought a kayak"),
        (["もっと背があればなあ。万年ゴールキーパーだもん。"], "万年ゴールキーパーだもん"),
        (["薬、七時に飲むよ、忘れないように。"], "七時に飲む"), (["I love the dentist's garden."], "the dentist's garden"),
        (["Thirty miles a week, I run."], "Thirty miles a week"), (["夫も私も猫好き、三匹いるの。"], "三匹いるの"),
    ])
    func plainFactsBesideSuppositionsAreKept(lines: [String], quote: String) {
        #expect(refusal(quote, quote: quote, of: lines) == nil)
    }

    @Test func whatAGuestSaidWordForWordIsTheirs() {
        let lines = [
            TalkLine(.another, PrivateText("I swim in the sea every morning.")),
            TalkLine(.owner, PrivateText("He swims in the sea every morning, that one.")),
        ]
        let candidate = MemoryCandidate(
            slot: "swim", text: PrivateText("Swims in the sea every morning"),
            quote: PrivateText("I swim in the sea every morning"))
        let gate = MemoryGate(lines: lines, language: .english)
        #expect(gate.refusal(of: candidate, today: MemoryGateTests.today) == .saidByAnother)
    }

    @Test func aNoticeOfANewTimeIsTheOwners() {
        let lines = ["歯医者から電話だ。金曜の四時に変わりました、だって"]
        let quote = "金曜の四時に変わりました"
        #expect(refusal("金曜の四時に歯医者", quote: quote, of: lines, kind: .plan, language: .japanese) == nil)
        #expect(refusal("金曜の四時に歯医者", quote: quote, of: lines, kind: .profile, language: .japanese) == .reported)
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
