import Foundation
import TestKit
import Testing

@testable import Cloud

/// Forms with files (RFC 7578), as a recording is sent to a gateway (MIND-9).
@Suite(.requirement("MIND-9")) struct MultipartBodyTests {
    @Test func partsStandBetweenTheirBoundaries() {
        var boundaries = ["b0"]
        let body = MultipartBody(
            [
                MultipartBody.Part(name: "name", text: "夜"),
                .init(name: "sound", contentType: "audio/wav", bytes: [0, 255]),
            ],
            makeBoundary: { boundaries.removeFirst() })
        let head =
            "--b0\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\n夜\r\n--b0\r\nContent-Disposition: form-data; "
            + "name=\"sound\"; filename=\"sound.wav\"\r\nContent-Type: audio/wav\r\n\r\n"
        #expect(body.bytes == Array(head.utf8) + [0, 255] + Array("\r\n--b0--\r\n".utf8))
        #expect(body.contentType == "multipart/form-data; boundary=b0")
    }

    @Test func aBoundaryIsInNoPart() {
        var boundaries = ["b0", "b1", "b2"]
        let body = MultipartBody(
            [.init(name: "a", text: "x\r\n--b0"), .init(name: "b", text: "b1")],
            makeBoundary: { boundaries.removeFirst() })
        #expect(body.contentType.hasSuffix("=b2"))
        // Chance alone finds one; whoever makes them badly does not keep the form from ending.
        let same = MultipartBody([.init(name: "a", text: "b")], makeBoundary: { "b" })
        #expect(!same.bytes.isEmpty)
        #expect(MultipartBody([]).contentType != MultipartBody([]).contentType)
    }

    @Test(arguments: ["", "a\"b", "a\r\nb", "ü", "A"]) func anOddNameIsLeftOut(name: String) {
        let body = MultipartBody([.init(name: name, text: "secret")])
        #expect(!String(decoding: body.bytes, as: UTF8.self).contains("secret"))
    }
}
