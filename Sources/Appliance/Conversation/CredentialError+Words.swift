import Bedside
import Cloud

extension CredentialError: Worded {
    public var wording: Wording {
        switch self {
        case .notAKey(let source):
            Wording(description, "\(source == "the input" ? "入力" : source) に鍵がありません。印字できる文字だけの一行にしてください")
        case .cannotRead(let path, let code): Wording(description, "鍵のファイル \(path) を読めません（エラー \(code)）")
        case .notAFile(let path): Wording(description, "\(path) は普通のファイルではありません。リンクではなく、鍵そのものを置いてください")
        case .tooOpen(let path, _):
            Wording(description, "鍵のファイル \(path) をほかの人が読めます。chmod 600 \(path) を実行してください")
        case .wrongOwner(let path): Wording(description, "鍵のファイル \(path) は、ほかの人のものです。持ち主を anicca のユーザーにしてください")
        case .tooLong(let path): Wording(description, "鍵のファイル \(path) が長すぎます（4 KiBまで）")
        case .cannotWrite(let path, let code): Wording(description, "鍵のファイル \(path) に書けません（エラー \(code)）")
        }
    }
}
