import Bedside
import Cloud
import Glibc
import Realtime

/// The files of the account at a gateway, beside the state: the token, which is a secret, the name by which the gateway
/// knows this device, and a household's own root. Each is for its owner alone (mode 0600), is written whole or not at all,
/// and survives a power cut.
struct GatewayFiles: Sendable {
    static let tokenName = "gateway.token"
    static let deviceName = "gateway.device"
    static let authorityName = "gateway.ca.pem"

    let stateFolder: String

    var tokenPath: String { "\(stateFolder)/\(Self.tokenName)" }
    private var devicePath: String { "\(stateFolder)/\(Self.deviceName)" }
    private var authorityPath: String { "\(stateFolder)/\(Self.authorityName)" }
    /// The root that was given for the next sign-in, and the one with which a code was asked for. Neither vouches for
    /// anything else: the account that is there keeps its own until the owner has approved the new one.
    private var givenPath: String { authorityPath + ".given" }
    private var askedPath: String { authorityPath + ".asked" }

    /// A token, and the only gateway that it is for.
    struct Kept: Sendable {
        var gateway: String
        var token: Credential
    }

    /// What is kept; nil if nothing is. Waits for the disk.
    func kept() throws(CredentialError) -> Kept? {
        guard let line = try Credentials.load(environment: [:], file: tokenPath)?.secret,
            let bar = line.lastIndex(of: "|"), let token = Credential(String(line[line.index(after: bar)...]))
        else { return nil }
        return Kept(gateway: String(line[..<bar]), token: token)
    }

    /// A gateway's protocol, with the root that vouches for it. Waits for the disk.
    func wire(_ address: String) throws(RealtimeFailure) -> GatewayWire {
        var wire = try GatewayWire(address: address)
        if isRoot(authorityPath, of: wire) { wire.authorityFile = authorityPath }
        return wire
    }

    /// The wire over which a code is asked for: with the root that was given for it, if one was. Waits for the disk.
    func wireToAsk(_ address: String) throws(RealtimeFailure) -> GatewayWire {
        // One that was asked with before is of no use any more.
        unlink(askedPath)
        rename(givenPath, askedPath)
        var wire = try self.wire(address)
        if isRoot(askedPath, of: wire) { wire.authorityFile = askedPath }
        return wire
    }

    private func isRoot(_ path: String, of wire: GatewayWire) -> Bool {
        text(path)?.starts(with: Array(Self.heading(wire.base).utf8)) == true
    }

    /// Keeps a root, for this gateway alone; another one's is replaced. Waits for the disk.
    ///
    /// - Parameter gateway: `GatewayWire.base`.
    func keep(_ authority: GatewayAuthority, for gateway: String) throws(CredentialError) {
        try Credentials.replace(authorityPath, with: Array((Self.heading(gateway) + authority.pem).utf8))
    }

    /// Keeps a root for the next sign-in alone, at this gateway. Waits for the disk.
    ///
    /// - Parameter gateway: `GatewayWire.base`.
    func give(_ authority: GatewayAuthority, for gateway: String) throws(CredentialError) {
        try Credentials.replace(givenPath, with: Array((Self.heading(gateway) + authority.pem).utf8))
    }

    /// Nobody has asked with it.
    func dropGivenAuthority() { unlink(givenPath) }

    /// What `restoreAuthority` puts back; nil: there is none.
    func authorityText() -> [UInt8]? { text(authorityPath) }

    private func text(_ path: String) -> [UInt8]? { try? Files.read(path, limit: 2 * GatewayAuthority.maximumBytes) }

    func restoreAuthority(_ text: [UInt8]?) {
        if let text { try? Credentials.replace(authorityPath, with: text) } else { unlink(authorityPath) }
    }

    /// Before the first certificate, where whatever reads PEM skips it.
    private static func heading(_ gateway: String) -> String { "# \(gateway)\n" }

    /// The token for this gateway; nil if there is none for it.
    func token(for gateway: String) throws(CredentialError) -> Credential? {
        guard let kept = try kept(), kept.gateway == gateway else { return nil }
        return kept.token
    }

    /// Replaces the stored token. The new one is on disk when this returns (ACCOUNT-6).
    func keep(_ token: String, for gateway: String) throws(CredentialError) {
        try Credentials.store("\(gateway)|\(token)", file: tokenPath)
    }

    /// Stores a token together with the root through which it was asked for. On disk when this returns.
    func keep(_ token: String, askedThrough wire: GatewayWire) throws(CredentialError) {
        guard wire.authorityFile == askedPath else { return try keep(token, for: wire.base) }
        let before = authorityText()
        guard rename(askedPath, authorityPath) == 0 else { throw .cannotWrite(path: authorityPath, code: errno) }
        do throws(CredentialError) {
            try keep(token, for: wire.base)
        } catch {
            restoreAuthority(before)
            throw error
        }
    }

    /// The device's name at gateways; made by the first use.
    func device() throws(CredentialError) -> String {
        if let known = try Credentials.load(environment: [:], file: devicePath) { return known.secret }
        var chance = SystemRandomNumberGenerator()
        let name = (0..<2).map { _ in
            let digits = String(chance.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
        try Credentials.store(name, file: devicePath)
        return name
    }

    /// The machine's own name, which the owner sees on the page.
    static var machineName: String {
        var room = [CChar](repeating: 0, count: 65)
        guard gethostname(&room, room.count - 1) == 0 else { return "Anicca" }
        let name = String(decoding: room.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return name.isEmpty || name.utf8.count > 50 ? "Anicca" : "Anicca (\(name))"
    }

    /// - Returns: whether nothing of the token is left.
    @discardableResult
    func destroyToken() -> Bool {
        [tokenPath, tokenPath + ".new"].allSatisfy { (path: String) in unlink(path) == 0 || errno == ENOENT }
    }

    /// All of them, for `anicca reset`.
    var all: [String] {
        [tokenPath, devicePath, authorityPath, givenPath, askedPath].flatMap { [$0, $0 + ".new"] }
    }
}
