/// Texts of set-up other than its questions (SETUP-1, SETUP-2).
public enum SetupText: Hashable, Codable, Sendable {
    case resuming
    case interrupted
    /// Shown with the answer in force: Enter keeps it.
    case keepsCurrent(value: String)
    // The microphone check.
    case microphoneListening(seconds: Int)
    case microphoneHeard
    case microphoneMissing
    case microphoneMuted
    // The speaker check.
    case speakerPlaying(seconds: Int)
    case speakerNeedsAppliance
    case speakerLeftOut
    // The account at a gateway.
    case expectedGateway
    case signedIn
    case notSignedIn(SignInFailure)
    case signInNeedsAppliance
    // The plan at the gateway.
    case planNeeded(page: String)
    case planNotYet
    case planThere
    case planLater
    // Answers that cannot be taken; the question is asked again.
    case expectedYesOrNo
    case expectedTime
    case expectedDays
    case expectedOneOf([String])
    case expectedHabitName
    case expectedCountry
    case expectedPerson
    case expectedShorter(maximumCharacters: Int)
    /// What is wrong with the answer, or why it cannot be taken.
    case fault(FieldFault)
    case refused(Refusal)
    case alreadyDone
    /// Nobody can be named now: how to do it later.
    case trustLater
    /// The owner's country has no help line of its own, or nobody knows the country: what is said instead (SAFE-4).
    case helpLineAbsent(country: String?)
}

/// What is said when a step begins; nil if its question says enough.
extension SetupStep {
    public var introduction: Wording? {
        switch self {
        case .welcome:
            Wording(
                "Welcome to Anicca, an AI that talks with you at your bedside. A few short questions, and it is ready. Enter keeps the answer in brackets; "
                    + "Ctrl-D or Ctrl-C stops, and you can continue from there next time.",
                "アニッチャは、枕元であなたと話すAIです。いくつかの質問に答えると、準備ができます。Enterで［ ］の値のまま進みます。"
                    + "Ctrl-DかCtrl-Cで中断でき、次回はその続きから始まります。")
        case .microphone:
            Wording(
                "Let's check the microphone. Press Enter, then say a few words.",
                "マイクを確認します。Enterを押してから、何か話してください。")
        case .speaker:
            Wording(
                "Let's check the speaker. Press Enter to hear five seconds of your alarm.",
                "スピーカーを確認します。Enterを押すと、アラームが5秒間鳴ります。")
        case .account:
            Wording(
                "A household or a company can run a gateway: then I talk through it, and no key is needed here. "
                    + "Most have none.",
                "家庭や会社のゲートウェイがあれば、それを通してお話しできます。鍵は要りません。ない場合がほとんどです。")
        case .completion: Wording("That's everything.", "これで設定は終わりです。")
        case .sleeper:
            Wording(
                "A low melody and a voice wake you; if you go on sleeping, a pattern like a fire alarm's rings.",
                "低めのメロディーと声で起こします。起きないときは、火災報知器のような音に変わります。")
        case .memory:
            Wording(
                "I can remember what you tell me in talks. It is kept sealed on this device, and the online companion is told "
                    + "what helps in a later talk. anicca memory list shows it, anicca memory forget erases it.",
                "会話で聞いたことを、覚えておくことができます。この機器に暗号化して保存し、あとの会話に役立つことだけを、オンラインの話し相手に"
                    + "伝えます。anicca memory list で見られ、anicca memory forget で消せます。")
        case .country:
            Wording(
                "If you speak of dying, I name a help line. The device itself hears that only while talks are transcribed; "
                    + "with transcription off, only the online companion can notice it.",
                "死にたいという話があったときには、相談窓口をお伝えします。本体が自分で気づけるのは、会話が文字に起こされているあいだだけです。"
                    + "書き起こしを切ると、気づけるのはオンラインの話し相手だけになります。")
        case .trusted:
            Wording(
                "If you ever seem to be at risk in a talk, the companion may ask once whether you could call or visit somebody "
                    + "whom you trust. I call nobody, and at any other time no companion is told. This is optional.",
                "会話で命の危険が感じられたときに一度だけ、信頼できる人に電話するか会いに行けそうかを、話し相手がお尋ねできます。"
                    + "こちらから誰かに連絡することはなく、ほかの会話でその人の名前を伝えることもありません。答えなくてもかまいません。")
        case .name, .age, .habits, .wakePlace, .trainingFocus, .plan: nil
        }
    }
}

