import Foundation
import GatewayRules

/// Who sells plans and packs, and how it is asked (GATEWAY-6). Secrets are never printed.
public struct RevenueCatSettings: Sendable, Equatable {
    /// RevenueCat's own base address.
    static let usualAddress = "https://api.revenuecat.com"

    /// The base address, without a slash at the end; plain http only on loopback.
    public var address = Self.usualAddress
    public var projectID: String?
    /// A secret key of version 2 of the interface.
    public var restKey: String?
    /// Secrets with which webhooks are signed: two while one is replaced.
    public var webhookSecrets: [String] = []
    /// Values of the `Authorization` header with which webhooks come.
    public var webhookAuthorizations: [String] = []
    /// Of earlier servers, which kept the balance there.
    public var currencyCode: String?
    /// RevenueCat's own id of the entitlement that is the pro plan, "entl…"; nil: any entitlement is.
    public var entitlement: String?
    /// Minutes by RevenueCat's own id of the product, "prod…".
    public var packs: [String: Int64] = [:]
    /// Whether testers' purchases count, and only those.
    public var isSandbox = false

    public init() {}

    /// Without any of these nobody sells anything.
    private var needed: [(setting: String, value: String?)] {
        [("revenuecat_project_id", projectID), ("revenuecat_rest_api_key", restKey)]
    }

    /// Whether plans are sold.
    public var isOn: Bool { needed.allSatisfy { $0.value != nil } }

    /// The names of the settings that are missing although somebody meant to sell something.
    var missing: [String] {
        let others =
            !webhookSecrets.isEmpty || !webhookAuthorizations.isEmpty || !packs.isEmpty || isSandbox
            || entitlement != nil
        guard others || needed.contains(where: { $0.value != nil }) else { return [] }
        return needed.filter { $0.value == nil }.map(\.setting)
    }

    /// What `check` says, a line each.
    public var sentences: [String] {
        guard isOn else { return ["revenuecat: not set; nobody can buy a plan here"] }
        var lines = ["revenuecat: \(address), \(isSandbox ? "purchases of testers only" : "real purchases")"]
        if entitlement == nil {
            lines.append(
                "revenuecat: any active entitlement is the plan; set revenuecat_entitlement if you have several")
        }
        if webhookSecrets.isEmpty && webhookAuthorizations.isEmpty {
            lines.append(
                "revenuecat: no webhooks; set revenuecat_webhook_secret, or plans change only when somebody asks")
        }
        if packs.isEmpty { lines.append("revenuecat: no packs; set revenuecat_packs if you sell minutes") }
        if currencyCode != nil {
            lines.append("revenuecat: REVENUECAT_VC_CODE has no effect; the gateway's own ledger is the balance")
        }
        return lines
    }

    /// What is sold; nil: nothing.
    var offer: Offer? { isOn ? Offer(pro: entitlement, packs: packs, isSandbox: isSandbox) : nil }
}

extension RevenueCatSettings {
    static let names: Set<String> = [
        "revenuecat_address", "revenuecat_project_id", "revenuecat_rest_api_key", "revenuecat_webhook_secret",
        "revenuecat_webhook_authorization", "revenuecat_vc_code", "revenuecat_entitlement", "revenuecat_packs",
        "revenuecat_environment",
    ]
    static let secretNames: Set<String> = [
        "revenuecat_rest_api_key", "revenuecat_webhook_secret", "revenuecat_webhook_authorization",
    ]
    static let fixedNames = [
        "revenuecat_project_id": "REVENUECAT_PROJECT_ID", "revenuecat_rest_api_key": "REVENUECAT_REST_API_KEY",
        "revenuecat_webhook_secret": "REVENUECAT_WEBHOOK_SECRET", "revenuecat_vc_code": "REVENUECAT_VC_CODE",
    ]
}

extension SettingValues {
    /// What is half set is a fault: the other half was forgotten.
    mutating func revenueCat() -> RevenueCatSettings {
        let before = faults.count
        var settings = RevenueCatSettings()
        read(
            "revenuecat_address", into: &settings.address, publicAddress,
            "https://… without a path is needed; http only for this machine")
        let id = "an id of letters, digits, - and _ is needed"
        read("revenuecat_project_id", into: &settings.projectID, optionalID, id)
        read("revenuecat_entitlement", into: &settings.entitlement, optionalID, id)
        read("revenuecat_vc_code", into: &settings.currencyCode, optionalID, id)
        read(
            "revenuecat_rest_api_key", into: &settings.restKey, providerKey,
            "a key of one line of visible ASCII is needed")
        read(
            "revenuecat_webhook_secret", into: &settings.webhookSecrets, { secrets(in: $0, separators: ", \t\r\n") },
            "one to four secrets of 16 to 256 visible ASCII characters are needed, with commas between them")
        read(
            "revenuecat_webhook_authorization", into: &settings.webhookAuthorizations,
            { secrets(in: $0, separators: "\r\n") },
            "one to four values of 16 to 256 ASCII characters are needed, a line each")
        read(
            "revenuecat_packs", into: &settings.packs, packs,
            "PRODUCT=MINUTES is needed, with commas between several; minutes from 1 to 100000")
        read(
            "revenuecat_environment", into: &settings.isSandbox,
            { ["production": false, "sandbox": true][$0] }, "production or sandbox is needed")
        guard faults.count == before else { return settings }
        for name in settings.missing {
            faults.append(.init(setting: name, sentence: "is needed, because another setting of RevenueCat is there"))
        }
        return settings
    }
}

private func optionalID(_ text: String) -> String?? {
    let id = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return isPlainID(id) ? .some(id) : nil
}

/// It becomes part of an address.
private func isPlainID(_ text: String) -> Bool { isWord(text, with: "-_", of: 1...100) }

private func secrets(in text: String, separators: String) -> [String]? {
    let secrets = text.split(whereSeparator: { $0.isNewline || separators.contains($0) })
        .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    // A short one can be guessed.
    guard (1...4).contains(secrets.count),
        secrets.allSatisfy({
            (16...256).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        })
    else { return nil }
    return secrets
}

private func packs(_ text: String) -> [String: Int64]? {
    var packs: [String: Int64] = [:]
    for part in text.split(whereSeparator: { $0 == "," || $0.isNewline }) {
        let pair = part.split(separator: "=", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        guard pair.count == 2, let product = pair.first, let minutes = pair.last.flatMap({ Int64($0) }),
            isPlainID(product), (1...100_000).contains(minutes), packs.updateValue(minutes, forKey: product) == nil
        else { return nil }
    }
    return packs.isEmpty || packs.count > 50 ? nil : packs
}
