/// Texts of the command line about the online companion: its key, and how the last conversation went.
public enum CompanionText: Hashable, Sendable {
    case keyQuestion
    case keySaved(path: String)
    case keyRemoved(path: String)
    case keyAbsent
    /// Another key is in force.
    case keyOverruled(by: String)
    case keyInEnvironment(variable: String)
    case keyInFile(path: String)
    case noConversation
    /// One row of the statistics.
    case figure(Figure)
    case lastEnd(ConversationEnd)

    public enum Figure: Hashable, CaseIterable, Sendable {
        case transport, ready, firstVoice, duration, connections, responses, interruptions, toolCalls, loss, jitter
        case buffer, roundTrip, concealed, echo, underruns, overruns, serviceErrors, failure
    }
}

extension CompanionText: Worded {
    public var wording: Wording {
        switch self {
        case .keyQuestion: Wording("The key (it is not shown):", "鍵を入力してください（表示されません）：")
        case .keySaved(let path): Wording("The key is saved in \(path).", "鍵を \(path) に保存しました。")
        case .keyRemoved(let path): Wording("The key in \(path) is removed.", "\(path) の鍵を削除しました。")
        case .keyAbsent:
            Wording(
                "There is no key: the offline companion answers. Set one with: anicca key set",
                "鍵がないので、オフラインで応答します。anicca key set で鍵を入れられます。")
        case .keyOverruled(let place):
            Wording("The key in \(place) takes precedence and stays in force.", "\(place) の鍵が優先され、そのまま使われます。")
        case .keyInEnvironment(let variable):
            Wording("There is a key, in the variable \(variable).", "鍵は、環境変数 \(variable) にあります。")
        case .keyInFile(let path): Wording("There is a key, in \(path).", "鍵は \(path) にあります。")
        case .noConversation:
            Wording("There has been no online conversation since the start.", "起動してから、オンラインの会話はまだありません。")
        case .figure(let figure): figure.wording
        case .lastEnd(let end): end.wording
        }
    }
}

extension CompanionText.Figure: Worded {
    public var wording: Wording {
        switch self {
        case .transport: Wording("Transport", "通信方式")
        case .ready: Wording("Ready after", "接続まで")
        case .firstVoice: Wording("First voice after", "最初の声まで")
        case .duration: Wording("Duration", "長さ")
        case .connections: Wording("Connections", "接続回数")
        case .responses: Wording("Replies", "応答")
        case .interruptions: Wording("Interrupted", "割り込み")
        case .toolCalls: Wording("Tool calls", "ツールの使用")
        case .loss: Wording("Packets lost", "失われたパケット")
        case .jitter: Wording("Jitter", "ゆらぎ")
        case .buffer: Wording("Buffered", "バッファ")
        case .roundTrip: Wording("Round trip", "往復時間")
        case .concealed: Wording("Concealed", "補った音")
        case .echo: Wording("Echo", "エコー")
        case .underruns: Wording("Sound gaps", "音の途切れ")
        case .overruns: Wording("Microphone gaps", "マイクの途切れ")
        case .serviceErrors: Wording("Service errors", "サービスのエラー")
        case .failure: Wording("Failure", "失敗")
        }
    }
}

extension ConversationEnd: Worded {
    public var wording: Wording {
        switch self {
        case .stopped: Wording("stopped by the owner", "ストップで終了")
        case .goodbye: Wording("ended with a goodbye", "あいさつで終了")
        case .silence: Wording("ended in silence", "沈黙が続いて終了")
        case .cap: Wording("ended at the time limit", "時間の上限で終了")
        case .bedtimeOver: Wording("ended after the minutes of a bedtime talk", "就寝の会話の時間で終了")
        case .limit: Wording("ended at the limit for talks", "会話の制限で終了")
        case .routineOver: Wording("the routine was finished", "最後まで進んで終了")
        case .alarm: Wording("interrupted by an alarm", "アラームが鳴って終了")
        case .upForGood: Wording("the owner was up", "起床したので終了")
        }
    }
}
