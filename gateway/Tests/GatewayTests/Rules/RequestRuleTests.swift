import GatewayRules
import Testing

@testable import Gateway

@Suite("What is read of a request", .requirement("GATEWAY-1"))
struct RequestRuleTests {
    @Test("An address becomes the block of one customer")
    func blocks() {
        #expect(AddressBlock("192.0.2.77")?.description == "192.0.2.0/24")
        #expect(AddressBlock("::ffff:192.0.2.77")?.description == "192.0.2.0/24")
        #expect(AddressBlock("2001:db8:1:23ab:4::5")?.description == "2001:db8:1:2300::/56")
        #expect(AddressBlock("2001:db8:1:2399:9:9:9:9") == AddressBlock("2001:db8:1:23ab::1"))
        #expect(AddressBlock("fe80::1%eth0")?.description == "fe80:0:0:0::/56")
        #expect(AddressBlock("::")?.description == "0:0:0:0::/56")
    }

    @Test(
        "What is no address is none",
        arguments: [
            "", "1.2.3", "1.2.3.256", "1.2.3.4.5", "::1::2", "1:2:3:4:5:6:7", "12345::", "g::", "1.2.3.4:80",
            "-1.2.3.4", "+1::",
        ])
    func noAddress(text: String) { #expect(AddressBlock(text) == nil) }

    @Test("A line that begins with two dashes is found wherever it stands, and nothing else is")
    func boundaries() {
        let letters = ["\r", "\n", "-", "v"]
        var texts = [""]
        for _ in 0..<6 {
            for text in texts {
                let bytes = Array(text.utf8)
                let isThere = bytes.indices.contains { bytes[$0...].starts(with: "\r\n--".utf8) }
                #expect(hasBoundary(text) == isThere)
            }
            texts = texts.flatMap { text in letters.map { text + $0 } }
        }
    }

    @Test("A forwarded address counts only behind a proxy of ours, and only its right-most part")
    func forwarded() {
        let trusted: Set<String> = ["127.0.0.1", "10.0.0.2"]
        #expect(clientAddress(peer: "203.0.113.9", forwarded: "1.1.1.1", trusted: trusted) == "203.0.113.9")
        #expect(
            clientAddress(peer: "127.0.0.1", forwarded: "1.1.1.1, 198.51.100.7", trusted: trusted) == "198.51.100.7")
        #expect(
            clientAddress(peer: "127.0.0.1", forwarded: "198.51.100.7,10.0.0.2", trusted: trusted) == "198.51.100.7")
        #expect(clientAddress(peer: "127.0.0.1", forwarded: "10.0.0.2", trusted: trusted) == "127.0.0.1")
        #expect(clientAddress(peer: "127.0.0.1", forwarded: nil, trusted: trusted) == "127.0.0.1")
        #expect(clientAddress(peer: nil, forwarded: "198.51.100.7", trusted: []) == "198.51.100.7")
        #expect(clientAddress(peer: nil, forwarded: nil, trusted: []) == nil)
        // Whoever leaves a place empty is not nobody.
        for forwarded in ["198.51.100.7, ", "198.51.100.7,,", " 198.51.100.7  ,10.0.0.2 , ,"] {
            let address = clientAddress(peer: "127.0.0.1", forwarded: forwarded, trusted: trusted)
            #expect(address == "198.51.100.7", "\(forwarded)")
        }
        for forwarded in ["", ",", " , ,"] {
            #expect(clientAddress(peer: "127.0.0.1", forwarded: forwarded, trusted: trusted) == "127.0.0.1")
        }
    }

    @Test("A proxy on this machine that nobody named tells nothing of its clients, not even that they are here")
    func untrustedProxy() {
        for peer in ["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"] {
            #expect(clientBlock(peer: peer, forwarded: "198.51.100.7", trusted: []) == .unknown, "\(peer)")
            let here = clientBlock(peer: peer, forwarded: nil, trusted: [])
            #expect(here == AddressBlock(peer), "a client on this machine: \(peer)")
            let named = clientBlock(
                peer: peer, forwarded: "198.51.100.7", trusted: Set([peer].compactMap(canonicalAddress)))
            #expect(named.description == "198.51.100.0/24", "\(peer)")
        }
        for peer in ["203.0.113.9", "::2", "12.7.0.1"] {
            let block = clientBlock(peer: peer, forwarded: "198.51.100.7", trusted: [])
            #expect(block == AddressBlock(peer), "from elsewhere: \(peer)")
        }
        #expect(clientBlock(peer: nil, forwarded: "198.51.100.7", trusted: []).description == "198.51.100.0/24")
        #expect(clientBlock(peer: nil, forwarded: nil, trusted: []) == .local)
        #expect(clientBlock(peer: nil, forwarded: "nowhere", trusted: []) == .unknown)
    }

    @Test("A proxy is the same however its address is written")
    func proxies() {
        for (configured, peer) in [
            ("FD00::1", "fd00::1"), ("fd00:0::1", "fd00::1"), ("fd00::1", "fd00:0:0:0:0:0:0:1"),
            ("127.0.0.1", "::ffff:127.0.0.1"), ("::ffff:7f00:1", "127.0.0.1"), ("fe80::1%eth0", "fe80:0::1%eth0"),
        ] {
            let trusted = Set([configured].compactMap(canonicalAddress))
            let address = clientAddress(peer: peer, forwarded: "1.1.1.1, 198.51.100.7, \(peer)", trusted: trusted)
            #expect(address == "198.51.100.7", "\(configured) \(peer)")
        }
        for (configured, peer) in [("fd00::1", "fd00::2"), ("fe80::1%eth0", "fe80::1%eth1"), ("127.0.0.1", "::1")] {
            let trusted = Set([configured].compactMap(canonicalAddress))
            #expect(clientAddress(peer: peer, forwarded: "198.51.100.7", trusted: trusted) == peer)
        }
        #expect(canonicalAddress("gateway.example") == nil && canonicalAddress("10.0.0.0/8") == nil)
    }

    @Test("Some proxies write a port beside the address, and it is left out")
    func ports() {
        for (forwarded, expected) in [
            ("192.0.2.7:5678", "192.0.2.7"), ("[2001:db8::1]:80", "2001:db8::1"), ("[2001:db8::1]", "2001:db8::1"),
            ("2001:db8::1", "2001:db8::1"), ("192.0.2.7:5678, 10.0.0.2:443", "192.0.2.7"), ("[::1", "[::1"),
            ("[::1]x", "[::1]x"), ("unknown", "unknown"),
        ] {
            let address = clientAddress(peer: "127.0.0.1", forwarded: forwarded, trusted: ["127.0.0.1", "10.0.0.2"])
            #expect(address == expected, "\(forwarded)")
        }
    }

    @Test("A form is decoded; an empty field is one that was left out")
    func form() throws {
        let form = try Form("a=1&b=%E6%97%A5+x&c=&d&e=%3D%26&f=%2541&%2567=h")
        #expect(form["a"] == "1" && form["b"] == "日 x" && form["c"] == nil && form["d"] == nil && form["e"] == "=&")
        // Once: what is in there twice stays as it is.
        #expect(form["f"] == "%41" && form["%67"] == "h" && form["g"] == nil)
    }

    @Test(
        "A form that is cut, repeated, no UTF-8 or too long is refused",
        arguments: ["a=%", "a=%4", "a=%zz", "a=%FF", "%C3=1"])
    func badForm(text: String) { #expect(throws: Form.Fault.malformed) { try Form(text) } }

    @Test("A field twice, or a hundred fields, are refused")
    func manyFields() {
        #expect(throws: Form.Fault.repeated("a")) { try Form("a=1&a=2") }
        #expect(throws: Form.Fault.tooManyFields) { try Form((0..<100).map { "f\($0)=1" }.joined(separator: "&")) }
    }

    @Test("Names of JSON and of a form that only look alike are two, and one name twice is refused")
    func names() throws {
        let alike = try JSON(parsing: Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))
        guard case .object(let members) = alike else {
            Issue.record("no object")
            return
        }
        #expect(members.map { Array($0.name.utf8).count } == [2, 3])
        #expect(throws: JSON.Fault.self) { try JSON(parsing: Array("{\"\u{E9}\":1,\"\u{E9}\":2}".utf8)) }
        let form = try Form("\u{E9}=1&e\u{301}=2")
        #expect(form["\u{E9}"] == "1" && form["e\u{301}"] == "2")
        #expect(throws: Form.Fault.self) { try Form("\u{E9}=1&%C3%A9=2") }
    }

    @Test("Any bytes at all are a form or a fault, and never a trap", arguments: 0..<200)
    func anyForm(seed: Int) {
        var generator = SeededGenerator(UInt64(seed))
        let alphabet = Array("a=&%+4F;é\u{0}".unicodeScalars)
        var text = ""
        for _ in 0..<Int.random(in: 0...60, using: &generator) {
            if let scalar = alphabet.randomElement(using: &generator) { text.unicodeScalars.append(scalar) }
        }
        _ = try? Form(text)
        _ = AddressBlock(text)
        _ = UserCode(typed: text)
        _ = clientAddress(peer: nil, forwarded: text, trusted: [])
    }

    @Test("A request's id is the client's if it is a harmless word, else one of ours")
    func requestIDs() {
        #expect(requestID(sent: "abc-123_X.y") == "abc-123_X.y")
        for sent in [nil, "", "a b", "a\nb", "日", String(repeating: "a", count: 65)] {
            #expect(requestID(sent: sent) != sent)
        }
    }

    @Test("Secrets are equal only if every character is", .requirement("GATEWAY-5"))
    func constantTime() {
        var generator = SeededGenerator(3)
        for _ in 0..<2_000 {
            let one = (0..<12).map { _ in String(UInt8.random(in: 0...9, using: &generator)) }.joined()
            let other = (0..<12).map { _ in String(UInt8.random(in: 0...9, using: &generator)) }.joined()
            #expect(isEqualInConstantTime(one, other) == (one == other))
            #expect(isEqualInConstantTime(one, one) && !isEqualInConstantTime(one, one + "0"))
        }
    }

    @Test("Budgets are forgotten when they are full, and bounded when they are not")
    func boundedBudgets() {
        let time = TestClock()
        let budgets = BoundedBudgets<Int>(.perMinute(1), maximum: 100, now: { time.now })
        for key in 0..<1_000 { #expect(budgets.take(key) == nil) }
        #expect(budgets.count <= 100)
        #expect(budgets.take(999) == 60_000)
        time.advance(120_000)
        for key in 2_000..<2_100 { _ = budgets.take(key) }
        #expect(budgets.take(999) == nil)
    }

    @Test("What is given back can be taken again, and is never more than the whole")
    func givenBack() {
        let time = TestClock()
        let budgets = BoundedBudgets<Int>(.perHour(2), now: { time.now })
        // Nobody had taken it.
        budgets.giveBack(1)
        func taken() -> Int { (0..<5).filter { _ in budgets.take(1) == nil }.count }
        #expect(taken() == 2)
        budgets.giveBack(1)
        #expect(taken() == 1)
        for _ in 0..<5 { budgets.giveBack(1) }
        #expect(taken() == 2)
    }

    @Test("Of keys that are remembered the oldest go first, and a key that was removed is gone")
    func boundedSet() {
        let keys = BoundedSet<Int>(maximum: 3)
        for key in [1, 2, 2, 3] { keys.insert(key) }
        #expect((1...3).allSatisfy(keys.contains))
        keys.insert(4)
        #expect(!keys.contains(1) && (2...4).allSatisfy(keys.contains))
        keys.remove(3)
        #expect(!keys.contains(3) && keys.contains(2) && keys.contains(4))
        for key in 10..<1_000 { keys.insert(key) }
        #expect((997..<1_000).allSatisfy(keys.contains) && !(0..<997).contains(where: keys.contains))
    }

    @Test("The page's language is what was chosen, what the browser wants most, or English")
    func languages() {
        #expect(PageLanguage(chosen: "ja", accepted: "en") == .ja)
        #expect(PageLanguage(chosen: "xx", accepted: "ja-JP,en;q=0.8") == .ja)
        #expect(PageLanguage(chosen: nil, accepted: "de, en;q=0.3, ja;q=0.7") == .ja)
        #expect(PageLanguage(chosen: nil, accepted: "jam,de") == .en)
        #expect(PageLanguage(chosen: nil, accepted: nil) == .en)
    }

    @Test("JSON quotes everything that could end a text, a page or a script")
    func json() {
        let value = JSON.members([
            "a": "\"\\\n\u{1}<\u{2028}é", "b": .integer(-1), "c": nil, "d": .array([.bool(true), .null]),
        ])
        #expect(value.encoded == #"{"a":"\"\\\n\u0001\u003c\u2028é","b":-1,"d":[true,null]}"#)
    }
}
