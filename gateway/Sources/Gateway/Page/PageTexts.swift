/// Everything that the page says. Japanese is written, not translated.
struct PageTexts: Sendable {
    let signIn: String
    let signOut: String
    let ownerIntroduction: String
    /// The same, for a command that only root may run.
    let ownerIntroductionForRoot: String
    let ownerIntroductionElsewhere: String
    let noOwner: String
    let ownerCodeThen: String
    let invited: String
    let ownerCode: String
    let ownerCodeWrong: String
    let again: String
    let home: String
    let homeText: String
    let connect: String
    let connectText: String
    let code: String
    let next: String
    let codeWrong: String
    let codeMalformed: String
    let codeLate: String
    let confirm: String
    let confirmText: String
    /// What Yes allows, and for how long.
    let consentText: String
    let name: String
    let asked: String
    /// `minutes` is replaced.
    let minutesAgo: String
    let from: String
    let thisMachine: String
    let unknownNetwork: String
    let otherNetwork: String
    let heard: String
    let heardMissing: String
    let yes: String
    let no: String
    let connected: String
    let connectedText: String
    let takeBack: String
    let takenBack: String
    let denied: String
    let trouble: String
    let tooMany: String
    let away: String
    let fault: String
    let expired: String
    /// Leads to the form again.
    let freshForm: String
    /// The address is put behind it.
    let wrongOrigin: String
    let notFound: String
}

extension PageTexts {
    static let en = PageTexts(
        signIn: "Sign in", signOut: "Sign out",
        ownerIntroduction: "On the machine that runs this gateway, type:",
        ownerIntroductionForRoot: "On the machine that runs this gateway, type as root, or with sudo before it:",
        ownerIntroductionElsewhere:
            "On the machine that runs this gateway, type this with the settings that it was started with; "
            + "anicca-gateway check prints the whole line:",
        noOwner: "Nobody owns this gateway yet.",
        ownerCodeThen: "It prints a code of 12 characters. Enter it here within an hour.",
        invited: "Were you invited? Then enter the code that the owner gave you.",
        ownerCode: "Owner code or invitation",
        ownerCodeWrong: "That code is wrong, was used, or has ended. Run the command again for a new one, or ask for "
            + "another invitation.",
        again: "Please sign in again: this needs a sign-in of less than 10 minutes ago.",
        home: "Anicca gateway", homeText: "You are signed in.",
        connect: "Connect a speaker", connectText: "Enter the digits that your speaker says.",
        code: "Code", next: "Next",
        codeWrong: "No speaker waits with this code. A code ends after 15 minutes; ask your speaker for a new one.",
        codeMalformed: "A code has nine digits, or eleven while somebody is guessing codes.",
        codeLate: "That code has ended, or somebody has answered already. Ask your speaker for a new one.",
        confirm: "Is this your speaker?",
        confirmText: "Your speaker says this code. If you did not hear it from your own speaker, answer No.",
        consentText: "With Yes it talks on your minutes, reads and changes your profile and your habits here, and can "
            + "have a voice of yours made. That ends when you sign it out under Speakers, or when it has not connected "
            + "for 90 days.",
        name: "Name", asked: "Asked", minutesAgo: "minutes min ago", from: "From",
        thisMachine: "the gateway's own machine", unknownNetwork: "an unknown network",
        otherNetwork: "This speaker asked from another network than the one you are in. "
            + "If somebody gave you this code, they want to talk at your cost.",
        heard: "My own speaker has just said this code.",
        heardMissing: "Tick the box if your own speaker has just said this code. If not, answer No.",
        yes: "Yes, connect it", no: "No",
        connected: "Connected", connectedText: "Your speaker says so in a few seconds. You can put your phone away.",
        takeBack: "That was not my speaker: disconnect it", takenBack: "The speaker is disconnected.",
        denied: "The speaker was not connected.",
        trouble: "That did not work", tooMany: "Too many attempts. Wait a while and try again.",
        away: "The gateway's database is away. Try again in a minute.",
        fault: "A fault of the gateway. Its log says more.",
        expired: "This form is too old, so nothing was changed.", freshForm: "Open the form again",
        wrongOrigin: "Open this page at the gateway's own address:", notFound: "There is nothing here.")

