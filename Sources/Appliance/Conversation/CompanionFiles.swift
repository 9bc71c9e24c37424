import Bedside
import Cloud
import Foundation
import Synchronization
import System

/// Reads what a conversation needs from the disk: the owner's key and the prompts. It works on its own thread, one
/// request at a time: a card that does not answer must hold up neither the loop nor an alarm.
package struct CompanionFiles: Sendable {
    /// The result of one request.
    package struct Found: Sendable {
        enum Purpose: Sendable { case connect, handOver }
        var purpose: Purpose
        var request: ConversationRequest
        var language: Language
        var instructions: String
        /// What the rules are told about the thought of a morning that the instructions hold.
        var thought: [Event] = []
        /// Read with each call, so that a device at rest needs neither the file nor its reader (SAFE-4).
        var helpLines: HelpLines
        /// The owner's key, or the token of the gateway. Nil if there is none anywhere.
        var key: Result<Credential?, CredentialError>
        /// The gateway, and the name by which it knows this device; nil for another companion.
        var gateway: (wire: GatewayWire, device: String)?
    }

    let queue = DispatchQueue(label: "companion-files")
    private let keyPlaces = KeyPlaces()
    var prompts: PromptFiles
    var stateFolder: String
    var log: @Sendable (LogLevel, String) -> Void

    /// `found` is called on another thread, as soon as the disk has answered.
    func read(
        _ purpose: Found.Purpose, _ request: ConversationRequest, found: @escaping @Sendable (Found) -> Void
    ) {
        queue.async {
            onThreadThatEnds {
                found(read(purpose, request))
                // Before the first words are heard, and not on the loop.
                SafetyDetector.prepare()
            }
            ResidentProgram.giveBackFreedMemory()
        }
    }

    private func read(_ purpose: Found.Purpose, _ request: ConversationRequest) -> Found {
        let (text, thought) = instructions(for: request)
        return Found(
            purpose: purpose, request: request, language: request.language, instructions: text,
            thought: thought,
            helpLines: HelpLinesFile.load(prompts.shared) { log($0, $1.text(in: .english)) },
            key: request.companion == .gateway ? token(request) : key(),
            gateway: request.companion == .gateway ? gateway(request) : nil)
    }

    /// What the allocator keeps for a thread goes back only after the thread's end: here nearly a megabyte.
    private func onThreadThatEnds(_ work: @escaping @Sendable () -> Void) {
        do throws(ThreadError) {
            try startJoinableThread("companion-files", .roomy, work).join()
        } catch { work() }
    }

    /// Waits for the disk; not on the loop's thread.
    func key() -> Result<Credential?, CredentialError> {
        do throws(CredentialError) {
            return .success(try OwnerKey.load(stateFolder: stateFolder))
        } catch {
            log(.error, "\(error)")
            return .failure(error)
        }
    }

    private func token(_ request: ConversationRequest) -> Result<Credential?, CredentialError> {
        guard let address = request.status?.account?.gateway, let wire = try? GatewayWire(address: address) else {
            return .success(nil)
        }
        do throws(CredentialError) {
            return .success(try GatewayFiles(stateFolder: stateFolder).token(for: wire.base))
        } catch {
            log(.error, "\(error)")
            return .failure(error)
        }
    }

    private func gateway(_ request: ConversationRequest) -> (wire: GatewayWire, device: String)? {
        let files = GatewayFiles(stateFolder: stateFolder)
        guard let address = request.status?.account?.gateway, let wire = try? files.wire(address),
            let device = try? files.device()
        else { return nil }
        return (wire, device)
    }

    package enum KeyPlace: Sendable, Equatable {
        /// The disk has not answered yet.
        case unknown
        case nowhere
        case at(String)
    }

    /// The place of the key; the last known one if the disk takes longer than this.
    func keyPlace(withinMilliseconds patience: Int) -> KeyPlace {
        let isThere = DispatchSemaphore(value: 0)
        // After one wait in vain it does not wait again until that answer has arrived.
        guard keyPlaces.begin() else { return keyPlaces.last }
        queue.async {
            let place = (try? OwnerKey.load(stateFolder: stateFolder))?.place
            keyPlaces.end(place.map { .at($0) } ?? .nowhere)
            isThere.signal()
        }
        _ = isThere.wait(timeout: .now() + .milliseconds(patience))
        return keyPlaces.last
    }

    private final class KeyPlaces: Sendable {
        private struct State {
            var last: KeyPlace
            var isReading = false
        }
        private let state = Mutex(State(last: .unknown))
        var last: KeyPlace { state.withLock { $0.last } }

        func begin() -> Bool {
            state.withLock { state in
                defer { state.isReading = true }
                return !state.isReading
            }
        }

        func end(_ place: KeyPlace) { state.withLock { $0 = State(last: place) } }
    }

    private func instructions(for request: ConversationRequest) -> (text: String, thought: [Event]) {
        guard let status = request.status else {
            log(.error, "a companion is asked for without the device's state")
            return ("", [])
        }
        let language = request.language
        let (text, problems) = prompts.instructions(for: request, status: status)
        for problem in problems { log(.error, "\(problem)") }
        guard let teaching = request.teaching,
            let thought = prompts.thought(for: request, log: { log($0, $1.text(in: .english)) })
        else { return (text, []) }
        let parts = [text, thought.instructions(in: language)]
        return (
            parts.compactMap { $0 }.joined(separator: "\n\n"), thought.reports(for: teaching, in: language)
        )
    }
}

extension Credential {
    /// The place where the key was found, never the key; nil for one that is given in memory only.
    var place: String? {
        switch source {
        case .environment(let name): "$" + name
        case .file(let path): path
        case .ephemeral: nil
        }
    }
}

extension ConversationRequest {
    fileprivate var language: Language { status?.profile.language ?? .english }
}
