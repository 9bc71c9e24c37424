import Board

/// A readable table: columns are as wide as their widest cell on a terminal, with two columns for a Japanese character.
struct Table {
    var header: [String]
    var rows: [[String]] = []
    /// Columns that are aligned to the right: numbers.
    var rightAligned: Set<Int> = []

    init(_ header: [String], rightAligned: Set<Int> = []) {
        self.header = header
        self.rightAligned = rightAligned
    }

    mutating func add(_ cells: String...) { rows.append(cells) }

    /// Lines without trailing spaces; the header is left out if all its cells are empty.
    var lines: [String] {
        let all = header.allSatisfy(\.isEmpty) ? rows : [header] + rows
        let count = all.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            all.map { $0.indices.contains(column) ? TextWidth.columns($0[column]) : 0 }.max() ?? 0
        }
        return all.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let padding = String(repeating: " ", count: max(0, widths[column] - TextWidth.columns(cell)))
                line += rightAligned.contains(column) ? padding + cell : cell + padding
                if column < row.count - 1 { line += "  " }
            }
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }
}
