/// A QR code (ISO/IEC 18004) of a short text: versions 1 to 5, level L, byte mode, which all have one block. Any of the
/// eight masks is valid; this takes the first.
public struct QRCode: Hashable, Sendable {
    /// Data and correction codewords of each version.
    private static let codewords = [(19, 7), (34, 10), (55, 15), (80, 20), (108, 26)]

    /// Modules of a side, without the quiet zone.
    public let size: Int
    /// Row by row; true: dark.
    public private(set) var modules: [Bool]
    private var isFixed: [Bool]

    /// Nil: longer than 106 bytes.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        // Mode and length take 12 bits, so two bytes less.
        guard let version = Self.codewords.firstIndex(where: { bytes.count <= $0.0 - 2 }).map({ $0 + 1 }) else {
            return nil
        }
        let (dataCount, correctionCount) = Self.codewords[version - 1]
        size = 17 + 4 * version
        modules = [Bool](repeating: false, count: size * size)
        isFixed = modules
        drawPatterns(version)
        let data = Self.data(bytes, count: dataCount)
        drawData(data + ReedSolomon.correction(of: data, count: correctionCount))
    }

    public subscript(row: Int, column: Int) -> Bool { modules[row * size + column] }

    // MARK: - Data

    private static func data(_ bytes: [UInt8], count: Int) -> [UInt8] {
        // 4 bits of mode, 8 of length, then the bytes and 4 bits of end: all a nibble off.
        var nibbles: [UInt8] = [4, UInt8(bytes.count) >> 4, UInt8(bytes.count) & 15]
        for byte in bytes { nibbles += [byte >> 4, byte & 15] }
        nibbles.append(0)
        var data = stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
        while data.count < count { data.append((data.count - bytes.count) % 2 == 0 ? 0xEC : 0x11) }
        return data
    }

    /// Two columns at a time from the right, up and down in turns, around what is fixed.
    private mutating func drawData(_ codewords: [UInt8]) {
        var bit = 0
        var isUp = true
        // The column of the timing pattern is left out.
        for right in stride(from: size - 1, to: 6, by: -2).map({ $0 }) + [5, 3, 1] {
            for step in 0..<size {
                let row = isUp ? size - 1 - step : step
                for column in [right, right - 1] where !isFixed[row * size + column] {
                    let byte = bit / 8
                    let isDark = byte < codewords.count && codewords[byte] >> (7 - UInt8(bit % 8)) & 1 == 1
                    bit += 1
                    modules[row * size + column] = isDark != ((row + column) % 2 == 0)
                }
            }
            isUp.toggle()
        }
    }

    // MARK: - Patterns

    private mutating func fix(_ row: Int, _ column: Int, _ isDark: Bool) {
        guard (0..<size).contains(row), (0..<size).contains(column) else { return }
        modules[row * size + column] = isDark
        isFixed[row * size + column] = true
    }

    private mutating func drawPatterns(_ version: Int) {
        for index in 0..<size {
            fix(6, index, index % 2 == 0)
            fix(index, 6, index % 2 == 0)
        }
        for (top, left) in [(0, 0), (0, size - 7), (size - 7, 0)] {
            for row in -1...7 {
                for column in -1...7 {
                    // Rings around the middle: dark, dark, light, dark, light.
                    let ring = max(abs(row - 3), abs(column - 3))
                    fix(top + row, left + column, ring != 2 && ring != 4)
                }
            }
        }
        if version > 1 {
            for row in -2...2 {
                for column in -2...2 { fix(size - 7 + row, size - 7 + column, max(abs(row), abs(column)) != 1) }
            }
        }
        drawFormat()
    }

    /// Level L and the first mask: 15 bits, twice.
    private mutating func drawFormat() {
        let bits = 0b111_0111_1100_0100
        for index in 0..<15 {
            let isDark = bits >> index & 1 == 1
            switch index {
            case 0..<6: fix(index, 8, isDark)
            case 6: fix(7, 8, isDark)
            case 7: fix(8, 8, isDark)
            case 8: fix(8, 7, isDark)
            default: fix(8, 14 - index, isDark)
            }
            if index < 8 { fix(8, size - 1 - index, isDark) } else { fix(size - 15 + index, 8, isDark) }
        }
        fix(size - 8, 8, true)
    }

    // MARK: - Picture

    /// Inline SVG without inline styles, with the quiet zone of four modules.
    public func svg(titled title: String) -> String {
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                let first = column
                while column < size, self[row, column] { column += 1 }
                if column > first { path += "M\(first + 4) \(row + 4)h\(column - first)v1h-\(column - first)z" }
                column += 1
            }
        }
        let side = size + 8
        return "<svg class=\"qr\" viewBox=\"0 0 \(side) \(side)\" role=\"img\" aria-label=\"\(title)\" "
            + "shape-rendering=\"crispEdges\"><path d=\"\(path)\"/></svg>"
    }
}

/// Reed-Solomon over GF(256) with 0x11D, as QR codes have it.
enum ReedSolomon {
    static func correction(of data: [UInt8], count: Int) -> [UInt8] {
        // The product of (x - 2^i), highest power first, without the leading 1.
        var divisor = [UInt8](repeating: 0, count: count - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<count {
            for index in 0..<count {
                divisor[index] = product(divisor[index], root)
                if index + 1 < count { divisor[index] ^= divisor[index + 1] }
            }
            root = product(root, 2)
        }
        var rest = [UInt8](repeating: 0, count: count)
        for byte in data {
            let factor = byte ^ rest[0]
            rest = Array(rest.dropFirst()) + [0]
            for index in 0..<count { rest[index] ^= product(divisor[index], factor) }
        }
        return rest
    }

    private static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
        var result: UInt8 = 0
        for bit in (0..<8).reversed() {
            result = result << 1 ^ (result >> 7) * 0x1D
            result ^= (other >> UInt8(bit) & 1) * one
        }
        return result
    }
}
