/// What the page says about passkeys. Japanese is written, not translated. Words in capitals are replaced.
struct PasskeyTexts: Sendable {
    let signIn: String
    let orElse: String
    let asks: String
    let again: String
    let otherWay: String
    let cancelled: String
    let notAdded: String
    let alreadyHere: String
    let failed: String
    let late: String
    let unknown: String
    let copied: String
    let refused: String
    let leaving: String
    let introduction: String
    let none: String
    let add: String
    let cannot: String
    let full: String
    let certificate: String
    let added: String
    let known: String
    let addMeaning: String
    let name: String
    let nameExample: String
    let usual: String
    let nameWrong: String
    let renamed: String
    let made: String
    let used: String
    let neverUsed: String
    let remove: String
    let removeMeaning: String
    let passkeysLeft: String
    let stillOwner: String
    let stillApple: String
    let lastInvited: String
    let removed: String
}

extension PageLanguage {
    var passkeyTexts: PasskeyTexts { self == .en ? .en : .ja }
}

extension PasskeyTexts {
    static let en = PasskeyTexts(
        signIn: "Sign in with a passkey", orElse: "Or another way:",
        asks: "Your phone or computer asks you for your face, your finger or its code.",
        again: "Ask again", otherWay: "Sign in another way",
        cancelled: "No passkey was used. You can ask again, or sign in another way.",
        notAdded: "No passkey was added. You can try again.",
        alreadyHere: "This device has a passkey for this gateway already.",
        failed: "This browser could not do that. Reload the page, or use another browser or device.",
        late: "That took more than 5 minutes, or was begun in another window. Please begin again.",
        unknown: "This gateway does not know that passkey. It may have been removed. Sign in another way.",
        copied: "That passkey was not accepted: its counter says that there may be a copy. Sign in another way, remove "
            + "the passkey and add a new one.",
        refused:
            "That passkey could not be accepted, and nothing has changed. Please begin again. If it happens again, "
            + "tell whoever runs this gateway.",
        leaving: "This account is being deleted. Nobody can sign in to it any more.",
        introduction: "A passkey is kept by your phone, your computer or a security key. With it you sign in by face, "
            + "finger or code, without typing anything.",
        none: "You have no passkey yet.", add: "Add a passkey",
        cannot: "This browser has no passkeys here, or JavaScript is off. Everything else works without them.",
        full: "You have 10 passkeys, which is as many as there can be. Remove one first.",
        certificate: "If this gateway has a certificate of your household's own, install its root on the phone first. "
            + "Where a browser warns of the certificate, it has no passkeys.",
        added: "The passkey is added.", known: "That passkey is in use here already.",
        addMeaning: "Give it a name by which you will know it, then follow what your device asks.",
        name: "Name of the passkey", nameExample: "My phone", usual: "Passkey",
        nameWrong: "A name has 1 to 60 characters.", renamed: "The passkey has its new name.",
        made: "Added: DAY", used: "Last used: WHEN", neverUsed: "Not used yet",
        remove: "Remove this passkey",
        removeMeaning: "It lets nobody in any more, and browsers that came in with it are signed out, except for this "
            + "one. Delete it on the device, too.",
        passkeysLeft: "Passkeys that you have afterwards: COUNT.",
        stillOwner: "You can sign in with a code, too, from this command on the gateway's machine: COMMAND",
        stillApple: "You can sign in with Apple, too.",
        lastInvited: "This is your last way in. Afterwards you need a new code from the owner of this gateway.",
        removed: "The passkey is removed.")

    static let ja = PasskeyTexts(
        signIn: "パスキーでサインイン", orElse: "ほかの方法:",
        asks: "スマートフォンやパソコンが、顔や指紋、または端末の暗証番号を求めます。",
        again: "もう一度試す", otherWay: "ほかの方法でサインインする",
        cancelled: "パスキーは使われませんでした。もう一度試すか、ほかの方法でサインインしてください。",
        notAdded: "パスキーは追加されませんでした。もう一度お試しください。",
        alreadyHere: "この端末には、このゲートウェイのパスキーがすでにあります。",
        failed: "このブラウザではできませんでした。再読み込みするか、別のブラウザや端末でお試しください。",
        late: "5分以上かかったか、別の画面で始めたようです。もう一度始めてください。",
        unknown: "このゲートウェイにないパスキーです。取り除かれたのかもしれません。ほかの方法でサインインしてください。",
        copied: "このパスキーは受け付けませんでした。使用回数の記録から、複製があるおそれがあります。ほかの方法でサインインし、このパスキーを取り除いて、新しく追加してください。",
        refused: "パスキーを確認できませんでした。何も変わっていません。もう一度始めてください。繰り返すときは、このゲートウェイの管理者に知らせてください。",
        leaving: "このアカウントは削除の手続き中です。もうサインインできません。",
        introduction: "パスキーは、スマートフォンやパソコン、セキュリティキーに保存される鍵です。何も入力せずに、顔や指紋、端末の暗証番号でサインインできます。",
        none: "パスキーはまだありません。", add: "パスキーを追加する",
        cannot: "このブラウザではパスキーを使えないか、JavaScriptが無効です。ほかの機能はすべてそのまま使えます。",
        full: "パスキーは10個までです。先にどれかを取り除いてください。",
        certificate: "このゲートウェイが家庭用の独自の証明書を使っているときは、先にそのルート証明書をスマートフォンに入れてください。証明書の警告が出るブラウザでは、パスキーを使えません。",
        added: "パスキーを追加しました。", known: "そのパスキーは、すでにここで使われています。",
        addMeaning: "あとで見分けられる名前を付け、端末の案内に従ってください。",
        name: "パスキーの名前", nameExample: "自分のスマートフォン", usual: "パスキー",
        nameWrong: "名前は1文字から60文字までです。", renamed: "名前を変えました。",
        made: "追加した日：DAY", used: "最後に使った日時：WHEN", neverUsed: "まだ使われていません",
        remove: "このパスキーを取り除く",
        removeMeaning: "このパスキーでは入れなくなります。これで入ったブラウザも、いまお使いのもの以外はサインアウトします。端末に残るパスキーも削除してください。",
        passkeysLeft: "取り除いたあとに残るパスキー：COUNT個",
        stillOwner: "ゲートウェイの機械で次のコマンドを実行して出るコードでも、サインインできます：COMMAND",
        stillApple: "Appleでもサインインできます。",
        lastInvited: "これが最後のサインイン方法です。取り除くと、次に入るにはゲートウェイの持ち主から新しいコードをもらう必要があります。",
        removed: "パスキーを取り除きました。")
}
