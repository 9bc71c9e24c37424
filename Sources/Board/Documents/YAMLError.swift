import Bedside

/// Why a YAML document could not be read. The text is one line: `profile.yaml:4: …`.
public enum YAMLError: WordedError, Equatable {
    case unreadable(file: String, reason: Wording)
    case tooLarge(file: String, limitBytes: Int)
    case notUTF8(file: String, line: Int)
    /// Not YAML at all, as the parser sees it, in its own words.
    case malformed(file: String, line: Int, problem: String)
    /// YAML that these documents have no use for: anchors, tags, several documents, lists as keys, deep nesting.
    case unsupported(file: String, line: Int, problem: Wording)
    case duplicateKey(file: String, line: Int, key: String)

    public var file: String {
        switch self {
        case .unreadable(let file, _), .tooLarge(let file, _), .notUTF8(let file, _), .malformed(let file, _, _),
            .unsupported(let file, _, _), .duplicateKey(let file, _, _):
            file
        }
    }

    /// 1-based; 0 where the whole document is meant.
    public var line: Int {
        switch self {
        case .unreadable, .tooLarge: 0
        case .notUTF8(_, let line), .malformed(_, let line, _), .unsupported(_, let line, _),
            .duplicateKey(_, let line, _):
            line
        }
    }

    /// What is wrong, without the place.
    public var message: Wording {
        switch self {
        case .unreadable(_, let reason): Wording("cannot be read: \(reason.english)", "読めません：\(reason.japanese)")
        case .tooLarge(_, let limitBytes):
            Wording("expected at most \(limitBytes / 1024) KiB", "\(limitBytes / 1024) KiB以内にしてください")
        case .notUTF8: Wording("expected UTF-8 text", "文字コードをUTF-8にしてください")
        case .malformed(_, _, let problem):
            Wording("expected YAML: \(problem)", "YAMLとして読めません（\(YAMLError.japanese(problem))）")
        case .unsupported(_, _, let problem): problem
        case .duplicateKey(_, _, let key):
            Wording("\(key): expected once in its block, is there twice", "\(key): 同じ場所に二回あります。一回だけにしてください")
        }
    }

    /// What the parser says most often of a file written by hand; the rest stays in its own words.
    private static func japanese(_ problem: String) -> String {
        let known = [
            ("did not find expected ',' or", "かっこが閉じていないか、カンマがありません"),
            ("mapping values are not allowed", "ここにコロンは書けません。字下げか引用符を確認してください"),
            ("could not find expected ':'", "コロンがありません"),
            ("did not find expected key", "字下げがそろっていません"),
            ("did not find expected '-' indicator", "リストの字下げがそろっていません"),
            ("cannot start any token", "使えない文字で始まっています。タブは使わず、空白で字下げしてください"),
            ("tab character that violates", "タブは使わず、空白で字下げしてください"),
            ("unexpected end of stream", "引用符が閉じていません"),
            ("control characters are not allowed", "制御文字は使えません"),
        ]
        return known.first { problem.contains($0.0) }?.1 ?? problem
    }

    public var wording: Wording {
        let place = line > 0 ? "\(file):\(line): " : "\(file): "
        return Wording(place + message.english, place + message.japanese)
    }
}
