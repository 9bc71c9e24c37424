import Bedside
import Cloud
import Foundation
import Glibc
import TestKit
import Testing

@testable import Appliance

/// A household's gateway has a root of its own, which the owner gives to the speaker (GATEWAY-5).
@Suite(.requirement("GATEWAY-5", "SETUP-2")) struct GatewayAuthorityTests {
    /// Bytes whose outer length is right, as in a certificate. Only OpenSSL reads the rest.
    private static func certificate(_ count: Int = 400, filler: UInt8 = 7) -> String {
        let bytes = [0x30, 0x82, UInt8(count >> 8), UInt8(count & 255)] + [UInt8](repeating: filler, count: count)
        let base64 = Data(bytes).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n"
    }

    @Test func takesCertificatesAndNothingElse() throws {
        let one = Self.certificate()
        let two = Self.certificate(filler: 9)
        #expect(GatewayAuthority(one)?.pem == one)
        #expect(
            GatewayAuthority("A root\r\n" + one.replacing("\n", with: "\r\n") + "\nof ours\n" + two)?.pem == one + two)
        // Lines indented as in a YAML block.
        #expect(GatewayAuthority(one.replacing("\n", with: "\n   "))?.pem == one)
    }

    @Test(arguments: [
        "", "nonsense", "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n",
        "-----BEGIN CERTIFICATE-----\nMIIB\n", "-----BEGIN CERTIFICATE-----\nMIIBkA==\n-----END CERTIFICATE-----",
        "-----BEGIN CERTIFICATE-----\n!!!!\n-----END CERTIFICATE-----",
        certificate() + "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n",
        certificate() + "-----BEGIN CERTIFICATE-----\n", String(repeating: certificate(), count: 80),
    ]) func refusesEverythingElse(text: String) {
        #expect(GatewayAuthority(text) == nil)
    }

    @Test func itVouchesForItsGatewayAlone() throws {
        let folder = try TemporaryFolder()
        let files = GatewayFiles(stateFolder: folder.path)
        let authority = try #require(GatewayAuthority(Self.certificate()))
        #expect(try files.wire("https://home.example/").authorityFile == nil)
        try files.keep(authority, for: "https://home.example")
        let file = try #require(try files.wire("https://home.example/").authorityFile)
        #expect(try files.wire("https://home.example.evil").authorityFile == nil)
        #expect(try files.wire("https://home.example:8030").authorityFile == nil)
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        let wire = try files.wire("https://home.example")
        let reading = wire.readProfile(1, of: nil)
        for request in [wire.ask(device: "d", name: "n"), wire.entitlement(), reading, wire.stop("s_1")] {
            #expect(request.authorityFile == file)
        }
        #expect(files.all.contains(file), "a reset erases it")
    }

    @Test(.requirement("ACCOUNT-4")) func oneThatIsGivenForASignInCountsElsewhereOnlyOnceItIsApproved() throws {
        let folder = try TemporaryFolder()
        let files = GatewayFiles(stateFolder: folder.path)
        let (home, other) = ("https://home.example", "https://other.example")
        try files.keep(try #require(GatewayAuthority(Self.certificate())), for: home)
        let kept = files.authorityText()
        // A slip in the address, a code that runs out, or a wrong file for the right address.
        for asked in [other, home] {
            try files.give(try #require(GatewayAuthority(Self.certificate(filler: 9))), for: asked)
            let wire = try files.wireToAsk(asked)
            #expect(try wire.authorityFile != nil && wire.authorityFile != files.wire(home).authorityFile)
            #expect(try files.wire(home).authorityFile != nil && files.wire(other).authorityFile == nil)
            #expect(files.authorityText() == kept)
        }
        // Asked for once more without one, it is not used again.
        #expect(try files.wireToAsk(home).authorityFile == files.wire(home).authorityFile)
        try files.give(try #require(GatewayAuthority(Self.certificate(filler: 9))), for: other)
        try files.keep("atk_two", askedThrough: try files.wireToAsk(other))
        #expect(try files.wire(other).authorityFile != nil && files.wire(home).authorityFile == nil)
        #expect(try files.token(for: other)?.secret == "atk_two")
        for path in files.all where path.hasSuffix(".given") || path.hasSuffix(".asked") {
            #expect(!Files.exists(path))
        }
    }

    @Test(.requirement("SETUP-1"), arguments: Language.allCases) func whoseGatewayCannotBeVerifiedHearsOfItsRoot(
        language: Language
    ) {
        #expect(AccountText.failed(.untrusted).text(in: language).contains("--ca"))
        #expect(SetupText.notSignedIn(.untrusted).wording.text(in: language).contains("--ca"))
    }

    // MARK: The program

    private static func document(_ gateway: String, _ pem: String, more: String = "") -> String {
        let block = pem.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        return "\(more)gateway:\n  address: \(gateway)\n  ca: |\n\(block)\n"
    }

    @Test func provisioningKeepsItWithTheAddressOrChangesNothing() throws {
        let program = try Program()
        let home = "https://home.example:8443"
        let first = try program.run("provision", input: Self.document(home, Self.certificate()))
        #expect(first.code == 0 && first.output.contains("gateway.address"), "\(first.errors)")
        let files = GatewayFiles(stateFolder: program.state)
        #expect(try files.wire(home).authorityFile != nil)
        let shown = try program.run("profile", "show").output
        #expect(shown.contains("gateway: { address: \"\(home)\" }") && !shown.contains("CERTIFICATE"))
        let text = files.authorityText()
        // The root is good, but not the profile; the profile is good, but not the root.
        let bad = try program.run(
            "provision",
            input: Self.document(home, Self.certificate(filler: 9), more: "volume: { ceiling: 10, floor: 60 }\n"))
        #expect(bad.code == 65 && files.authorityText() == text, "\(bad.errors)")
        let key = try program.run(
            "provision", input: Self.document(home, "-----BEGIN PRIVATE KEY-----", more: "owner: { name: Bo }\n"))
        #expect(key.code == 65 && key.errors.hasPrefix("profile.yaml:4:"), "\(key.errors)")
        #expect(key.errors.contains("gateway.ca: expected one or more certificates in PEM"))
        #expect(try program.run("profile", "show").output == shown && files.authorityText() == text)
    }

    /// The appliance that has the state folder does not answer: whether anything is in force is not known.
    @Test func provisioningThatIsNotAnsweredKeepsTheRootThatWorks() throws {
        let program = try Program()
        let home = "https://home.example:8443"
        #expect(try program.run("provision", input: Self.document(home, Self.certificate())).code == 0)
        let files = GatewayFiles(stateFolder: program.state)
        let text = files.authorityText()
        _ = try program.whileRunning {
            unlink(ControlAddress.socketPath(stateFolder: program.state))
            let result = try program.run("provision", input: Self.document(home, Self.certificate(filler: 9)))
            #expect(result.code != 0 && !result.errors.isEmpty)
        }
        #expect(text != nil && files.authorityText() == text)
    }

    @Test(.requirement("ACCOUNT-4")) func aSignInThatFailsLeavesTheRootOfTheAccountThatWorks() throws {
        let program = try Program()
        let home = "https://home.example:8443"
        #expect(try program.run("provision", input: Self.document(home, Self.certificate())).code == 0)
        let files = GatewayFiles(stateFolder: program.state)
        let text = files.authorityText()
        let other = try program.folder.write("ca.pem", Self.certificate(filler: 9))
        _ = try program.whileRunning {
            // Nobody listens there.
            let result = try program.run("sign-in", "https://127.0.0.1:1", "--ca", other)
            #expect(result.code != 0 && result.errors.contains("not signed in"), "\(result.errors)")
        }
        #expect(text != nil && files.authorityText() == text)
        #expect(try files.wire(home).authorityFile != nil)
    }

    @Test func signingInTakesItFromAFileAndSaysWhatIsWrongWithIt() throws {
        let program = try Program()
        let none = try program.run("sign-in", "https://home.example", "--ca", "/nowhere.pem")
        #expect(none.code == 66 && none.errors.contains("/nowhere.pem"), "\(none.errors)")
        let file = try program.folder.write("notes.txt", "my notes\n")
        let wrong = try program.run("sign-in", "https://home.example", "--ca", file)
        #expect(wrong.code == 65 && wrong.errors.contains("expected one or more certificates"), "\(wrong.errors)")
        let good = try program.folder.write("ca.pem", Self.certificate())
        let nowhere = try program.run("sign-in", "--ca", good)
        #expect(nowhere.code == 64 && GatewayFiles(stateFolder: program.state).authorityText() == nil)
        // Nobody is there to sign in.
        let off = try program.run("sign-in", "https://home.example", "--ca", good)
        #expect(off.code == 69 && GatewayFiles(stateFolder: program.state).authorityText() == nil, "\(off.errors)")
    }
}
