import GatewayRules
import Testing

@Suite("What was said, and what was to be said", .requirement("MIND-4", "GATEWAY-7"))
struct SpokenTextTests {
    @Test("Spelling makes no difference, a word does")
    func words() {
        let cases: [(said: String, text: String, match: SpokenText.Match?)] = [
            ("Stand up.", "Stand up.", .exact), (" Stand  up. ", "Stand up.", .exact),
            ("stand up", "Stand up.", .loose),
            ("Don’t sit", "Don't sit", .loose), ("起きて窓を開けよう", "起きて、窓を開けよう。", .loose),
            ("ｶﾞﾝﾊﾞﾛｳ", "がんばろう", .loose), ("ガンバロウ", "がんばろう", .loose), ("ＡＢＣ１２", "abc12", .loose),
            ("Stand up now.", "Stand up.", nil), ("Stand.", "Stand up.", nil), ("Do sit", "Don't sit", nil),
            ("窓を閉めよう", "窓を開けよう", nil), ("", "Stand up.", nil), ("100", "100%", nil), ("おばさん", "おばあさん", nil),
            ("ビル", "ビール", nil), ("はは", "ぱぱ", nil),
        ]
        for (said, text, match) in cases { #expect(SpokenText.match(said, of: text) == match, "\(said) / \(text)") }
    }

    @Test("One word more, less or other is noticed in any sentence")
    func changes() {
        var generator = SeededGenerator(4)
        let words = ["up", "down", "open", "not", "the", "窓", "を", "開け", "る", "カーテン", "6", "don't"]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 1...9, using: &generator)).compactMap { _ in
                words.randomElement(using: &generator)
            }
            let sentence = text.joined(separator: " ")
            #expect(SpokenText.match(sentence, of: sentence) == .exact)
            #expect(SpokenText.match(text.joined(separator: ", ").uppercased() + "!", of: sentence) != nil)
            var other = text
            other.insert("never", at: Int.random(in: 0...text.count, using: &generator))
            #expect(SpokenText.match(other.joined(separator: " "), of: sentence) == nil)
            #expect(SpokenText.match(sentence, of: other.joined(separator: " ")) == nil)
        }
    }
}

@Suite("The frames of a WebSocket", .requirement("GATEWAY-7"))
struct WebSocketFrameTests {
    private static func all(_ pieces: [[UInt8]]) throws -> [WebSocketFrames.Message] {
        var (frames, messages) = (WebSocketFrames(), [WebSocketFrames.Message]())
        for piece in pieces {
            frames.append(piece)
            while let message = try frames.next() { messages.append(message) }
        }
        return messages
    }

    @Test("However the bytes are cut, the messages are the same")
    func cuts() throws {
        let long = [UInt8](repeating: 7, count: 300)
        let parts: [[UInt8]] = [
            [0x81, 2, 65, 66], [0x01, 1, 67], [0x89, 1, 9], [0x80, 1, 68], [0x82, 126, 1, 44], long, [0x8A, 0],
            [0x81, 127, 0, 0, 0, 0, 0, 0, 0, 1, 69], [0x88, 2, 3, 232],
        ]
        let stream = parts.flatMap { $0 }
        let expected: [WebSocketFrames.Message] = [
            .message([65, 66]), .ping([9]), .message([67, 68]), .message(long), .message([69]), .close,
        ]
        #expect(try Self.all([stream]) == expected)
        #expect(try Self.all(stream.map { [$0] }) == expected)
        var generator = SeededGenerator(1)
        for _ in 0..<200 {
            let cut = Int.random(in: 0...stream.count, using: &generator)
            #expect(try Self.all([Array(stream[..<cut]), Array(stream[cut...])]) == expected)
        }
    }

    @Test(
        "What no server may send is refused",
        arguments: [
            [0x81, 0x81, 0, 0, 0, 0, 0], [0xC1, 0], [0x80, 0], [0x83, 0], [0x09, 0], [0x89, 126, 0, 200],
            [0x81, 127, 0, 0, 0, 1, 0, 0, 0, 0], [0x81, 127, 0, 0, 0, 0, 0, 0x30, 0, 0], [0x01, 0, 0x01, 0],
        ] as [[UInt8]])
    func refusals(bytes: [UInt8]) {
        #expect(throws: WebSocketFrames.Fault.self) { try Self.all([bytes]) }
    }

    @Test("A message in pieces has the same bound as a whole one")
    func bound() throws {
        let piece: [UInt8] = [0, 127, 0, 0, 0, 0, 0, 0x10, 0, 0] + [UInt8](repeating: 1, count: 1 << 20)
        #expect(throws: WebSocketFrames.Fault.tooLong) { try Self.all([[1, 0], piece, piece, piece]) }
    }

    @Test("Ours are masked, and come out as they went in")
    func own() {
        for count in [0, 5, 125, 126, 300, 65_535, 65_536, 70_000] {
            let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            let frame = WebSocketFrames.frame(.text, payload, mask: 0x0403_0201)
            #expect(frame[0] == 0x81 && frame[1] & 0x80 == 0x80)
            let body = frame.suffix(count).enumerated().map { $0.element ^ UInt8($0.offset % 4 + 1) }
            #expect(body == payload && frame.count == count + (count < 126 ? 6 : count < 65_536 ? 8 : 14))
        }
    }
}
