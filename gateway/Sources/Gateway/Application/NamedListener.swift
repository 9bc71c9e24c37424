import Foundation
import NIOCore
import ServiceLifecycle
import Synchronization

/// A listener that says which setting is at fault if its address cannot be had.
struct NamedListener: Service {
    /// Whether it has got its address. Safe on any thread.
    final class Progress: Sendable {
        private let state = Mutex(false)

        var isListening: Bool { state.withLock { $0 } }
        func began() { state.withLock { $0 = true } }
    }

    let base: any Service
    /// The setting that has the address.
    let setting: String
    let address: Settings.Listener
    let progress: Progress

    func run() async throws {
        do { try await base.run() } catch {
            guard !progress.isListening, !(error is CancellationError) else { throw error }
            throw Self.failure(setting, address, error)
        }
    }

    static func failure(_ setting: String, _ address: Settings.Listener, _ error: any Error) -> CommandFailure {
        let code = (error as? IOError)?.errnoCode
        let why =
            switch code {
            case EADDRINUSE?: "another program listens there, perhaps another anicca-gateway; stop it, or set another"
            case let code?: String(cString: strerror(code))
            case nil: "it is no address of this machine"
            }
        return CommandFailure(sentence: "\(setting): \(address.label) cannot be listened on: \(why)", exit: 69)
    }
}
