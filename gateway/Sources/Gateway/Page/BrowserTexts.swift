/// What the page says of the sign-ins of browsers. Japanese is written, not translated. Words in capitals are replaced.
struct BrowserTexts: Sendable {
    let title: String
    let this: String
    let other: String
    let since: String
    let sinceBy: String
    let used: String
    let byOwnerCode: String
    let byInvitation: String
    let byApple: String
    let byPasskey: String
    let byOldPasskey: String
    let end: String
    let endOthers: String
    let ended: String
    let endedOthers: String
}

extension PageLanguage {
    var browserTexts: BrowserTexts { self == .en ? .en : .ja }
}

extension BrowserTexts {
    static let en = BrowserTexts(
        title: "Browsers that are signed in", this: "This browser", other: "Another browser",
        since: "Signed in: WHEN", sinceBy: "Signed in: WHEN, HOW", used: "Last used: DAY",
        byOwnerCode: "with an owner code", byInvitation: "with an invitation", byApple: "with Apple",
        byPasskey: "with the passkey NAME", byOldPasskey: "with a passkey that was removed",
        end: "Sign it out", endOthers: "Sign out all other browsers",
        ended: "That browser is signed out.", endedOthers: "All other browsers are signed out.")

    static let ja = BrowserTexts(
        title: "サインイン中のブラウザ", this: "このブラウザ", other: "ほかのブラウザ",
        since: "サインイン：WHEN", sinceBy: "サインイン：WHEN（HOW）", used: "最後に使った日：DAY",
        byOwnerCode: "オーナーコード", byInvitation: "招待コード", byApple: "Appleでサインイン",
        byPasskey: "パスキー「NAME」", byOldPasskey: "取り除いたパスキー",
        end: "サインアウトさせる", endOthers: "ほかのブラウザをすべてサインアウトさせる",
        ended: "そのブラウザをサインアウトさせました。", endedOthers: "ほかのブラウザをすべてサインアウトさせました。")
}
