import Bedside
import Realtime

extension RealtimeFailure: Worded {
    public var wording: Wording {
        switch self {
        case .network: Wording(description, "サービスにつながりません")
        case .nameResolution: Wording(description, "サービスの名前を解決できません")
        case .tls: Wording(description, "安全な接続を確立できません")
        case .timedOut(let phase): Wording(description, "時間内に返事がありません（\(phase.rawValue)）")
        case .credentials: Wording(description, "鍵が受け付けられません")
        case .quota: Wording(description, "利用枠を使い切っています")
        case .rateLimited: Wording(description, "リクエストが多すぎます")
        case .provider(let status): Wording(description, "サービスに障害があります（\(status)）")
        case .refused(let code): Wording(description, "サービスに断られました（\(code)）")
        case .malformed: Wording(description, "サービスの返事を理解できません")
        case .lost: Wording(description, "通信が切れました")
        case .silent: Wording(description, "サービスから返事がありません")
        case .sessionExpired: Wording(description, "会話の時間の上限に達しました")
        case .configuration(let text): Wording(text, "設定に誤りがあります（\(text)）")
        case .incomplete(let text): Wording("a library is missing: \(text)", "ライブラリーが足りません（\(text)）")
        }
    }
}
