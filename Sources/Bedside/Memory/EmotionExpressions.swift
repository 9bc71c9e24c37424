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
                "made me smile", "made me laugh", "what a lovely day", "good spirits",
                "proud of myself", "enjoyed every minute", "enjoyed myself", "had a great time", "had a good time",
                "had a lovely time", "tears of joy", "beaming", "walking on air",
            ]
        case .anger:
            [
                "angry", "furious", "annoyed", "irritated", "blood was boiling", "made my blood boil", "lost my temper",
                "drives me mad", "drove me mad", "drives me crazy", "drove me crazy", "drove me up the wall",
                "made me mad", "so mad", "snapped at", "fuming", "livid", "enraged", "outraged", "seeing red",
                "saw red",
                "slammed the door", "slam the door", "shouted at", "yelled at", "swore at", "got on my nerves",
                "gets on my nerves", "hit the roof", "blew up at", "pissed off", "clenched my fists", "grumpy",
                "resent", "resentful", "makes me angry", "infuriating", "could have screamed",
            ]
        case .sadness:
            [
                "sad", "sorrow", "miserable", "heartbroken", "i cried", "cried in", "cried all", "cried myself",
                "crying", "in tears", "close to tears", "burst into tears", "my heart sank", "broke my heart",
                "heart is heavy", "heavy heart", "felt low", "feeling low", "felt down", "feeling down", "felt blue",
                "feeling blue", "i miss", "i missed him", "i missed her", "missed them so", "felt empty", "lonely",
                "felt alone", "all alone", "felt lost", "grieving", "grief", "gloomy", "down in the dumps",
                "let down", "disappointed", "hopeless", "hurt inside", "a lump in my throat", "wept", "depressed",
                "felt hurt", "hurt my feelings",
            ]
        case .fear:
            [
                "afraid", "scared", "frightened", "anxious", "anxiety", "worried", "worrying", "nervous", "uneasy",
                "terrified", "dreading", "dread", "panicked", "panic", "in my mouth", "shaking before", "was shaking",
                "hands were shaking", "butterflies in my stomach", "knot in my stomach", "cold sweat", "my knees shook",
                "stage fright", "worry about", "worries me", "sick with worry",
                "frozen with fear", "heart stopped", "spooked", "petrified", "lost sleep over",
            ]
        case .shame:
            [
                "ashamed", "embarrassed", "embarrassing", "ground to swallow me", "earth to swallow me", "blushed",
                "went red", "turned red", "a fool of myself", "felt so stupid", "felt stupid", "felt like an idiot",
                "like an idiot", "look him in the eye", "look her in the eye", "look them in the eye", "humiliated",
                "humiliating", "mortified", "felt guilty", "feel guilty", "cringe", "cringed", "lost face",
                "sank into the floor", "my cheeks burned", "wanted to disappear", "wanted to hide",
            ]
        case .fondness:
            [
                "fond of", "affection", "heart melted", "adore", "adored", "care about them", "care about him",
                "care about her", "care so much", "felt close to", "felt so close", "i love her", "i love him",
                "i love them", "i love you", "love my", "full of love", "in love", "dear to me", "cherish",
                "soft spot for", "hugged her", "hugged him", "hugged them", "warm feelings", "missed each other",
                "grateful to her", "grateful to him", "grateful to them", "so tender", "tenderness",
            ]
        case .aversion:
            [
                "disgust", "disgusted", "disgusting", "fed up", "sick of", "sick and tired of", "made me sick",
                "makes me sick", "can't stand", "couldn't stand", "cannot stand", "had enough of", "i hate",
                "i hated", "loathe", "loathed", "repulsive", "repelled", "revolting", "nauseating", "turned my stomach",
                "put me off", "gave me the creeps", "gives me the creeps", "can't bear", "couldn't bear", "unbearable",
                "no patience for", "want nothing to do with", "couldn't face", "detest", "yuck",
            ]
        case .excitement:
            [
                "excited", "thrilled", "thrilling", "exciting", "can't wait", "couldn't wait", "cannot wait", "buzzing",
                "on a high", "heart was racing", "heart raced", "heart was pounding", "heart pounded", "fired up",
                "full of energy", "adrenaline", "looking forward so much", "so looking forward",
                "looking forward to it so", "electrified", "giddy", "hyped", "edge of my seat", "raring to go",
                "counting the days",
            ]
        case .calm:
            [
                "peaceful", "relaxed", "at ease", "relieved", "at peace", "in peace", "felt calm", "so calm",
                "very calm",
                "calmed down", "quiet in me", "quiet inside", "weight off my", "weight fell off", "load off my mind",
                "breathe again", "breathed out", "sigh of relief", "unwound", "unwind", "serene", "tranquil",
                "contented", "felt content", "soothing", "soothed", "took my time", "slow day", "slow morning",
                "restful", "felt safe", "no rush", "everything was quiet", "mind was quiet",
            ]
        case .surprise:
            [
                "surprised", "astonished", "amazed", "stunned", "couldn't believe", "could not believe",
                "can't believe",
                "out of the blue", "jaw dropped", "speechless", "taken aback", "caught off guard",
                "caught me off guard",
                "didn't expect", "never expected", "did not expect", "hadn't expected", "what a surprise", "startled",
                "shocked", "a shock", "blew my mind", "unexpected", "unexpectedly", "flabbergasted",
                "did a double take", "baffled",
            ]
        case .tired:
            [
                "tired", "tiring", "exhausted", "exhausting", "worn out", "weary", "drained", "keep my eyes open",
                "dead on my feet", "no energy", "wiped out", "yawning", "burnt out", "burned out", "out of steam",
                "ran on empty", "running on empty", "sleepy", "shattered", "knackered", "dog tired", "run down",
                "fell asleep on", "fell asleep at", "nodded off", "could sleep for a week", "heavy legs",
                "legs were heavy",
                "drag myself", "dragged myself", "overworked", "fatigue", "fatigued", "slept badly",
                "barely slept", "hardly slept", "lack of sleep",
            ]
        case .restless:
            [
                "restless", "agitated", "on edge", "unsettled", "fidgety", "fidgeting", "sit still",
                "pacing up and down",
                "pacing around", "kept pacing", "thoughts kept racing", "thoughts were racing", "mind was racing",
                "mind kept racing", "could not settle", "couldn't settle", "can't settle", "couldn't concentrate",
                "could not concentrate", "couldn't focus", "kept checking my", "tossed and turned",
                "tossing and turning", "couldn't switch off", "could not switch off", "can't switch off", "jittery",
                "couldn't relax", "could not relax", "head was spinning", "keyed up",
            ]
        }
    }

    /// Parts of words, as they are written.
    static func japanese(_ label: EmotionLabel) -> [String] {
        switch label {
        case .joy:
            [
                "嬉し", "うれし", "楽し", "たのし", "幸せ", "しあわせ", "喜んだ", "喜べた", "笑顔になれ", "にやけ", "心から笑", "大笑い",
                "笑いが止まらな", "天にものぼる", "いい一日だった", "良い一日だった", "最高だった", "最高の一日", "気分がよかった",
                "気分が良かった", "気分よく", "ごきげん", "上機嫌", "鼻歌", "満ち足り", "満足", "充実", "有頂天", "うきうき", "ウキウキ", "笑って過ごせ", "いいことがあった",
                "良いことがあった", "誇らし", "心が弾",
            ]
        case .anger:
            [
                "怒った", "怒って", "怒りが", "怒鳴", "腹が立", "腹立", "むかつ", "ムカつ", "むかっ", "ムカッ", "いらいら", "イライラ", "いらっと", "イラッと",
                "頭にき", "はらわた", "煮えくり", "カチン", "かちん", "頭に血がのぼ", "キレた", "キレて", "ぶちぎれ", "カッとな",
                "かっとな", "カッカ", "かっかし", "許せな", "癪にさわ", "逆上", "憤", "八つ当たり", "声を荒", "舌打ち", "ぷんぷん", "堪忍袋", "むしゃくしゃ",
            ]
        case .sadness:
            [
                "悲し", "かなし", "哀し", "切な", "せつな", "落ち込", "つらい", "辛い", "つらかった", "辛かった", "泣いた", "泣いて", "泣けて", "泣きそう",
                "泣きたい", "涙が",
                "涙ぐ", "涙をこらえ", "気分が沈", "気持ちが沈", "沈んでいた", "さびし", "さみし", "寂し", "胸が張り裂け", "胸が痛", "しょんぼり", "へこんだ", "へこんで",
                "がっかり", "しょげ", "肩を落と", "心にぽっかり", "ぽっかり穴", "むなし", "虚し", "恋し", "心が折れ", "絶望", "失望", "孤独", "ひとりぼっち",
                "やるせな", "心が痛", "しんみり",
            ]
        case .fear:
            [
                "怖", "こわい", "こわかった", "恐ろし", "恐怖", "不安", "心配", "生きた心地", "びくびく", "足がすく", "背筋が凍", "背筋が寒", "気が気じゃな",
                "気が気でな",
                "手の震え", "手が震え", "足が震え", "震えが止まらな", "ぞっと", "冷や汗", "おびえ", "怯え", "緊張", "胸騒ぎ", "心細", "おどおど", "ひやひや", "ひやっと",
                "パニック", "青ざめ", "血の気が引", "身がすく", "気がかり",
            ]
        case .shame:
            [
                "恥ずかし", "はずかし", "恥をかいた", "恥をかいて", "赤面", "顔から火", "穴があったら", "顔向けできな", "合わせる顔がな", "みっともな", "情けなくて",
                "情けなかった", "面目な",
                "顔が赤く", "顔が熱く", "きまりが悪", "きまり悪", "ばつが悪", "バツが悪", "気まず", "後ろめた", "やましい", "申し訳なくて", "自己嫌悪", "照れくさ",
                "いたたまれな",
            ]
        case .fondness:
            [
                "好きだ", "好きな人", "大好き", "愛し", "愛お", "いとし", "いとおし", "大切に思", "かわいくて", "かわいくて仕方がな", "かわいくてたまらな", "きゅん",
                "キュン", "恋をし",
                "なつかれ", "心が通", "抱きしめ", "ぎゅっとした", "あたたかい気持ち", "温かい気持ち", "愛情", "慕", "ありがたくて", "感謝でいっぱい", "目に入れても痛くな",
            ]
        case .aversion:
            [
                "嫌にな", "嫌だった", "嫌な気", "嫌な思い", "嫌気", "いやにな", "いやだった", "いやな気", "いやな思い", "うんざり", "吐き気", "気持ち悪", "気持ちわる",
                "きもち悪", "顔も見たくな", "見たくもな", "鳥肌", "こりごり", "げんなり", "嫌悪", "むかむか", "たえられな", "耐えられな", "我慢ならな", "我慢できな",
                "付き合いきれな",
                "ごめんだ", "不快", "不愉快", "胸くそ",
            ]
        case .excitement:
            [
                "興奮", "わくわく", "ワクワク", "どきどきした", "ドキドキした", "高ぶ", "昂", "盛り上が", "待ちきれな", "待ち遠し", "胸が高鳴", "胸が躍", "心が躍",
                "手に汗", "テンションが上", "はしゃ", "舞い上が", "熱狂", "張り切", "はりき", "居ても立ってもいられな",
                "楽しみで仕方な", "楽しみでしかたな",
            ]
        case .calm:
            [
                "落ち着いた", "落ち着いて", "落ち着け", "落ち着き", "安ら", "やすら", "穏やか", "おだやか", "ほっと", "ホッと", "のんびり", "心が静か", "肩の荷が",
                "胸をなでおろ", "安心", "安堵", "くつろ", "リラックス", "ゆったり", "ゆっくりできた", "ゆっくり過ごせ", "まったり", "癒や", "癒さ", "いやされ", "一息つ",
                "息がつけ", "気が楽", "気持ちが楽",
                "心が軽く", "静かな気持ち", "のどか", "気がほぐ", "心がほぐ", "力が抜け",
            ]
        case .surprise:
            [
                "驚いた", "驚いて", "驚か", "驚き", "おどろ", "びっくり", "ビックリ", "目を疑", "腰を抜か", "目を丸く", "目が点", "まさか", "思いがけ", "思いもよらな",
                "思ってもみな", "予想外",
                "意外", "信じられな", "息をのん", "唖然", "あぜん", "呆然", "ぎょっと", "はっとした", "ハッとした", "不意", "目を見張",
            ]
        case .tired:
            [
                "疲れ", "つかれた", "つかれて", "くたくた", "クタクタ", "へとへと", "ヘトヘト", "ぐったり", "だるい", "だるかった", "だるくて", "まぶたが重", "体が鉛",
                "体が重", "足が棒", "寝不足", "気力がな", "気力もな", "眠くて", "眠かった", "疲労", "疲れがとれな", "バテ", "ばてた", "ばてて", "へばっ", "へろへろ",
                "ふらふら", "力が出な",
                "しんどい", "しんどかった", "起き上がれな", "燃え尽き", "あくび", "うとうと", "頭が回らな", "頭がぼー", "立っていられな",
            ]
        case .restless:
            [
                "落ち着かな", "おちつかな", "そわそわ", "ソワソワ", "じっとしていられな", "じっとしてられな", "気が散", "手につかな", "手に付かな", "頭がぐるぐる",
                "頭の中がぐるぐる", "ぐるぐる考え", "集中できな",
                "ざわざわ", "胸がざわ", "うろうろ", "ウロウロ", "せかせか", "寝返り", "眠れずに", "考えがまとまらな", "気もそぞろ",
                "上の空", "もやもや", "モヤモヤ", "やきもき",
            ]
        }
    }
}
