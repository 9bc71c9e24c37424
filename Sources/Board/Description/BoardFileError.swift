import Bedside

/// Why a board file could not be used. The text is one line; `lines` has all of them.
public enum BoardFileError: WordedError, Equatable {
    case notFound(name: String, known: [String])
    case yaml(YAMLError)
    /// In the order of the file; never empty.
    case invalid(file: String, [FieldError])

    public var lines: [Wording] {
        switch self {
        case .notFound(let name, let known):
            [
                Wording(
                    "board \(PrintableText.line(name, limit: 40)) not found: expected a file, or one of "
                        + known.joined(separator: ", "),
                    "ボード \(PrintableText.line(name, limit: 40)) が見つかりません（ファイルか、次のいずれか：\(known.joined(separator: "、"))）")
            ]
        case .yaml(let error):
            [error.wording]
        case .invalid(let file, let errors):
            errors.map { $0.wording(inFile: file) }
        }
    }

    public var wording: Wording {
        Wording.summary(of: lines) ?? Wording("board file: invalid", "ボードファイルに誤りがあります")
    }
}
