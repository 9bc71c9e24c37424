/// What the device says about its account at a gateway (ACCOUNT-1, ACCOUNT-4, ACCOUNT-5).
public enum AccountPhrase: Hashable, Sendable {
    /// The digits that the owner types on the gateway's page.
    case code(PrivateText)
    /// A button was pressed to sign in again, and the gateway is asked for a code.
    case askingForCode
    /// What a press of Start does now.
    case signInOffer
    case signedIn
    case notSignedIn(SignInFailure)
    /// The gateway does not know the speaker any more.
    case signedOut
    /// The account is deleted at the gateway.
    case accountDeleted
    /// A talk has one minute left.
    case minuteLeft
    case nothingLeft
    /// Alarms were changed on the gateway's page, or by another speaker of the owner's.
    case habitsChanged

    /// The name of a pre-rendered file; nil where the words vary.
    var key: String? {
        switch self {
        case .code: nil
        case .askingForCode: "asking_for_code"
        case .signInOffer: "sign_in_offer"
        case .signedIn: "signed_in"
        case .notSignedIn(let failure): "not_signed_in_\(failure.rawValue)"
        case .signedOut: "signed_out"
        case .accountDeleted: "account_deleted"
        case .minuteLeft: "minute_left"
        case .nothingLeft: "nothing_left"
        case .habitsChanged: "habits_changed"
        }
    }
}

extension AccountPhrase: Worded {
    public var wording: Wording {
        switch self {
        case .code(let digits):
            Wording(
                "Your code is \(Self.spoken(digits.words, Self.english, ", ")). Type it on your gateway's page.",
                "コードは、\(SignInCode.grouped(digits.words))です。ゲートウェイのページで入力してください。",
                kana: "コードわ、\(Self.spoken(digits.words, Self.kana, "、"))です。ゲートウェイの ページで にゅうりょく して ください。")
        case .askingForCode:
            Wording(
                "One moment. I am asking for a code.", "お待ちください。コードを取り寄せています。",
                kana: "おまち ください。コードを とりよせて います。")
        case .signInOffer:
            Wording(
                "To sign me in again, press Start once more. I will tell you a code.",
                "もう一度サインインするには、スタートをもう一度押してください。コードをお知らせします。",
                kana: "もう いちど サインイン するにわ、スタートを もう いちど おして ください。コードを おしらせ します。")
        case .signedIn:
            Wording(
                "You are signed in. From now on I talk through your gateway.",
                "サインインできました。これからは、ゲートウェイを通してお話しします。",
                kana: "サインイン できました。これからわ、ゲートウェイを とおして おはなし します。")
        case .notSignedIn(let failure): failure.spoken
        case .signedOut:
            Wording(
                "Your gateway has signed me out. Your alarms ring as always.",
                "ゲートウェイからサインアウトしました。アラームはいつも通り鳴ります。",
                kana: "ゲートウェイから サインアウト しました。アラームわ いつも どおり なります。")
        case .accountDeleted:
            Wording(
                "Your account at the gateway was deleted. Your alarms ring as always.",
                "ゲートウェイのアカウントが削除されました。アラームはいつも通り鳴ります。",
                kana: "ゲートウェイの アカウントが さくじょ されました。アラームわ いつも どおり なります。")
        case .minuteLeft:
            Wording(
                "We have about a minute left this month.", "今月お話しできるのは、あと1分ほどです。",
                kana: "こんげつ おはなし できるのわ、あと いっぷんほどです。")
        case .nothingLeft:
            Wording(
                "This month's talking time is used up. Your alarms ring as always.",
                "今月の会話の時間を使い切りました。アラームはいつも通り鳴ります。",
                kana: "こんげつの かいわの じかんを つかいきりました。アラームわ いつも どおり なります。")
        case .habitsChanged:
            Wording(
                "Your alarms were changed through your gateway.", "ゲートウェイから、アラームの設定が変わりました。",
                kana: "ゲートウェイから、アラームの せっていが かわりました。")
        }
    }

    private static let english = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    private static let kana = ["ゼロ", "いち", "に", "さん", "よん", "ご", "ろく", "なな", "はち", "きゅう"]

    /// Each digit by itself, with a pause after three.
    private static func spoken(_ digits: String, _ names: [String], _ pause: String) -> String {
        SignInCode.grouped(digits.filter { $0.isASCII && $0.isNumber }).split(separator: " ").map { group in
            group.compactMap { $0.wholeNumberValue }.filter(names.indices.contains).map { names[$0] }
                .joined(separator: " ")
        }.joined(separator: pause)
    }
}

extension SignInFailure: Worded {
    /// Shown, on a terminal.
    public var wording: Wording {
        switch self {
        case .network: Wording("the gateway cannot be reached", "ゲートウェイにつながりません")
        case .untrusted:
            Wording(
                "the gateway's identity cannot be verified; with a root of its own: anicca sign-in ADDRESS --ca FILE",
                "ゲートウェイが本物か確かめられません。ゲートウェイ自身のルート証明書は、anicca sign-in アドレス --ca ファイル で渡してください")
        case .refused:
            Wording("what answers there is no Anicca gateway, or it refuses", "応答した相手がアニッチャのゲートウェイでないか、断られました")
        case .tooOften: Wording("too many codes were asked for; try again in an hour", "コードの要求が多すぎます。1時間後にもう一度お試しください")
        case .denied: Wording("it was declined on the gateway's page", "ゲートウェイのページで断られました")
        case .expired: Wording("nobody typed the code in time", "時間内にコードが入力されませんでした")
        case .anotherAccount:
            Wording(
                "the code was typed in with another account than before; `anicca sign-in` takes any",
                "前とは別のアカウントでコードが入力されました。アカウントを変えるには anicca sign-in を使ってください")
        case .notStored: Wording("the token cannot be stored on this device", "トークンをこの機器に保存できません")
        }
    }

    fileprivate var spoken: Wording {
        switch self {
        case .network:
            Wording(
                "I cannot reach your gateway.", "ゲートウェイにつながりません。", kana: "ゲートウェイに つながりません。")
        case .untrusted:
            Wording(
                "I cannot be sure that this is really your gateway, so I won't sign in.",
                "ゲートウェイが本物か確かめられないので、サインインしません。",
                kana: "ゲートウェイが ほんものか たしかめられないので、サインイン しません。")
        case .refused, .tooOften:
            Wording(
                "Your gateway does not let me sign in now.", "今は、ゲートウェイにサインインできません。",
                kana: "いまわ、ゲートウェイに サインイン できません。")
        case .denied:
            Wording(
                "All right, I won't sign in.", "わかりました。サインインはしません。",
                kana: "わかりました。サインインわ しません。")
        case .expired:
            Wording(
                "The code was not used, so it has ended.", "コードが使われなかったので、無効になりました。",
                kana: "コードが つかわれなかったので、むこうに なりました。")
        case .anotherAccount:
            Wording(
                "That is another account than before, so I won't sign in.",
                "前とは別のアカウントなので、サインインしません。",
                kana: "まえとわ べつの アカウントなので、サインイン しません。")
        case .notStored:
            Wording(
                "I could not store the sign-in on my card.", "サインインを保存できませんでした。",
                kana: "サインインを ほぞん できませんでした。")
        }
    }
}
