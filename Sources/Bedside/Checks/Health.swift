/// What the light asks attention for (BOARD-3), and what the last evening check found (GUARD-7).
///
/// `effect(of:)` is the one table of what raises and what clears each attention. Only `.clock` is not in it, because
/// `ClockTrust` decides that.
struct Health: Hashable, Sendable {
    /// What is learned about the appliance and its surroundings.
    enum Fact: Hashable, Sendable {
        case outputWorks
        case nothingSounds
        case microphoneFailed
        /// A conversation or a phrase's recording begins, or a card came: the microphone is tried again.
        case microphoneIsTriedAgain
        case buttonStuck
        case noButtonStuck
        case storeFails
        case storeWorks
        /// The store was rebuilt from its copy.
        case storeRecovered
        case settingsUnreadable
        case settingsChanged
        /// A call or a check succeeded or failed; nil: nothing is missing.
        ///
        /// - Parameters:
        ///   - isCheck: only the way to the companion was checked, so the result says nothing about the key, unless the
        ///     failure is about the key.
        ///   - wantsGateway: the owner talks through a gateway.
        case companion(ConversationFailure?, isCheck: Bool, wantsGateway: Bool)
        /// The alarm for which the network was checked is over.
        case networkNotNeeded
        /// The evening check has checked the devices, except `untried`.
        case devicesChecked(failing: Set<Attention>, untried: Set<Attention>)
        /// The evening check has its result for the companion.
        case eveningFoundCompanion
        case erased
    }

    private(set) var troubles: Set<Attention> = []
    /// What the last evening check found; the light shows it until the next check, or until it works.
    private(set) var found: Set<Attention> = []

    /// What a check of the devices can find; the rest of `found` comes from the check of the companion.
    static let ofDevices: Set<Attention> = [.sound, .microphone, .disk, .alarmSound, .voice]

    static func effect(of fact: Fact) -> (raises: Set<Attention>, clears: Set<Attention>) {
        switch fact {
        case .outputWorks: return ([], [.sound])
        case .nothingSounds: return ([.sound], [])
        case .microphoneFailed: return ([.microphone], [])
        case .microphoneIsTriedAgain: return ([], [.microphone])
        case .buttonStuck: return ([.button], [])
        case .noButtonStuck: return ([], [.button])
        case .storeFails: return ([.storage], [])
        case .storeWorks: return ([], [.storage])
        case .storeRecovered: return ([.recovered], [])
        case .settingsUnreadable: return ([.settings], [])
        case .settingsChanged: return ([], [.recovered])
        // Nothing was tried, and so nothing is known of the network or the key.
        case .companion(.incomplete, _, _): return ([], [])
        case .companion(let failure, let isCheck, let wantsGateway):
            let isOfKey = !isCheck || failure?.needsOwner == true
            return (
                raised(by: failure, wantsGateway: wantsGateway),
                isOfKey ? [.network, .credentials, .quota, .gateway] : [.network]
            )
        case .eveningFoundCompanion: return ([], [])
        case .networkNotNeeded: return ([], [.network])
        case .devicesChecked(let failing, let untried):
            return (failing.intersection(ofDevices).subtracting(untried), ofDevices.subtracting(untried))
        case .erased: return ([], Set(Attention.allCases).subtracting([.storage, .button, .settings]))
        }
    }

    private static func raised(by failure: ConversationFailure?, wantsGateway: Bool) -> Set<Attention> {
        switch failure {
        case .network, .tls, .media: [.network]
        case .unavailable where wantsGateway: [.gateway]
        case .credentials, .unavailable: [.credentials]
        case .quota: [.quota]
        case .busy, .provider, .silent, .incomplete, nil: []
        }
    }

    /// - Returns: whether the light has one reason more or less now.
    @discardableResult
    mutating func learn(_ fact: Fact) -> Bool {
        let before = troubles
        let (raises, clears) = Self.effect(of: fact)
        troubles.subtract(clears)
        troubles.formUnion(raises)
        if case .devicesChecked(let failing, _) = fact {
            // The companion's result may have come first.
            found.subtract(Self.ofDevices)
            found.formUnion(failing.intersection(Self.ofDevices))
        }
        if fact == .eveningFoundCompanion {
            if has(.network) { found.insert(.network) } else { found.remove(.network) }
        }
        return troubles != before
    }

    func has(_ attention: Attention) -> Bool { troubles.contains(attention) }

    /// Whether the evening check missed the network, and nothing has found it since.
    var isNetworkMissed: Bool { found.contains(.network) && has(.network) }

    /// Whether the evening check missed the speaker or the microphone.
    var isCardMissed: Bool { !found.isDisjoint(with: [.sound, .microphone]) }
}
