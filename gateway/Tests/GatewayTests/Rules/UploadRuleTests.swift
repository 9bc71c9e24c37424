import GatewayRules
import Testing

@Suite("What an upload may be", .requirement("GATEWAY-7"))
struct UploadRuleTests {
    private static func wave(
        tag: String = "RIFF", format: Int = 1, channels: Int = 1, rate: Int = 16_000, bits: Int = 16, odd: Bool = false
    ) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
        var chunks = Array("fmt ".utf8) + number(16, 4) + number(format, 2) + number(channels, 2) + number(rate, 4)
        chunks += number(rate * channels * bits / 8, 4) + number(channels * bits / 8, 2) + number(bits, 2)
        if odd { chunks += Array("note".utf8) + number(3, 4) + [1, 2, 3, 0] }
        chunks += Array("data".utf8) + number(3_200, 4) + [UInt8](repeating: 5, count: 3_200)
        return Array(tag.utf8) + number(4 + chunks.count, 4) + Array("WAVE".utf8) + chunks
    }

    @Test("A WAV file of 16-bit PCM is read")
    func waves() throws {
        let file = try #require(WaveFile(Self.wave()[...]))
        #expect(file.channels == 1 && file.rate == 16_000 && file.frames == 1_600 && file.milliseconds == 100)
        let stereo = try #require(WaveFile(Self.wave(channels: 2, rate: 48_000, odd: true)[...]))
        #expect(stereo.channels == 2 && stereo.frames == 800)
        let own = try #require(WaveFile(WaveFile.bytes(samples: [1, 2, 3, 4], rate: 24_000)[...]))
        #expect(own.frames == 2 && own.rate == 24_000 && own.channels == 1)
    }

    @Test("Whatever else it is, it is refused: another encoding, and every cut")
    func others() {
        for bad in [
            Self.wave(tag: "RIFX"), Self.wave(format: 3), Self.wave(channels: 3), Self.wave(channels: 0),
            Self.wave(rate: 96_000), Self.wave(rate: 0), Self.wave(bits: 8), Self.wave(bits: 24), [],
        ] { #expect(WaveFile(bad[...]) == nil) }
        let whole = Self.wave(odd: true)
        for count in whole.indices { #expect(WaveFile(whole[..<count]) == nil, "\(count)") }
        // A place in a longer array is the same.
        let shifted = [9, 9, 9] + whole
        #expect(WaveFile(shifted[3...])?.frames == 1_600)
    }

    @Test("Bytes at random and bytes that were changed never trap")
    func noise() {
        var generator = SeededGenerator(6)
        for _ in 0..<2_000 {
            var bytes = Self.wave(odd: true).prefix(80) + [0, 0, 0]
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = bytes.indices.randomElement(using: &generator) ?? 0
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
            _ = WaveFile(Array(bytes)[...])
            _ = try? MultipartForm(Array(bytes), boundary: "b")
        }
    }

    private static func text(_ form: MultipartForm?, _ name: String, _ body: [UInt8]) -> String? {
        form?[name].map { String(decoding: body[$0], as: UTF8.self) }
    }

    @Test("A form's parts are found by name, with whatever is in them")
    func parts() throws {
        let values = ["", "a", "--b", "\r\n--", "\r\n-b--b", "\r\n--c", "x\r\n\r\ny", "あ"]
        for one in values {
            for other in values {
                let body = Array(
                    ("--b\r\nContent-Disposition: form-data; name=\"one\"\r\n\r\n\(one)\r\n--b\r\n"
                        + "content-type: audio/wav\r\nContent-Disposition: form-data; filename=\"x\"; name=\"two\"\r\n\r\n"
                        + "\(other)\r\n--b--\r\n").utf8)
                let form = try MultipartForm(body, boundary: "b")
                #expect(Self.text(form, "one", body) == one && Self.text(form, "two", body) == other)
                #expect(form["three"] == nil)
                // The closing delimiter is the last thing that counts; without it nothing does.
                for count in 0..<body.count - 2 {
                    #expect(throws: MultipartForm.Fault.self) {
                        try MultipartForm(Array(body[..<count]), boundary: "b")
                    }
                }
            }
        }
    }

    @Test("What is not a form, or too much of one, is refused")
    func bad() {
        func fault(_ text: String) -> MultipartForm.Fault? {
            do throws(MultipartForm.Fault) {
                _ = try MultipartForm(Array(text.utf8), boundary: "b")
                return nil
            } catch { return error }
        }
        let head = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
        #expect(fault(head + head + "--b--") == .repeated("a"))
        #expect(fault("--b\r\nContent-Type: text/plain\r\n\r\n1\r\n--b--") == .malformed)
        #expect(fault("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--b--") == .malformed)
        #expect(fault("--b\r\nX: \(String(repeating: "x", count: 2_000))\r\n\r\n1\r\n--b--") == .malformed)
        #expect(fault("preamble\r\n--b--") == .malformed)
        #expect(fault("--b--") == nil)
        let many = (0..<9).map { "--b\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n1\r\n" }.joined()
        #expect(fault(many + "--b--") == .tooManyParts)
    }

    @Test("A boundary is found as RFC 2046 allows it")
    func boundaries() {
        #expect(MultipartForm.boundary(of: "multipart/form-data; boundary=abc") == "abc")
        #expect(MultipartForm.boundary(of: "multipart/form-data; charset=utf-8; Boundary=\"a b\"") == "ab")
        #expect(MultipartForm.boundary(of: "multipart/form-data; boundary=\"a:b\"") == "a:b")
        for bad in ["multipart/form-data", "x; boundary=", "x; boundary=a\"b", "x; boundary=あ"] {
            #expect(MultipartForm.boundary(of: bad) == nil, "\(bad)")
        }
        #expect(MultipartForm.boundary(of: "x; boundary=" + String(repeating: "a", count: 71)) == nil)
    }
}
