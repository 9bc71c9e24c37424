/// A readable table: columns as wide as their widest cell on a terminal, Japanese counted as two columns a character.
struct Table {
    var header: [String]
    var rows: [[String]] = []
    /// Columns whose cells end at the same place: numbers.
    var rightAligned: Set<Int> = []

    init(_ header: [String], rightAligned: Set<Int> = []) {
        self.header = header
        self.rightAligned = rightAligned
    }

    mutating func add(_ cells: String...) { rows.append(cells) }

    /// Lines without trailing spaces; the header is left out where all its cells are empty.
    var lines: [String] {
        let all = header.allSatisfy(\.isEmpty) ? rows : [header] + rows
        let count = all.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            all.map { $0.indices.contains(column) ? DisplayWidth.of($0[column]) : 0 }.max() ?? 0
        }
        return all.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let padding = String(repeating: " ", count: max(0, widths[column] - DisplayWidth.of(cell)))
                line += rightAligned.contains(column) ? padding + cell : cell + padding
                if column < row.count - 1 { line += "  " }
            }
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }
}

/// How many columns of a terminal a text takes (Unicode Standard Annex 11, wide and fullwidth).
enum DisplayWidth {
    static func of(_ text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + of($1) } }

    static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        return switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
            0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}
