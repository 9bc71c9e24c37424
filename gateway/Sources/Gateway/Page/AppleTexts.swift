/// What the page says about Sign in with Apple. The button's words are Apple's own.
struct AppleTexts: Sendable {
    let signIn: String
    let orOwnerCode: String
    let again: String
    let cancelled: String
    let stateLost: String
    let refused: String
    let away: String
    let leaving: String
    let isOver: String
}

extension PageLanguage {
    var appleTexts: AppleTexts { self == .en ? .en : .ja }
}

extension AppleTexts {
    static let en = AppleTexts(
        signIn: "Sign in with Apple", orOwnerCode: "Or, if this gateway is yours:",
        again: "Back to signing in",
        cancelled: "You stopped signing in at Apple, and nothing has changed. You can begin again at any time.",
        stateLost: "This sign-in took more than 10 minutes, was begun in another window or browser, or its cookie was "
            + "blocked. Please begin again. If that does not help, allow cookies for this page.",
        refused: "Apple's answer could not be accepted, so you are not signed in. Please begin again. If it happens "
            + "again, tell whoever runs this gateway.",
        away: "Apple cannot be reached at the moment. Wait a minute, then begin again.",
        leaving: "This account is being deleted. Nobody can sign in to it any more.",
        isOver: "That sign-in with Apple is over. Please sign in again.")

    static let ja = AppleTexts(
        signIn: "Appleでサインイン", orOwnerCode: "このゲートウェイの持ち主の方はこちら:",
        again: "サインインに戻る",
        cancelled: "Appleでのサインインを途中でやめました。何も変わっていません。いつでもやり直せます。",
        stateLost: "サインインに10分以上かかったか、別の画面やブラウザで始めたか、Cookieが使えなかったようです。"
            + "もう一度始めてください。それでもうまくいかないときは、このページのCookieを許可してください。",
        refused: "Appleからの返事を確認できなかったため、サインインしていません。もう一度始めてください。"
            + "繰り返すときは、このゲートウェイの管理者に知らせてください。",
        away: "いまAppleにつながりません。1分ほど待って、もう一度始めてください。",
        leaving: "このアカウントは削除の手続き中です。もうサインインできません。",
        isOver: "先ほどのAppleでのサインインは終わっています。もう一度サインインしてください。")
}

extension PageTemplates {
    /// An end of a sign-in that did not come to pass.
    static let apple = """
        {{<layout}}{{$content}}
        <p><a class="button" href="{{address}}">{{again}}</a></p>
        {{/content}}{{/layout}}
        """

    /// Apple's mark, as its guidelines want it on the button.
    static let appleLogo = """
        <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true"><path d="M12.152 6.896c-.948 0-2.415-1.078-3.96-1.04\
        -2.04.027-3.91 1.183-4.961 3.014-2.117 3.675-.546 9.103 1.519 12.09 1.013 1.454 2.208 3.09 3.792 3.039 1.52-.065 \
        2.09-.987 3.935-.987 1.831 0 2.35.987 3.96.948 1.637-.026 2.676-1.48 3.676-2.948 1.156-1.688 1.636-3.325 1.662-3.415\
        -.039-.013-3.182-1.221-3.22-4.857-.026-3.04 2.48-4.494 2.597-4.559-1.429-2.09-3.623-2.324-4.39-2.376-2-.156-3.675 \
        1.09-4.61 1.09zM15.53 3.83c.843-1.012 1.4-2.427 1.245-3.83-1.207.052-2.662.805-3.532 1.818-.78.896-1.454 2.338\
        -1.273 3.714 1.338.104 2.715-.688 3.559-1.701"/></svg>
        """
}
