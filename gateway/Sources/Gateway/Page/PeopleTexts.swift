/// What the page says about the people of a household. Japanese is written, not translated.
struct PeopleTexts: Sendable {
    let introduction: String
    let owner: String
    let you: String
    let youOwner: String
    let nameless: String
    /// DAY is replaced.
    let sinceDay: String
    let invite: String
    let inviteMeaning: String
    let again: String
    let waiting: String
    let somebodyNew: String
    /// WHEN is replaced.
    let untilWhen: String
    let withdraw: String
    let withdrawn: String
    let tooMany: String
    let gone: String
    let codeTitle: String
    let codeMeaning: String
    let picture: String
    let remove: String
    /// NAME is replaced.
    let removeTitle: String
    let removeMeaning: String
    let removeFinal: String
    let removeSure: String
    let removeTick: String
    let removeNow: String
    let removeNot: String
    let removed: String

    func since(_ day: String) -> String { sinceDay.replacing("DAY", with: day) }
    func until(_ moment: String) -> String { untilWhen.replacing("WHEN", with: moment) }
    func remove(_ name: String) -> String { removeTitle.replacing("NAME", with: name) }
}

extension PageLanguage {
    var peopleTexts: PeopleTexts { self == .en ? .en : .ja }
}

extension PeopleTexts {
    static let en = PeopleTexts(
        introduction: "These people share one plan and its minutes. Each sees only their own speakers and talks.",
        owner: "Owner", you: "You", youOwner: "You, the owner", nameless: "No name yet", sinceDay: "Since DAY",
        invite: "Invite somebody",
        inviteMeaning:
            "Makes a code that works once, within 24 hours. Whoever enters it shares your plan and its minutes.",
        again: "Code to sign in again", waiting: "Codes that wait", somebodyNew: "Somebody new",
        untilWhen: "Until WHEN", withdraw: "Withdraw", withdrawn: "The code is withdrawn.",
        tooMany: "Ten codes wait already, or the household has twenty people. Withdraw one first.",
        gone: "That is not there any more.", codeTitle: "The code",
        codeMeaning: "It is shown only now. Give it to that person alone; it is entered at:",
        picture: "The address with the code, for a phone's camera", remove: "Remove…",
        removeTitle: "Remove NAME?",
        removeMeaning:
            "A talk that is on ends and is counted. Their speakers and browsers are signed out. Their profile, history and speakers are deleted here, as if they did it themselves. Minutes that they used stay counted.",
        removeFinal: "This cannot be taken back. To let them in again, invite them anew.",
        removeSure: "Yes, remove this person and delete their data.",
        removeTick: "Tick the box if you want to remove this person.", removeNow: "Remove now",
        removeNot: "No, keep them", removed: "The person is removed and their data is deleted.")

    static let ja = PeopleTexts(
        introduction: "ここにいる人は、一つのプランと時間を分け合います。スピーカーと会話は、それぞれ本人にしか見えません。",
        owner: "持ち主", you: "あなた", youOwner: "あなた（持ち主）", nameless: "名前はまだありません",
        sinceDay: "DAYから", invite: "だれかを招く",
        inviteMeaning: "24時間以内に一度だけ使えるコードを作ります。入力した人は、あなたのプランと時間を分け合います。",
        again: "もう一度入るためのコード", waiting: "使われていないコード", somebodyNew: "新しい人",
        untilWhen: "WHENまで", withdraw: "取り消す", withdrawn: "コードを取り消しました。",
        tooMany: "使われていないコードが10個あるか、人数が20人になっています。先にどれかを取り消してください。",
        gone: "それは、もうありません。", codeTitle: "コード",
        codeMeaning: "表示されるのは今だけです。その人だけに渡してください。入力する場所は次のとおりです。",
        picture: "コードの入ったアドレス（スマートフォンのカメラ用）", remove: "外す…", removeTitle: "NAMEを外しますか",
        removeMeaning:
            "続いている会話は終わり、時間に数えられます。この人のスピーカーとブラウザーはサインアウトします。プロフィール、履歴、スピーカーは、本人が削除したときと同じようにここから消えます。使った時間は戻りません。",
        removeFinal: "元には戻せません。もう一度入ってもらうには、新しく招いてください。",
        removeSure: "はい、この人を外し、データを削除します。",
        removeTick: "外すには、チェックを入れてください。", removeNow: "いま外す", removeNot: "いいえ、そのままにする",
        removed: "その人を外し、データを削除しました。")
}

extension PageTemplates {
    /// `h` has the texts. Forms are the owner's.
    static let people = """
        {{<layout}}{{$content}}
        {{#shown}}<h2>{{h.codeTitle}}</h2>
        <p class="code">{{code}}</p>
        <p>{{h.codeMeaning}}<br>{{address}}</p>
        {{{picture}}}{{/shown}}
        <p>{{h.introduction}}</p>
        <ul class="rows">{{#people}}<li>{{name}}{{#role}} <small>({{.}})</small>{{/role}}<br><small>{{since}}</small>
        {{#id}}<form method="post" action="/me/people/invite">{{>hidden}}<input type="hidden" name="person" value="{{.}}">
        <button class="quiet">{{h.again}}</button></form>
        <a href="/me/people/remove?person={{.}}{{amp}}">{{h.remove}}</a>{{/id}}</li>
        {{/people}}</ul>
        {{#forms}}{{#isWaiting}}<h2>{{h.waiting}}</h2>{{/isWaiting}}
        <ul class="rows">{{#invitations}}<li>{{whom}}<br><small>{{until}}</small>
        <form method="post" action="/me/people/withdraw">{{>hidden}}<input type="hidden" name="invitation" value="{{id}}">
        <button class="quiet">{{h.withdraw}}</button></form></li>
        {{/invitations}}</ul>
        <h2>{{h.invite}}</h2>
        <p>{{h.inviteMeaning}}</p>
        <form method="post" action="/me/people/new">{{>hidden}}
        <button>{{h.invite}}</button></form>{{/forms}}
        {{/content}}{{/layout}}
        """

    static let removal = """
        {{<layout}}{{$content}}
        <p>{{since}}</p>
        <p>{{h.removeMeaning}}</p>
        <p><strong>{{h.removeFinal}}</strong></p>
        <form method="post" action="/me/people/remove">{{>hidden}}
        <input type="hidden" name="person" value="{{id}}">
        <label class="tick"><input type="checkbox" name="sure" value="yes" required> {{h.removeSure}}</label>
        <button class="danger">{{h.removeNow}}</button></form>
        <p><a class="button quiet" href="/me/people{{q}}">{{h.removeNot}}</a></p>
        {{/content}}{{/layout}}
        """

    /// Black on white in the dark, too: cameras want it so.
    static let peopleStyle = """

        .qr { display: block; width: 15rem; max-width: 100%; height: auto; margin: 1rem auto; background: #fff }
        """
}
