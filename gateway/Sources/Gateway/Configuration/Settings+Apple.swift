import Crypto
import Foundation
import GatewayRules

extension Settings {
    /// Sign in with Apple (GATEWAY-5). It needs a paid developer account; without ids nobody signs in that way.
    public struct Apple: Sendable, Equatable {
        /// Apple's base address, without a slash at the end; plain http only on loopback.
        public var address = "https://appleid.apple.com"
        /// The id for the web page; nil: no button on it.
        public var servicesID: String?
        /// The ids of apps that may sign in here.
        public var bundleIDs: Set<String> = []
        /// With it, what a browser brings from Apple is confirmed by Apple.
        public var key: Key?

        /// A key of the developer account.
        public struct Key: Sendable, Equatable {
            public var teamID: String
            public var keyID: String
            /// The text of the file that Apple gave out. Never printed.
            public var pem: String
        }

        /// Whom a token of Apple's may be for.
        public var audiences: Set<String> { bundleIDs.union(servicesID.map { [$0] } ?? []) }

        /// For `check`.
        public var summary: String {
            let doors = [servicesID.map { _ in "page" }, bundleIDs.isEmpty ? nil : "apps"].compactMap { $0 }
            guard !doors.isEmpty else { return "not set up; owners sign in with the owner code" }
            let confirmation = servicesID == nil || key != nil ? "" : "; no key, so codes are not confirmed by Apple"
            return doors.joined(separator: " and ") + confirmation
        }
    }
}

extension SettingsSources {
    static let appleNames: Set<String> = [
        "apple_address", "apple_services_id", "apple_bundle_ids", "apple_team_id", "apple_key_id", "apple_key",
        "apple_key_file",
    ]
}

extension SettingValues {
    private static let largestKeyFile = 16 << 10

    /// What is half set is a fault: the other half was forgotten.
    mutating func apple(publicAddress address: String) -> Settings.Apple {
        var apple = Settings.Apple()
        read(
            "apple_address", into: &apple.address, publicAddress,
            "https://… without a path is needed; http only for this machine")
        let identifier = "letters, digits, dots and hyphens are needed, as in com.example.speaker"
        read("apple_services_id", into: &apple.servicesID, { Self.identifier($0).map(Optional.some) }, identifier)
        for id in list("apple_bundle_ids") {
            if let id = Self.identifier(id) {
                apple.bundleIDs.insert(id)
            } else {
                fault("apple_bundle_ids", identifier)
            }
        }
        if apple.servicesID != nil, !address.hasPrefix("https://") {
            fault("apple_services_id", "Apple sends browsers back to https only; set public_address")
        }
        apple.key = appleKey(hasID: !apple.audiences.isEmpty)
        return apple
    }

    private mutating func appleKey(hasID: Bool) -> Settings.Apple.Key? {
        let before = faults.count
        var (team, id): (String?, String?)
        let ten = "the 10 capital letters and digits of Apple's page are needed"
        read("apple_team_id", into: &team, { Self.tenCharacters($0).map(Optional.some) }, ten)
        read("apple_key_id", into: &id, { Self.tenCharacters($0).map(Optional.some) }, ten)
        if text("apple_key") != nil, text("apple_key_file") != nil {
            fault("apple_key", "apple_key_file is set, too; one of them is enough")
        }
        let pem = text("apple_key") ?? text("apple_key_file").flatMap { keyFile($0, of: "apple_key_file") }
        if let pem, (try? P256.Signing.PrivateKey(pemRepresentation: pem)) == nil {
            fault("apple_key", "the text of Apple's .p8 file is needed, with its first and last line")
        }
        guard faults.count == before else { return nil }
        let parts = [("apple_team_id", team), ("apple_key_id", id), ("apple_key", pem)]
        let missing = parts.filter { $0.1 == nil }.map(\.0)
        guard missing.count < parts.count else { return nil }
        for name in missing {
            let file = name == "apple_key" ? "or apple_key_file " : ""
            fault(name, "\(file)is needed, because another part of Apple's key is set")
        }
        if !hasID { fault("apple_services_id", "is needed, or apple_bundle_ids, because Apple's key is set") }
        guard let team, let id, let pem else { return nil }
        return Settings.Apple.Key(teamID: team, keyID: id, pem: pem)
    }

    /// A secret's file: small, and not for everybody to read.
    mutating func keyFile(_ path: String, of setting: String) -> String? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let size = attributes?[.size] as? Int, size <= Self.largestKeyFile,
            let data = FileManager.default.contents(atPath: path), let text = String(data: data, encoding: .utf8)
        else {
            fault(setting, "cannot be read, or is no text of at most 16 KiB")
            return nil
        }
        if let mode = attributes?[.posixPermissions] as? Int, mode & 0o007 != 0 {
            fault(setting, "everybody can read it; run 'chmod o= FILE'")
            return nil
        }
        return text
    }

    private static func identifier(_ text: String) -> String? {
        isWord(text, with: ".-", of: 1...155) ? text : nil
    }

    private static func tenCharacters(_ text: String) -> String? {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: false
            }
        }
        return isPlain && text.utf8.count == 10 ? text : nil
    }
}
