import Synchronization

/// What may be replaced while the gateway runs. Nil: it is not set.
struct ReplaceableSecrets: Equatable, Sendable {
    var provider: String?
    var revenueCat: String?
    var webhookSecrets: [String]?
    var webhookAuthorizations: [String]?
    var voices: String?
    var apple: Settings.Apple.Key?
}

extension Settings {
    var secrets: ReplaceableSecrets {
        get {
            ReplaceableSecrets(
                provider: providerKey, revenueCat: revenueCat.restKey,
                webhookSecrets: revenueCat.webhookSecrets.isEmpty ? nil : revenueCat.webhookSecrets,
                webhookAuthorizations: revenueCat.webhookAuthorizations.isEmpty
                    ? nil : revenueCat.webhookAuthorizations, voices: cloning.key, apple: apple.key)
        }
        set {
            providerKey = newValue.provider
            revenueCat.restKey = newValue.revenueCat
            revenueCat.webhookSecrets = newValue.webhookSecrets ?? []
            revenueCat.webhookAuthorizations = newValue.webhookAuthorizations ?? []
            cloning.key = newValue.voices
            apple.key = newValue.apple
        }
    }

    /// Whether these differ from others in something that only a start takes over.
    func differ(from others: Settings) -> Bool {
        var mine = self
        mine.secrets = others.secrets
        mine.warnings = others.warnings
        mine.ownerCommand = others.ownerCommand
        // On SQLite it is made at the start, and is in no source.
        if mine.masterKey == nil { mine.masterKey = others.masterKey }
        return mine != others
    }
}

/// The secrets that are in use, which SIGHUP replaces. Safe on any thread.
final class LiveSecrets: Sendable {
    /// The settings' names of what became of a reading.
    struct Replacement: Hashable, Sendable {
        var replaced: [String] = []
        /// What is switched on or off by being set: a start decides that.
        var postponed: [String] = []
    }

    private let state: Mutex<ReplaceableSecrets>

    init(_ secrets: ReplaceableSecrets) { state = Mutex(secrets) }

    var current: ReplaceableSecrets { state.withLock { $0 } }

    /// Replaces what is set in both. One reading at a time.
    func replace(by new: ReplaceableSecrets) -> Replacement {
        var secrets = current
        var outcome = Replacement()
        func take<Value: Equatable>(_ name: String, _ secret: WritableKeyPath<ReplaceableSecrets, Value?>) {
            guard secrets[keyPath: secret] != new[keyPath: secret] else { return }
            guard secrets[keyPath: secret] != nil, new[keyPath: secret] != nil else {
                outcome.postponed.append(name)
                return
            }
            secrets[keyPath: secret] = new[keyPath: secret]
            outcome.replaced.append(name)
        }
        take("provider_key", \.provider)
        take("revenuecat_rest_api_key", \.revenueCat)
        take("revenuecat_webhook_secret", \.webhookSecrets)
        take("revenuecat_webhook_authorization", \.webhookAuthorizations)
        take("voice_key", \.voices)
        take("apple_key", \.apple)
        let replaced = secrets
        state.withLock { $0 = replaced }
        return outcome
    }
}
