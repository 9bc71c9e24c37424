import Bedside
import Yams

/// Reads the YAML that people write (profiles, board files) into `Field` trees.
///
/// Scalars stay as written: `no`, `06:00` and `0x10` are text, and what they mean is for the reader of the field to say.
/// Only an empty, `~` or `null` plain scalar is null. What these documents have no use for is refused with its line:
/// anchors and aliases (they can grow a few bytes into gigabytes), tags, several documents, keys that are not scalars.
public enum YAMLDocument {
    public static let defaultLimitBytes = 65_536
    static let depthLimit = 16
    static let nodeLimit = 8192
    /// So many aliases cannot make a bomb; more are refused before the parser sees them. See `possibleAliases`.
    static let aliasLimit = 8

    /// From text. Any thread.
    public static func read(
        text: String, fileName: String, limitBytes: Int = defaultLimitBytes
    ) throws(YAMLError) -> Field {
        guard text.utf8.count <= limitBytes else { throw .tooLarge(file: fileName, limitBytes: limitBytes) }
        // A byte order mark is not a column.
        let scalars = text.unicodeScalars
        let text = scalars.first == "\u{FEFF}" ? String(scalars.dropFirst()) : text
        if let line = lineOfSurplusAlias(text) {
            throw .unsupported(file: fileName, line: line, problem: anchorProblem)
        }
        // `Parser` owns the anchors, which the nodes only hold weakly: it must outlive the conversion.
        let parser: Parser
        let root: Node?
        do {
            parser = try Parser(yaml: text, resolver: .basic, constructor: .default, encoding: .utf8)
            root = try parser.singleRoot()
        } catch {
            throw translated(error, text: text, fileName: fileName)
        }
        guard let root else { return .null(line: 0) }
        var converter = Converter(fileName: fileName)
        let result: Result<Field, YAMLError> = withExtendedLifetime(parser) {
            do throws(YAMLError) {
                return .success(try converter.field(root, depth: 1))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// From bytes as they came from a file or pipe; they must be UTF-8.
    public static func read(
        bytes: some Collection<UInt8>, fileName: String, limitBytes: Int = defaultLimitBytes
    ) throws(YAMLError) -> Field {
        guard bytes.count <= limitBytes else { throw .tooLarge(file: fileName, limitBytes: limitBytes) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .notUTF8(file: fileName, line: lineOfInvalidUTF8(Array(bytes)))
        }
        return try read(text: text, fileName: fileName, limitBytes: limitBytes)
    }

    static let anchorProblem = Wording(
        "anchors and aliases (& and *) are not supported: write the value out, or quote the text",
        "アンカーとエイリアス（& と *）は使えません。値をそのまま書くか、引用符で囲んでください")

    /// The line of the first alias past `aliasLimit`, nil where there are fewer.
    ///
    /// The parser expands aliases, and hashes keys, before it hands over a tree in which they could be refused, so a
    /// bomb must be stopped ahead of it. Quotes and comments are not understood here, on purpose: anything that could
    /// be an alias counts, so nothing can be hidden; text that merely looks like a few aliases passes.
    private static func lineOfSurplusAlias(_ text: String) -> Int? {
        var line = 1
        var count = 0
        var previous = UInt8(ascii: "\n")
        var isStar = false
        for byte in text.utf8 {
            if isStar, !isSpace(byte), byte != UInt8(ascii: "*") {
                count += 1
                if count > aliasLimit { return line }
            }
            isStar = byte == UInt8(ascii: "*") && !isLetterOrDigit(previous)
            if byte == UInt8(ascii: "\n") { line += 1 }
            previous = byte
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private static func lineOfInvalidUTF8(_ bytes: [UInt8]) -> Int {
        var line = 1
        for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if String(validating: part, as: UTF8.self) == nil { return line }
            line += 1
        }
        return 1
    }

    private static func translated(_ error: any Error, text: String, fileName: String) -> YAMLError {
        guard let error = error as? YamlError else {
            return .malformed(file: fileName, line: 0, problem: "it cannot be parsed")
        }
        switch error {
        case .reader(let problem, let offset, _, _):
            let line = offset.map { text.prefix($0).count(where: \.isNewline) + 1 }
            return .malformed(file: fileName, line: line ?? 0, problem: problem)
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _):
            let prefix = context.map { "\($0.text), " } ?? ""
            return .malformed(file: fileName, line: mark.line, problem: prefix + problem)
        case .composer(_, let problem, let mark, _):
            let isSecondDocument = problem.contains("another document")
            return .unsupported(
                file: fileName, line: mark.line,
                problem: isSecondDocument
                    ? Wording("expected one document, found another one", "文書は一つだけにしてください（もう一つあります）")
                    : anchorProblem)
        case .duplicatedKeysInMapping(let duplicates, let context):
            return .duplicateKey(
                file: fileName, line: context.mark.line, key: PrintableText.line(duplicates.first ?? "", limit: 40))
        case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded:
            return .malformed(file: fileName, line: 0, problem: "it cannot be parsed")
        }
    }
}

/// Turns the parser's nodes into fields, within bounds.
private struct Converter {
    let fileName: String
    var nodeCount = 0

    init(fileName: String) { self.fileName = fileName }

    mutating func field(_ node: Node, depth: Int) throws(YAMLError) -> Field {
        let position = Position(node.mark)
        let line = position.line
        nodeCount += 1
        guard nodeCount <= YAMLDocument.nodeLimit else {
            throw .unsupported(
                file: fileName, line: line,
                problem: Wording(
                    "expected at most \(YAMLDocument.nodeLimit) values in all",
                    "値は全部で\(YAMLDocument.nodeLimit)個以内にしてください"))
        }
        guard depth <= YAMLDocument.depthLimit else {
            throw .unsupported(
                file: fileName, line: line,
                problem: Wording(
                    "expected at most \(YAMLDocument.depthLimit) levels of nesting",
                    "入れ子は\(YAMLDocument.depthLimit)段以内にしてください"))
        }
        switch node {
        case .scalar(let scalar):
            return try self.scalar(scalar, at: position)
        case .sequence(let sequence):
            try refuse(anchor: sequence.anchor, tag: sequence.tag, implied: [.seq], line: line)
            var items: [Field] = []
            items.reserveCapacity(sequence.count)
            for item in sequence { items.append(try field(item, depth: depth + 1)) }
            return .list(items, at: position)
        case .mapping(let mapping):
            try refuse(anchor: mapping.anchor, tag: mapping.tag, implied: [.map], line: line)
            return try self.mapping(mapping, at: position, depth: depth)
        case .alias:
            throw .unsupported(file: fileName, line: line, problem: YAMLDocument.anchorProblem)
        }
    }

    private func scalar(_ scalar: Node.Scalar, at position: Position) throws(YAMLError) -> Field {
        let isPlain = scalar.style == .plain || scalar.style == .any
        // The parser itself marks quoted scalars, and keys that it has compared, as text.
        try refuse(anchor: scalar.anchor, tag: scalar.tag, implied: [.str], line: position.line)
        if isPlain, ["", "~", "null", "Null", "NULL"].contains(scalar.string) { return .null(at: position) }
        return .scalar(scalar.string, at: position)
    }

    private mutating func mapping(
        _ mapping: Node.Mapping, at position: Position, depth: Int
    ) throws(YAMLError) -> Field {
        var entries: [Field.Entry] = []
        entries.reserveCapacity(mapping.count)
        var seen: Set<String> = []
        for (keyNode, valueNode) in mapping {
            let place = keyNode.mark.map { Position($0) } ?? position
            guard case .scalar(let key) = keyNode else {
                throw .unsupported(
                    file: fileName, line: place.line,
                    problem: Wording("expected a name before the colon", "コロンの前には名前を書いてください"))
            }
            _ = try scalar(key, at: place)
            guard seen.insert(key.string).inserted else {
                throw .duplicateKey(file: fileName, line: place.line, key: PrintableText.line(key.string, limit: 40))
            }
            let value = try field(valueNode, depth: depth + 1)
            entries.append(Field.Entry(key: key.string, at: place, value: value))
        }
        return .mapping(entries, at: position)
    }

    private func refuse(anchor: Anchor?, tag: Tag, implied: [Tag.Name], line: Int) throws(YAMLError) {
        if anchor != nil {
            throw .unsupported(file: fileName, line: line, problem: YAMLDocument.anchorProblem)
        }
        let name = Tag.Name(rawValue: tag.rawValue)
        guard name == .implicit || implied.contains(name) else {
            throw .unsupported(
                file: fileName, line: line,
                problem: Wording("tags (!…) are not supported: leave it out", "タグ（!…）は使えません。省いてください"))
        }
    }
}

extension Position {
    /// Where a node begins; unknown where the parser does not say.
    fileprivate init(_ mark: Mark?) { self.init(line: mark?.line ?? 0, column: mark?.column ?? 0) }
}
