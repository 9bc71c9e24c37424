/// Ways in which people tell of a feeling without its name, as the device may suggest a label for them (E-2). Our own
/// list, of at most 400 expressions a language. A word that means other things too is left out: no suggestion is better
/// than a wrong one.
enum EmotionExpressions {
    /// Beginnings of words are not enough in English: whole words, in this order.
    static func english(_ label: EmotionLabel) -> [String] {
        switch label {
        case .joy:
            [
                "joyful", "happy", "glad", "delighted", "cheerful", "pleased", "over the moon", "big smile",
                "laughed so hard", "laughed a lot", "made my day", "felt great", "felt good", "felt wonderful",
                "such fun", "so much fun", "great fun", "had fun", "stop smiling", "in a good mood", "on cloud nine",
                "made me smile", "made me laugh", "what a lovely day", "good spirits", "proud of myself",
                "enjoyed every minute", "enjoyed myself", "had a great time", "had a good time", "had a lovely time",
                "tears of joy", "beaming", "walking on air", "chuffed", "grinning", "laughed till", "laughed until",
                "pure joy", "little dance", "felt proud", "so proud", "best day", "jumped for joy",
            ]
        case .anger:
            [
                "angry", "furious", "annoyed", "irritated", "blood was boiling", "made my blood boil",
                "lost my temper", "drives me mad", "drove me mad", "drives me crazy", "drove me up the wall",
                "made me mad", "so mad", "snapped at", "fuming", "livid", "outraged", "seeing red", "saw red",
                "slammed the door", "shouted at", "yelled at", "swore at", "got on my nerves", "gets on my nerves",
                "hit the roof", "pissed off", "grumpy", "resent", "resentful", "infuriating", "could have screamed",
                "had it up to here", "wound me up", "winds me up", "seething", "got my back up", "blew up at",
            ]
        case .sadness:
            [
                "sad", "sorrow", "miserable", "heartbroken", "i cried", "cried in", "cried all", "crying", "in tears",
                "close to tears", "burst into tears", "my heart sank", "broke my heart", "heavy heart", "felt low",
                "feeling low", "felt down", "feeling down", "felt blue", "feeling blue", "i miss", "i missed him",
                "i missed her", "felt empty", "lonely", "felt alone", "all alone", "felt lost", "grieving", "grief",
                "gloomy", "down in the dumps", "let down", "disappointed", "hopeless", "wept", "depressed",
                "hurt my feelings", "bawled", "lump in my throat", "tears running", "teared up", "the blues",
                "heartache", "choked up", "was gutted",
            ]
        case .fear:
            [
                "afraid", "scared", "frightened", "anxious", "anxiety", "worried", "worrying", "nervous", "uneasy",
                "terrified", "dreading", "dread", "panicked", "panic", "in my mouth", "shaking before", "was shaking",
                "hands were shaking", "butterflies in my stomach", "knot in my stomach", "cold sweat", "stage fright",
                "worry about", "worries me", "heart stopped", "spooked", "petrified", "blood ran cold",
                "white knuckled", "sick with worry", "nearly had a heart attack",
            ]
        case .shame:
            [
                "ashamed", "embarrassed", "embarrassing", "ground to swallow me", "earth to swallow me", "blushed",
                "a fool of myself", "felt so stupid", "felt stupid", "felt like an idiot", "look him in the eye",
                "look her in the eye", "look them in the eye", "humiliated", "humiliating", "mortified",
                "felt guilty", "feel guilty", "cringe", "cringed", "wanted to disappear", "wanted to hide",
                "know where to look", "felt so small", "died of embarrassment", "i went red", "i turned red",
                "went bright red",
            ]
        case .fondness:
            [
                "fond of", "affection", "adore", "care about them", "care so much", "felt close to", "i love her",
                "i love him", "i love them", "i love you", "love my", "full of love", "in love", "cherish",
                "soft spot for", "hugged her", "hugged him", "tenderness", "smitten", "proud of him", "proud of her",
                "dear to me", "my heart swelled", "heart melted", "i just melted",
            ]
        case .aversion:
            [
                "disgust", "disgusted", "disgusting", "fed up", "sick of", "sick and tired of", "made me sick",
                "makes me sick", "can't stand", "couldn't stand", "cannot stand", "had enough of", "i hate",
                "i hated", "loathe", "revolting", "turned my stomach", "put me off", "gave me the creeps",
                "gives me the creeps", "can't bear", "couldn't bear", "unbearable", "want nothing to do with",
                "couldn't face", "detest", "yuck", "the ick", "hated every", "skin crawl", "can't face",
                "cannot face", "grossed out",
            ]
        case .excitement:
            [
                "excited", "thrilled", "thrilling", "exciting", "can't wait", "couldn't wait", "cannot wait",
                "buzzing", "on a high", "heart was racing", "heart raced", "fired up", "full of energy", "adrenaline",
                "so looking forward", "giddy", "hyped", "edge of my seat", "raring to go", "counting the days",
                "contain myself", "bouncing off the walls", "itching to", "what a thrill", "goosebumps", "tingling",
            ]
        case .calm:
            [
                "peaceful", "relaxed", "at ease", "relieved", "at peace", "in peace", "calmed down", "quiet in me",
                "quiet inside", "weight off my", "weight fell off", "breathe again", "sigh of relief", "unwound",
                "unwind", "serene", "felt content", "soothing", "soothed", "restful", "felt safe", "no rush", "calm",
                "care in the world", "breathe easy", "mellow", "chilled out", "felt lighter", "breathed out",
            ]
        case .surprise:
            [
                "surprised", "astonished", "amazed", "stunned", "couldn't believe", "could not believe",
                "can't believe", "out of the blue", "jaw dropped", "speechless", "taken aback", "caught off guard",
                "caught me off guard", "didn't expect", "never expected", "did not expect", "hadn't expected",
                "what a surprise", "startled", "shocked", "a shock", "blew my mind", "unexpected", "unexpectedly",
                "flabbergasted", "did a double take", "baffled", "jaw hit the floor", "gobsmacked", "lost for words",
                "never in a million years", "nearly fell off my chair",
            ]
        case .tired:
            [
                "tired", "tiring", "exhausted", "exhausting", "worn out", "weary", "keep my eyes open",
                "dead on my feet", "no energy", "wiped out", "yawning", "burnt out", "burned out", "out of steam",
                "running on empty", "sleepy", "knackered", "dog tired", "fell asleep on", "fell asleep at",
                "nodded off", "drag myself", "dragged myself", "overworked", "fatigue", "slept badly", "barely slept",
                "hardly slept", "lack of sleep", "wore out", "wrung out", "bone tired", "ready to drop",
                "could sleep for", "ran on empty", "felt drained", "so drained", "totally drained",
                "absolutely shattered", "feeling run down",
            ]
        case .restless:
            [
                "restless", "agitated", "on edge", "unsettled", "fidgety", "fidgeting", "sit still",
                "thoughts kept racing", "thoughts were racing", "mind was racing", "mind kept racing",
                "could not settle", "couldn't settle", "can't settle", "couldn't concentrate",
                "could not concentrate", "couldn't focus", "kept checking my", "tossed and turned",
                "tossing and turning", "jittery", "couldn't relax", "head was spinning", "switch off",
                "ants in my pants", "climbing the walls", "kept pacing", "been pacing",
            ]
        }
    }