extension SetupQuestion: Worded {
    public var wording: Wording {
        switch self {
        case .language:
            Wording("Which language shall I speak? (en English, ja 日本語)", "どの言語で話しましょうか。（ja 日本語、en English）")
        case .microphone, .speaker: Wording("⏎", "⏎")
        case .microphoneAgain:
            Wording(
                "I heard nothing. Come closer, or check that the microphone is not muted. Try again?",
                "聞こえませんでした。もう少し近くで話してください。マイクがオフになっていないかも確認してください。もう一度試しますか。")
        case .speakerHeard: Wording("Did you hear it?", "聞こえましたか。")
        case .speakerAgain:
            Wording(
                "Check the speaker's cable, power and volume; anicca doctor lists the outputs. Try again?",
                "スピーカーのケーブル、電源、音量を確認してください。出力の一覧は anicca doctor で見られます。もう一度試しますか。")
        case .gateway:
            Wording(
                "The address of your gateway? (like https://gateway.example; Enter for none)",
                "ゲートウェイのアドレスは何ですか。（例：https://gateway.example。なければEnter）")
        case .signIn: Wording("⏎", "⏎")
        case .plan:
            Wording("Press Enter once you have one. (n for later)", "プランを選んだらEnterを押してください。（あとにするなら n）")
        case .name: Wording("What may I call you?", "お名前（呼び方）を教えてください。")
        case .age:
            Wording(
                "How old are you? It sets limits for talks. (under-13, 13-17, 18-plus, not-said)",
                "年齢を教えてください。会話の長さなどを決めるのに使います。"
                    + "（under-13 13歳未満、13-17 13〜17歳、18-plus 18歳以上、not-said 答えない）")
        case .country:
            Wording(
                "In which country do you live? I name its help lines if you are in need. (two letters: JP, US)",
                "どの国にお住まいですか。つらいときに、その国の相談窓口をお伝えします。（JP、US などの二文字）")
        case .trusted:
            Wording(
                "Whom may it mention? (for example: my sister Aiko; n for nobody)",
                "話に出してもよい人は誰ですか。（例：姉の愛子。いなければ n）")
        case .habits:
            Wording(
                "Which habits shall I call you for? (wake, training, bedtime; separate several with commas)",
                "どの習慣でお声がけしましょうか。（wake 起床、training トレーニング、bedtime 就寝。複数はカンマ区切り）")
        case .habitTime(let habit, _):
            Wording(
                "\(HabitName(habit).text(in: .english)): at what time? (HH:MM)",
                "\(HabitName(habit).text(in: .japanese))：何時にしますか。（HH:MM）")
        case .habitDays(let habit, _):
            Wording(
                "\(HabitName(habit).text(in: .english)): on which days? (every, weekdays, or mon,tue,wed,thu,fri,sat,sun)",
                "\(HabitName(habit).text(in: .japanese))：どの曜日にしますか。"
                    + "（every 毎日、weekdays 平日、または mon,tue,wed,thu,fri,sat,sun）")
        case .ownHabit:
            Wording(
                "Another habit of your own? (a name like reading; Enter for none)",
                "ほかに自分の習慣を加えますか。（reading のような英字の名前。なければEnter）")
        case .wakePlace:
            Wording(
                "Where do you sleep? (for example: bedroom on the third floor)",
                "どこで寝ていますか。（例：3階の寝室）")
        case .heavySleeper:
            Wording(
                "Do you sleep very heavily, or hear poorly, so that the pattern should ring from the start?",
                "眠りがとても深い、または耳が聞こえにくいため、最初から火災報知器のような音で鳴らしますか。")
        case .trainingFocus:
            Wording(
                "What will you train? (push-up, core, cardio, stretch; separate several with commas)",
                "何を鍛えますか。（push-up 腕立て伏せ、core 体幹、cardio 有酸素、stretch ストレッチ。複数はカンマ区切り）")
        case .memory:
            Wording("May I remember what you tell me?", "聞いたことを、覚えてもいいですか。")
        }
    }
}