    static let ja = PageTexts(
        signIn: "サインイン", signOut: "サインアウト",
        ownerIntroduction: "このゲートウェイを動かしている機械で、次のコマンドを実行してください。",
        ownerIntroductionForRoot: "このゲートウェイを動かしている機械で、次のコマンドをroot（またはsudo）で実行してください。",
        ownerIntroductionElsewhere:
            "このゲートウェイを動かしている機械で、起動したときと同じ設定で次のコマンドを実行してください。"
            + "全体は anicca-gateway check が表示します。",
        noOwner: "このゲートウェイには、まだ持ち主がいません。",
        ownerCodeThen: "12文字のコードが表示されます。1時間以内に、ここに入力してください。",
        invited: "招待された方は、持ち主から受け取ったコードを入力してください。",
        ownerCode: "オーナーコード、または招待コード",
        ownerCodeWrong: "コードが違うか、使用済みか、期限切れです。もう一度コマンドを実行するか、新しい招待コードをもらってください。",
        again: "サインインから10分以上たっています。この操作の前に、もう一度サインインしてください。",
        home: "Aniccaゲートウェイ", homeText: "サインインしています。",
        connect: "スピーカーをつなぐ", connectText: "スピーカーが読み上げる数字を入力してください。",
        code: "コード", next: "次へ",
        codeWrong: "このコードのスピーカーは見つかりません。コードは15分で切れます。スピーカーに新しいコードを出してもらってください。",
        codeMalformed: "コードは9桁の数字です（コードを探ろうとする人がいる間は11桁）。",
        codeLate: "コードの期限が切れたか、すでに返事が済んでいます。スピーカーに新しいコードを出してもらってください。",
        confirm: "あなたのスピーカーですか",
        confirmText: "スピーカーがこのコードを読み上げています。ご自分のスピーカーから聞いたのでなければ、「いいえ」を選んでください。",
        consentText: "「はい」を選ぶと、このスピーカーはあなたの利用時間で会話し、ここにあるプロフィールと習慣を読み書きし、あなたの声を"
            + "登録できるようになります。「スピーカー」のページでサインアウトするか、90日間つながらないままだと、終わりになります。",
        name: "名前", asked: "受付", minutesAgo: "minutes分前", from: "接続元", thisMachine: "ゲートウェイと同じ機械",
        unknownNetwork: "不明なネットワーク",
        otherNetwork: "このスピーカーは、あなたとは別のネットワークから接続を求めています。だれかに教えられたコードなら、"
            + "あなたの負担で会話しようとしているおそれがあります。",
        heard: "いま、自分のスピーカーがこのコードを読み上げました。",
        heardMissing: "自分のスピーカーが読み上げたのなら、チェックを入れてください。そうでなければ「いいえ」を選んでください。",
        yes: "はい、つなぐ", no: "いいえ",
        connected: "つながりました", connectedText: "まもなくスピーカーがお知らせします。スマートフォンはもう使いません。",
        takeBack: "自分のスピーカーではなかったので、接続を取り消す", takenBack: "接続を取り消しました。",
        denied: "スピーカーはつながっていません。",
        trouble: "うまくいきませんでした", tooMany: "回数が多すぎます。しばらく待ってから、もう一度お試しください。",
        away: "ゲートウェイのデータベースに接続できません。1分ほど待って、もう一度お試しください。",
        fault: "ゲートウェイに不具合が起きました。詳しくはゲートウェイのログにあります。",
        expired: "この画面は古くなったため、何も変更していません。", freshForm: "新しい画面を開く",
        wrongOrigin: "ゲートウェイのアドレスで開いてください:", notFound: "ページが見つかりません。")
}
