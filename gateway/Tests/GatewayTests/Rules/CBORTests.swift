import GatewayRules
import Testing

@Suite("CBOR of authenticators", .requirement("GATEWAY-5"))
struct CBORTests {
    private static func random(_ depth: Int, _ generator: inout SeededGenerator) -> CBOR {
        func number() -> UInt64 {
            generator.next() >> UInt64.random(in: 0...63, using: &generator)
        }
        func text() -> String {
            String(
                String.UnicodeScalarView(
                    (0..<Int.random(in: 0...30, using: &generator)).map { _ in
                        ["a", "z", "é", "寝", "😀"].randomElement(using: &generator) ?? "a"
                    }))
        }
        switch Int.random(in: 0...(depth > 1 ? 6 : 4), using: &generator) {
        case 0: return .unsigned(number())
        case 1: return .negative(number())
        case 2: return .bytes((0..<Int.random(in: 0...300, using: &generator)).map { UInt8(truncatingIfNeeded: $0) })
        case 3: return .text(text())
        case 4: return .bool(Bool.random(using: &generator))
        case 5: return .array((0..<Int.random(in: 0...4, using: &generator)).map { _ in random(depth - 1, &generator) })
        default:
            let count = UInt64(Int.random(in: 0...30, using: &generator))
            // Few of the maps are large.
            return .map(
                (0..<(Bool.random(using: &generator) ? count : count / 8)).map { key in
                    let keys: [CBOR] = [.unsigned(key), .negative(key), .text("\(key)")]
                    return .init(
                        key: keys.randomElement(using: &generator) ?? .unsigned(key),
                        value: random(min(depth - 1, 2), &generator))
                })
        }
    }

    private func fault(_ bytes: [UInt8]) -> CBOR.Fault? {
        do throws(CBOR.Fault) {
            _ = try CBOR(bytes)
            return nil
        } catch { return error }
    }

    @Test("What was written is read, no cut of it is, nor is what has something behind it", arguments: 0..<40)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        for _ in 0..<25 {
            let value = Self.random(4, &generator)
            let bytes = value.encoded
            guard bytes.count <= CBOR.longest - 1 else { continue }
            let read = try CBOR(bytes)
            #expect(read == value)
            let behind = try CBOR.read([0xFF] + bytes + [0xFF], from: 1)
            #expect(behind.value == value && behind.end == bytes.count + 1)
            #expect(fault(bytes + [0]) == .trailing)
            let step = max(1, bytes.count / 40)
            for count in stride(from: 0, to: bytes.count, by: step) {
                #expect(fault(Array(bytes.prefix(count))) == .cut)
            }
        }
    }

    @Test("A number has one form, of each kind of head")
    func shortest() {
        let numbers: [UInt64] = [
            0, 1, 23, 24, 255, 256, 65_535, 65_536, 4_294_967_295, 4_294_967_296, .max - 1, .max,
        ]
        for number in numbers {
            let shortest = CBOR.head(0, number).count - 1
            for width in [1, 2, 4, 8] where width >= shortest {
                for kind: UInt8 in 0...1 {
                    let expected: CBOR.Fault? = width == shortest ? nil : .notShortest
                    #expect(fault(CBOR.head(kind, number, width: width)) == expected, "\(number) in \(width)")
                }
                guard number < 300, width > shortest else { continue }
                for kind: UInt8 in 2...5 {
                    let content = [UInt8](repeating: 0, count: Int(number) * 2)
                    #expect(fault(CBOR.head(kind, number, width: width) + content) == .notShortest)
                }
            }
        }
    }

    @Test("Every first byte is read, or refused for what it is")
    func heads() {
        for head: UInt8 in 0...255 {
            let (kind, detail) = (head >> 5, head & 31)
            let found = fault([head])
            switch (kind, detail) {
            case (6, _): #expect(found == .kind)
            case (7, 20), (7, 21): #expect(found == nil)
            case (7, _): #expect(found == .kind)
            case (0...1, 0..<24), (2...5, 0): #expect(found == nil)
            case (_, 28...31): #expect(found == .indefinite)
            default: #expect(found == .cut)
            }
        }
    }

    @Test("Depth, size and what is promised are bounded; keys are numbers or texts, each once; texts are UTF-8")
    func bounds() throws {
        func nested(_ depth: Int) -> [UInt8] { [UInt8](repeating: 0x81, count: depth - 1) + [0] }
        #expect(fault(nested(CBOR.deepest)) == nil && fault(nested(CBOR.deepest + 1)) == .tooDeep)
        #expect(fault([UInt8](repeating: 0x81, count: CBOR.longest)) == .tooDeep)
        #expect(fault([UInt8](repeating: 0, count: CBOR.longest + 1)) == .tooLong)
        for kind: UInt8 in 2...5 {
            for count: UInt64 in [1, 1_000, UInt64(Int32.max), UInt64(Int.max), .max] {
                #expect(fault(CBOR.head(kind, count)) == .cut)
            }
        }
        #expect(fault([0xA1, 0x40, 0x00]) == .kind && fault([0xA1, 0x80, 0x00]) == .kind)
        #expect(fault([0xA1, 0xF4, 0x00]) == .kind && fault([0xA1, 0xA0, 0x00]) == .kind)
        #expect(fault([0xA2, 0x01, 0x00, 0x01, 0x00]) == .repeated && fault([0xA2, 0x01, 0x00, 0x20, 0x00]) == nil)
        #expect(fault([0xA2, 0x61, 0x61, 0x00, 0x61, 0x61, 0x01]) == .repeated)
        #expect(fault([0x61, 0xFF]) == .notUTF8 && fault([0x62, 0xC0, 0x80]) == .notUTF8)
        let map = try CBOR([0xA3, 0x01, 0x02, 0x20, 0x03, 0x61, 0x61, 0x04])
        #expect(map[1] == .unsigned(2) && map[-1] == .unsigned(3) && map["a"] == .unsigned(4))
        #expect(map[.min] == nil && map[.max] == nil && map["b"] == nil && CBOR.bool(true)["a"] == nil)
        for start in [-1, Int.min, 8, Int.max] {
            #expect(throws: CBOR.Fault.cut) { _ = try CBOR.read([1, 2, 3], from: start) }
        }
    }

    @Test("Random bytes never trap, and what is read is written the same", arguments: 0..<20)
    func noise(seed: UInt64) {
        var generator = SeededGenerator(seed)
        var readable = 0
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            guard let value = try? CBOR(bytes) else { continue }
            readable += 1
            #expect(value.encoded == bytes)
        }
        #expect(readable > 100)
    }
}