extension SetupText: Worded {
    public var wording: Wording {
        switch self {
        case .resuming:
            Wording("Let's go on where we stopped.", "前回の続きから始めます。")
        case .interrupted:
            Wording(
                "Stopped. Everything so far is kept; run anicca setup to go on.",
                "中断しました。ここまでの内容は保存されています。続きは anicca setup で始められます。")
        case .keepsCurrent(let value): Wording("[\(value)]", "［\(value)］")
        case .microphoneListening(let seconds):
            Wording("Listening for \(seconds) seconds …", "\(seconds)秒間、聞いています…")
        case .microphoneHeard: Wording("I heard you.", "聞こえました。")
        case .microphoneMissing:
            Wording(
                "There is no microphone here. Alarms and the companion's voice work without one.",
                "マイクが見つかりません。アラームと音声の案内は、マイクなしでも使えます。")
        case .microphoneMuted:
            Wording(
                "The microphone is muted, so it stays closed. To try it later: anicca mute off, then anicca doctor.",
                "マイクはオフなので、開きません。あとで試すには、anicca mute off、続けて anicca doctor を実行してください。")
        case .speakerPlaying(let seconds):
            Wording("Playing your alarm for \(seconds) seconds …", "アラームを\(seconds)秒間鳴らします…")
        case .speakerNeedsAppliance:
            Wording(
                "Anicca is not running, so it cannot play anything. Start it in another terminal with anicca run, or go "
                    + "on without this check.",
                "アニッチャが起動していないため、まだ音を出せません。別の端末で anicca run を実行するか、この確認なしで進めてください。")
        case .speakerLeftOut:
            Wording(
                "Anicca is not running: the speaker was not checked. Later: anicca alarm preview",
                "アニッチャが起動していないため、スピーカーは確認していません。あとで anicca alarm preview で確認できます。")
        case .expectedGateway:
            Wording(
                "Please give an address like https://gateway.example, or press Enter for none.",
                "https://gateway.example のようなアドレスを入力してください。なければEnterを押してください。")
        case .signedIn:
            Wording(
                "Signed in. Your plan, and what is left this month, are on the gateway's page and in anicca account.",
                "サインインしました。プランと今月の残りは、ゲートウェイのページと anicca account で見られます。")
        case .notSignedIn(let failure):
            Wording(
                "Not signed in: \(failure.wording.english).", "サインインできませんでした：\(failure.wording.japanese)。")
        case .signInNeedsAppliance:
            Wording(
                "Anicca is not running, so it cannot sign in. Later: anicca sign-in",
                "アニッチャが起動していないため、サインインできません。あとで anicca sign-in を実行してください。")
        case .planNeeded(let page):
            Wording(
                "Your gateway gives no talking time without a plan. Choose one on its page: \(page). Alarms ring without it.",
                "ゲートウェイで話すには、プランが要ります。ページで選んでください：\(page)。アラームはプランがなくても鳴ります。")
        case .planNotYet: Wording("There is no talking time yet.", "話せる時間は、まだありません。")
        case .planThere: Wording("There is talking time now.", "話せるようになりました。")
        case .planLater:
            Wording(
                "Until then the offline companion answers. Later: anicca account",
                "それまではオフラインの話し相手が応えます。あとで anicca account で確かめられます。")
        case .expectedYesOrNo: Wording("Please answer y or n.", "y（はい）か n（いいえ）で答えてください。")
        case .expectedTime: Wording("Please give a time like 06:00.", "06:00 のような時刻を入力してください。")
        case .expectedDays:
            Wording(
                "Please give days like mon,wed,fri, or every, or weekdays.",
                "mon,wed,fri のような曜日か、every、weekdays を入力してください。")
        case .expectedOneOf(let choices):
            Wording(
                "Please choose from: \(choices.joined(separator: ", ")).",
                "次の中から選んでください：\(choices.joined(separator: "、"))")
        case .expectedHabitName:
            Wording(
                "Please give a name of lowercase letters, digits, - or _, like reading.",
                "reading のように、英小文字・数字・「-」・「_」の名前を入力してください。")
        case .expectedCountry:
            Wording("Please give two letters like JP or US.", "JP や US のような二文字で入力してください。")
        case .expectedPerson:
            Wording(
                "Please say who it is, such as: my sister Aiko. For nobody: n.",
                "「姉の愛子」のように、誰のことかを入力してください。いなければ n を入力してください。")
        case .expectedShorter(let maximum):
            Wording("Please use at most \(maximum) characters.", "\(maximum)文字以内で入力してください。")
        case .fault(let fault): fault.wording
        case .refused(let refusal): refusal.wording
        case .alreadyDone:
            Wording(
                "Everything is set up. Change single settings with anicca profile set and anicca habit set.",
                "設定は済んでいます。個別の変更は anicca profile set と anicca habit set でできます。")
        case .trustLater:
            Wording(
                "You can name somebody later with anicca memory trust.", "あとで anicca memory trust で登録できます。")
        case .helpLineAbsent(let country):
            Wording(
                (country.map { "I know no help line in \($0). " } ?? "Without a country I can name no help line. ")
                    + "If you are in need, I say: \"\(HelpLines.unknownCountry.english)\"",
                (country.map { "\($0) の相談窓口は登録されていません。" } ?? "国がわからないため、相談窓口をお伝えできません。")
                    + "つらいときには「\(HelpLines.unknownCountry.japanese)」とお伝えします。")
        }
    }
}
