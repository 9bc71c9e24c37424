import TestKit
import Testing

@testable import Bedside

/// What raises and clears each reason of the light, from one table (BOARD-3, GUARD-7).
struct HealthTests {
    private static let facts: [Health.Fact] = {
        var facts: [Health.Fact] = [
            .outputWorks, .nothingSounds, .microphoneFailed, .microphoneIsTriedAgain, .buttonStuck, .noButtonStuck,
            .storeFails, .storeWorks, .storeRecovered, .settingsUnreadable, .settingsChanged, .networkNotNeeded,
            .eveningFoundCompanion,
            .devicesChecked(failing: [], untried: []), .devicesChecked(failing: Health.ofDevices, untried: []), .erased,
        ]
        for failure in ConversationFailure.allCases {
            facts.append(.companion(failure, isCheck: true, wantsGateway: true))
            facts.append(.companion(failure, isCheck: false, wantsGateway: false))
        }
        facts.append(.companion(nil, isCheck: false, wantsGateway: false))
        return facts
    }()

    @Test(.requirement("BOARD-3")) func everyReasonIsRaisedAndClearedBySomething() {
        let raised = Self.facts.reduce(into: Set<Attention>()) { $0.formUnion(Health.effect(of: $1).raises) }
        let cleared = Self.facts.reduce(into: Set<Attention>()) { $0.formUnion(Health.effect(of: $1).clears) }
        #expect(raised == Set(Attention.allCases).subtracting([.clock]))
        // Only the next start reads an unreadable file again, and only the owner can change the configured gateway.
        #expect(Set(Attention.allCases).subtracting(cleared).isSubset(of: [.clock, .settings]))
    }

    @Test(.requirement("GUARD-7")) func aNetworkCheckDoesNotClearARefusedKey() {
        var health = Health()
        health.learn(.companion(.credentials, isCheck: false, wantsGateway: false))
        health.learn(.companion(nil, isCheck: true, wantsGateway: false))
        #expect(health.troubles == [.credentials])
        health.learn(.companion(nil, isCheck: false, wantsGateway: false))
        #expect(health.troubles.isEmpty)
    }

    /// A library that is missing says nothing of the network, nor of the key.
    @Test(.requirement("GUARD-7", "BOARD-3"), arguments: [true, false])
    func aMissingLibraryIsNotShownAsAMissingNetwork(isCheck: Bool) {
        var health = Health()
        health.learn(.companion(.quota, isCheck: false, wantsGateway: false))
        health.learn(.companion(.incomplete, isCheck: isCheck, wantsGateway: false))
        #expect(health.troubles == [.quota])
    }

    @Test(.requirement("GUARD-7")) func whatWasNotTriedIsNotCleared() {
        var health = Health()
        health.learn(.microphoneFailed)
        health.learn(.devicesChecked(failing: [.disk], untried: [.microphone]))
        #expect(health.troubles == [.microphone, .disk] && health.found == [.disk])
        health.learn(.devicesChecked(failing: [], untried: []))
        #expect(health.troubles.isEmpty && health.found.isEmpty)
    }

    @Test(.requirement("GUARD-7")) func theMissedNetworkIsForgottenWhenItIsBack() {
        var health = Health()
        health.learn(.companion(.network, isCheck: true, wantsGateway: false))
        health.learn(.eveningFoundCompanion)
        #expect(health.isNetworkMissed)
        health.learn(.companion(nil, isCheck: true, wantsGateway: false))
        #expect(!health.isNetworkMissed)
        health.learn(.eveningFoundCompanion)
        #expect(health.found.isEmpty)
    }

    @Test(.requirement("SETUP-4")) func faultsOfTheMachineOutliveAnErasure() {
        var health = Health()
        for fact in [Health.Fact.storeFails, .buttonStuck, .settingsUnreadable, .storeRecovered, .nothingSounds] {
            health.learn(fact)
        }
        health.learn(.erased)
        #expect(health.troubles == [.storage, .button, .settings])
    }
}
