/// Why the system refused a call, by the errno that Linux gives it. The English words are the C library's own.
public struct SystemReason: Hashable, Sendable, Worded {
    public var code: Int32
    public var english: String

    public init(code: Int32, english: String) {
        self.code = code
        self.english = english
    }

    public var wording: Wording { Wording(english, japanese) }

    private var japanese: String {
        switch code {
        case 1, 13: "権限がありません"
        case 2: "見つかりません"
        case 5: "読み書きに失敗しました"
        case 6, 19: "機器がありません"
        case 16: "使用中です"
        case 17: "同じ名前のものが、もうあります"
        case 20: "途中にフォルダーではないものがあります"
        case 21: "フォルダーです"
        case 22: "値が正しくありません"
        case 24: "開いているファイルが多すぎます"
        case 27: "ファイルが大きすぎます"
        case 28, 122: "ディスクがいっぱいです"
        case 30: "読み取り専用です"
        case 40: "リンクがたどりきれません"
        default: "エラー \(code)（\(english)）"
        }
    }
}

/// An error in the owner's language; logs get the English words.
public protocol WordedError: Error, Worded, CustomStringConvertible {}

extension WordedError {
    public var description: String { wording.english }
}