    /// Parts of words, as they are written.
    static func japanese(_ label: EmotionLabel) -> [String] {
        switch label {
        case .joy:
            [
                "嬉し", "うれし", "楽しか", "楽しい", "楽しく", "楽しめ", "楽しんだ", "楽しんで", "たのしか", "たのしい", "幸せ", "しあわせ", "喜んだ", "笑顔になれ",
                "にやけ", "心から笑", "大笑い", "笑いが止まらな", "天にものぼる", "いい一日だった", "良い一日だった", "最高だった", "気分がよかった", "気分が良かった",
                "ごきげん", "上機嫌", "鼻歌", "満ち足り", "満足", "充実", "有頂天", "うきうき", "ウキウキ", "いいことがあった", "誇らし", "心が弾", "天にも昇",
                "にやにや", "ガッツポーズ", "足取り軽", "冥利に尽き", "小躍り", "喜びで",
            ]
        case .anger:
            [
                "怒った", "怒って", "怒りが", "怒鳴", "腹が立", "腹立", "むかつ", "ムカつ", "ムカッ", "いらいら", "イライラ", "いらっと", "イラッと", "頭にき",
                "はらわた", "煮えくり", "カチン", "頭に血がのぼ", "キレた", "キレて", "カッとな", "かっとな", "許せな", "逆上", "憤", "舌打ち", "堪忍袋",
                "むしゃくしゃ", "ふざけんな", "怒りで", "いらつ", "イラつ",
            ]
        case .sadness:
            [
                "悲し", "かなし", "切な", "せつな", "落ち込", "つらい", "辛い", "つらかった", "辛かった", "泣いた", "泣いて", "泣けて", "泣きそう", "泣きたい",
                "涙が", "涙ぐ", "気分が沈", "気持ちが沈", "沈んでいた", "さびし", "さみし", "寂し", "胸が張り裂け", "胸が痛", "しょんぼり", "へこんだ", "へこんで",
                "がっかり", "肩を落と", "ぽっかり穴", "むなし", "虚し", "恋し", "心が折れ", "絶望", "失望", "孤独", "ひとりぼっち", "心が痛", "しんみり",
                "胸にぽっかり", "目の前が真っ暗", "喉を通らな", "涙で", "胸が締めつけ",
            ]
        case .fear:
            [
                "怖", "こわい", "こわかった", "恐ろし", "不安", "心配", "びくびく", "足がすく", "背筋が凍", "気が気じゃな", "気が気でな", "手の震え", "手が震え",
                "足が震え", "ぞっと", "冷や汗", "おびえ", "怯え", "緊張", "胸騒ぎ", "心細", "ひやひや", "ひやっと", "パニック", "青ざめ", "気がかり",
                "生きた心地がしな", "縮み上が", "腰が抜け", "青くなっ", "びびっ", "ビビっ", "血の気", "体が震え", "恐怖で震え", "震えが止まらな", "足ががくがく",
            ]
        case .shame:
            [
                "恥ずかし", "はずかし", "恥をかいた", "恥をかいて", "赤面", "顔から火", "穴があったら", "顔向けできな", "みっともな", "情けなくて", "情けなかった", "面目な",
                "顔が赤く", "顔が熱く", "バツが悪", "気まず", "後ろめた", "やましい", "申し訳なくて", "自己嫌悪", "照れくさ", "いたたまれな", "耳まで真っ赤", "顔も見られ",
                "消えてしまいたい", "きまりが悪", "合わせる顔", "顔が真っ赤",
            ]
        case .fondness:
            [
                "好きだ", "好きな人", "大好き", "愛し", "愛お", "いとし", "大切に思", "かわいくて", "きゅん", "キュン", "恋をし", "抱きしめ", "温かい気持ち", "愛情",
                "慕", "ありがたくて", "目に入れても痛くな", "可愛くて", "惚れ", "大事に思", "メロメロ", "好きなの", "かわいくて仕方がな",
            ]
        case .aversion:
            [
                "嫌にな", "嫌だった", "嫌な気", "嫌気", "いやにな", "いやだった", "いやな気", "うんざり", "吐き気", "気持ち悪", "気持ちわる", "きもち悪", "顔も見たくな",
                "見たくもな", "こりごり", "げんなり", "嫌悪", "むかむか", "たえられな", "耐えられな", "我慢できな", "不快", "不愉快", "胸くそ", "虫唾", "気が重",
                "嫌で嫌で", "嫌でたまら", "反吐", "見るのも嫌", "生理的に無理", "気が進まな", "関わりたくな",
            ]
        case .excitement:
            [
                "興奮", "わくわく", "ワクワク", "どきどきした", "ドキドキした", "高ぶ", "盛り上が", "待ちきれな", "待ち遠し", "胸が高鳴", "胸が躍", "心が躍", "手に汗",
                "テンションが上", "はしゃ", "舞い上が", "張り切", "楽しみで", "爆上が", "興奮が冷め", "血が騒", "指折り数え", "ぞくぞく",
            ]
        case .calm:
            [
                "落ち着いた", "落ち着いて", "落ち着き", "安ら", "やすら", "穏やか", "おだやか", "ほっと", "ホッと", "のんびり", "心が静か", "肩の荷が", "胸をなでおろ",
                "安心", "安堵", "くつろ", "リラックス", "ゆったり", "ゆっくりできた", "ゆっくり過ごせ", "癒や", "癒さ", "いやされ", "一息つ", "気が楽", "気持ちが楽",
                "心が軽く", "心がほぐ", "力が抜け", "静まり", "凪い", "肩の力が", "心がほどけ", "のどかな気",
            ]
        case .surprise:
            [
                "驚いた", "驚いて", "驚か", "驚き", "おどろ", "びっくり", "ビックリ", "目を疑", "腰を抜か", "目を丸く", "目が点", "まさか", "思いがけ",
                "思ってもみな", "予想外", "意外", "信じられな", "息をのん", "唖然", "呆然", "ぎょっと", "はっとした", "不意", "開いた口", "度肝を抜", "耳を疑",
                "二度見", "寝耳に水", "絶句", "たまげ", "仰天",
            ]
        case .tired:
            [
                "疲れ", "くたくた", "クタクタ", "へとへと", "ヘトヘト", "ぐったり", "だるい", "だるかった", "だるくて", "まぶたが重", "体が鉛", "体が重", "寝不足",
                "気力がな", "気力もな", "眠くて", "眠かった", "疲労", "バテ", "ばてた", "へばっ", "へろへろ", "ふらふら", "力が出な", "しんどい", "しんどかった",
                "起き上がれな", "燃え尽き", "あくび", "うとうと", "頭が回らな", "頭がぼー", "立っていられな", "魂が抜け", "精も根も", "棒にな", "へたり込", "疲れがとれな",
                "つかれたあ", "ぼろぼろだ",
            ]
        case .restless:
            [
                "落ち着かな", "そわそわ", "ソワソワ", "じっとしていられな", "じっとしてられな", "気が散", "手につかな", "頭がぐるぐる", "頭の中がぐるぐる", "集中できな",
                "ざわざわ", "胸がざわ", "うろうろ", "ウロウロ", "せかせか", "寝返り", "眠れずに", "考えがまとまらな", "気もそぞろ", "上の空", "もやもや", "モヤモヤ",
                "やきもき", "気が休まらな", "居ても立っても", "びくっと", "行ったり来たり", "焦って", "じりじり", "神経がぴりぴり",
            ]
        }
    }
}
