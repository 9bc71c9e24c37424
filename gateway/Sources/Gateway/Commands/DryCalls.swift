import Foundation
import GatewayRules

/// One question to each provider that is set up, for `check`: is it reached, and does it take our key? (gateway-design
/// §6)
///
/// Nothing is paid, kept or changed by it: a secret for a talk that nobody begins, keys that everybody may read, and a
/// code, a customer and a voice that do not exist.
struct DryCalls: Sendable {
    struct Finding: Hashable, Sendable {
        /// As `check` names it.
        let provider: String
        /// Nil: all is well.
        let fault: String?

        var sentence: String { "\(provider): \(fault ?? "it answers, and takes what is set here")" }
    }

    /// What does not exist anywhere.
    private static let nobody = "anicca-gateway-check"

    let settings: Settings
    let http: OutgoingHTTP
    private let metrics = GatewayMetrics()

    init(settings: Settings, http: OutgoingHTTP) {
        self.settings = settings
        self.http = http
    }

    func findings() async -> [Finding] {
        async let talks = askProvider()
        async let apple = askApple()
        async let seller = askSeller()
        async let voices = askMaker()
        return await talks + apple + seller + voices
    }

    /// Each model that is set, because a key may not be good for all.
    private func askProvider() async -> [Finding] {
        guard let key = settings.providerKey else { return [] }
        let provider = RealtimeProvider(address: settings.providerAddress, key: key, http: http, metrics: metrics)
        var findings: [Finding] = []
        for model in Set([settings.freeModel, settings.proModel]).sorted() {
            let fault: String?
            switch await provider.secret(VoiceOrder(model: model, user: Self.nobody)) {
            case .success: fault = nil
            case .failure(.busy): fault = Self.busy
            case .failure(.refused(let code)): fault = Self.fault(code)
            case .failure(.badOffer): fault = Self.fault("400")
            }
            findings.append(Finding(provider: "provider, \(model)", fault: fault))
        }
        return findings
    }

    private func askApple() async -> [Finding] {
        guard !settings.apple.audiences.isEmpty,
            let client = try? AppleClient(settings.apple, http: http, metrics: metrics)
        else { return [] }
        guard await client.keys() != nil else {
            return [Finding(provider: "apple", fault: "there is no answer with its keys: network or apple_address")]
        }
        let id = settings.apple.servicesID ?? settings.apple.bundleIDs.sorted().first
        guard let key = client.key, let id else { return [Finding(provider: "apple", fault: nil)] }
        let now = Int64(Date().timeIntervalSince1970)
        switch await client.exchange(code: Self.nobody, client: id, nil, with: key, at: now) {
        // It knows us, and no such code.
        case .refused, .tokens: return [Finding(provider: "apple", fault: nil)]
        case .away:
            let fault = "it does not take the key: apple_team_id, apple_key_id, apple_key or the id \(id)"
            return [Finding(provider: "apple", fault: fault)]
        }
    }

    private func askSeller() async -> [Finding] {
        guard settings.revenueCat.isOn, let project = settings.revenueCat.projectID,
            let key = settings.revenueCat.restKey
        else { return [] }
        let client = RevenueCatClient(
            address: settings.revenueCat.address, project: project, key: key,
            readsPurchases: !settings.revenueCat.packs.isEmpty, http: http, metrics: metrics)
        let fault: String?
        switch await client.refusal(of: Self.nobody) {
        case .none: fault = nil
        case .some(.busy): fault = Self.busy
        case .some(.refused(let code)): fault = Self.fault(code)
        }
        return [Finding(provider: "revenuecat", fault: fault)]
    }

    private func askMaker() async -> [Finding] {
        guard let key = settings.cloning.key else { return [] }
        let maker = VoiceMaker(
            address: settings.cloning.address, key: key, model: settings.cloning.model, http: http, metrics: metrics)
        let fault: String?
        switch await maker.find(name: Self.nobody) {
        case .success: fault = nil
        case .failure(.busy): fault = Self.busy
        case .failure(.refused): fault = Self.fault("400")
        case .failure(.unknown(let code)): fault = Self.fault(code)
        }
        return [Finding(provider: "voices", fault: fault)]
    }

    private static let busy = "it is too busy now; try again later"

    /// - Parameter code: As the metrics name it.
    private static func fault(_ code: String) -> String {
        switch code {
        case "401", "403": "it does not take the key (\(code)); make another one there"
        case "400", "404": "it does not know what it is asked for (\(code)): address, model or project"
        case "libcurl": "libcurl is missing; install libcurl4t64 or libcurl4"
        default:
            code.hasPrefix("curl ")
                ? "there is no answer (\(code)): network, address or certificate" : "it fails (\(code))"
        }
    }
}
