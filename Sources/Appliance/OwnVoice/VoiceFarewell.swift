import Bedside
import Cloud
import Foundation

/// A voice at the gateway that is deleted before the token is given back.
package enum VoiceToDelete: Hashable, Sendable {
    case id(String)
    /// The name under which recordings were sent: the gateway is asked first whether it has made a voice of them.
    case named(String)
}

/// Has the owner's voices deleted at the gateway when a command erases everything while no appliance runs (V-3).
enum VoiceFarewell {
    private static let longestSeconds = 8.0

    /// The voices whose deletion the account that is signed in may ask for.
    static func voices(of durable: Durable) -> [VoiceToDelete] {
        let (part, account) = (durable.ownVoice, durable.account)
        func isAllowed(_ gateway: String, _ user: String) -> Bool { account.gateway == gateway && account.user == user }
        let made = part.voice.map { isAllowed($0.gateway, $0.user) ? [VoiceToDelete.id($0.id)] : [] } ?? []
        let owed = part.deletions.filter { isAllowed($0.gateway, $0.user) }.map { VoiceToDelete.id($0.id) }
        let sent = part.sending.map { isAllowed($0.gateway, $0.user) ? [VoiceToDelete.named($0.name)] : [] } ?? []
        return made + owed + sent
    }

    /// Asks the gateway once to delete them, then gives the token back. Waits up to 8 s; does nothing without a voice.
    static func say(_ durable: Durable, stateFolder: String) {
        let voices = voices(of: durable)
        guard !voices.isEmpty else { return }
        let account = GatewayAccount(files: GatewayFiles(stateFolder: stateFolder), post: { _ in }, log: { _, _ in })
        let isDone = DispatchSemaphore(value: 0)
        account.forget(deleting: voices) { isDone.signal() }
        _ = isDone.wait(timeout: .now() + longestSeconds)
        account.shutDown()
    }
}
