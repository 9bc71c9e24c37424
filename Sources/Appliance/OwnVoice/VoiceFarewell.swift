import Bedside
import Cloud
import Foundation

/// Has the owner's voices deleted at the gateway when a command erases everything while no appliance runs (V-3).
enum VoiceFarewell {
    private static let longestSeconds = 8.0

    /// The voices whose deletion the account that is signed in may ask for.
    static func voices(of durable: Durable) -> [String] {
        let (part, account) = (durable.ownVoice, durable.account)
        let made = part.voice.map { [(id: $0.id, gateway: $0.gateway, user: $0.user)] } ?? []
        let owed = part.deletions.map { (id: $0.id, gateway: $0.gateway, user: $0.user) }
        return (made + owed).filter { $0.gateway == account.gateway && $0.user == account.user }.map(\.id)
    }

    /// Asks the gateway once to delete them, then gives the token back. Waits up to 8 s; does nothing without a voice.
    static func say(_ durable: Durable, stateFolder: String) {
        let voices = voices(of: durable)
        guard !voices.isEmpty else { return }
        let account = GatewayAccount(files: GatewayFiles(stateFolder: stateFolder), post: { _ in }, log: { _, _ in })
        let isDone = DispatchSemaphore(value: 0)
        account.forget(deletingVoices: voices) { isDone.signal() }
        _ = isDone.wait(timeout: .now() + longestSeconds)
        account.shutDown()
    }
}
