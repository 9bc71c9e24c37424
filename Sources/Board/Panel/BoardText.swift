import Bedside

/// The few words of the panel that are not in `PanelText`.
enum BoardText {
    case previewKey
    case confirmReset
    /// The main ring is number 0.
    case ring(number: Int, of: Int)
    /// The speaker of a line of the transcript.
    case owner, companion
    case level

    func text(in language: Language) -> String {
        switch (self, language) {
        case (.previewKey, .english): "hear the alarm for 5 seconds"
        case (.previewKey, .japanese): "アラームを5秒試聴"
        case (.owner, .english): "You"
        case (.owner, .japanese): "あなた"
        case (.companion, .english): "Anicca"
        case (.companion, .japanese): "アニッチャ"
        case (.level, .english): "Level"
        case (.level, .japanese): "音の大きさ"
        case (.confirmReset, .english):
            "This erases \(CommandText.erasedByReset.english). To go on, wait a second and press R."
        case (.confirmReset, .japanese):
            "\(CommandText.erasedByReset.japanese)を、すべて消去します。続けるには、1秒待ってからもう一度 R を押してください。"
        case (.ring(0, _), .english): "main ring"
        case (.ring(0, _), .japanese): "最初のアラーム"
        case (.ring(let number, let of), .english): "follow-up \(number) of \(of)"
        case (.ring(let number, let of), .japanese): "再アラーム \(number)/\(of)"
        }
    }
}
