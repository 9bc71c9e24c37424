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
                    "board \(OneLine.quoted(name)) not found: expected a file, or one of "
                        + known.joined(separator: ", "),
                    "ボード \(OneLine.quoted(name)) が見つかりません（ファイルか、次のいずれか：\(known.joined(separator: "、"))）")
            ]
        case .yaml(let error):
            [error.wording]
        case .invalid(let file, let errors):
            errors.map { error in
                let place = error.line > 0 ? "\(file):\(error.line): " : "\(file): "
                return Wording(place + error.text(in: .english), place + error.text(in: .japanese))
            }
        }
    }

    public var wording: Wording {
        let lines = lines
        guard let first = lines.first else { return Wording("board file: invalid", "ボードファイルに誤りがあります") }
        guard lines.count > 1 else { return first }
        return Wording(
            "\(first.english) (and \(lines.count - 1) more)", "\(first.japanese)（ほかに\(lines.count - 1)件）")
    }
}
