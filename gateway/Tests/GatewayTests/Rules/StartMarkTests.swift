import GatewayRules
import Testing

@Suite("Which of two tries a speaker made later", .requirement("ACCOUNT-3"))
struct StartMarkTests {
    @Test("In one run the number decides; two runs cannot be compared, nor can a try without a mark")
    func order() throws {
        let (eight, ten) = (try #require(StartMark("9f0c-8")), try #require(StartMark("9f0c-10")))
        #expect(ten.isAfter(eight) && !eight.isAfter(ten) && !eight.isAfter(eight))
        let other = try #require(StartMark("9f0d-9"))
        #expect(!other.isAfter(eight) && !ten.isAfter(other) && !ten.isAfter(nil))
    }

    @Test("It is read back from what is stored", arguments: ["0-0", "9f0c-17", "0123456789abcdef-123456789012345"])
    func stored(text: String) { #expect(StartMark(text)?.text == text && text.utf8.count <= StartMark.longest) }

    @Test(
        "What is no mark is none",
        arguments: [
            "", "-", "7", "9f0c-", "-7", "9F0C-7", "9g-7", "9f0c--7", "9f0c-+7", "9f0c-7-8", "9f0c-７", "9f0c-7 ",
            "0123456789abcdef0-1", "1-1234567890123456",
        ])
    func wrong(text: String) { #expect(StartMark(text) == nil) }
}
