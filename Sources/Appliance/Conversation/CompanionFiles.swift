import Bedside
import Cloud
import Foundation
import Synchronization

/// What a conversation needs of the disk: the owner's key and the prompts. Read on a thread of its own, one request after the
/// other: a card that stands still must keep neither the loop nor an alarm.
struct CompanionFiles: Sendable {
    /// What was found for one request.
    struct Found: Sendable {
        enum Purpose: Sendable { case connect, handOver }
        var purpose: Purpose
        var request: ConversationRequest
        var language: Language
        var instructions: String
        /// Nil: there is none anywhere.
        var key: Result<Credential?, CredentialError>
    }

    let queue = DispatchQueue(label: "companion-files")
    private let keyPlaces = KeyPlaces()
    var prompts: PromptFiles
    var stateFolder: String
    var log: @Sendable (LogLevel, String) -> Void

    /// `found` is called on another thread, as soon as the disk has answered.
    func read(
        _ purpose: Found.Purpose, _ request: ConversationRequest, status: Status,
        found: @escaping @Sendable (Found) -> Void
    ) {
        queue.async {
            found(
                Found(
                    purpose: purpose, request: request, language: status.profile.language,
                    instructions: instructions(for: request, status: status), key: key()))
        }
    }

    /// Waits for the disk.
    func key() -> Result<Credential?, CredentialError> {
        do throws(CredentialError) {
            return .success(try OwnerKey.load(stateFolder: stateFolder))
        } catch {
            log(.error, "\(error)")
            return .failure(error)
        }
    }

    enum KeyPlace: Sendable, Equatable {
        /// The disk has not told yet.
        case unknown
        case nowhere
        case at(String)
    }

    /// Where the key is; as it was last known where the disk takes longer than this.
    func keyPlace(withinMilliseconds patience: Int) -> KeyPlace {
        let isThere = DispatchSemaphore(value: 0)
        // Who waited in vain once does not wait again before that answer is there.
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

    private func instructions(for request: ConversationRequest, status: Status) -> String {
        let values = PromptValues(profile: status.profile, habit: request.habit, status: status)
        let language = status.profile.language
        let (text, problems) = PromptTemplate.instructions(
            common: prompts.source(prompt: "common", language: language),
            habit: prompts.source(prompt: request.habit?.prompt ?? PromptTemplate.talk, language: language),
            values: values)
        for problem in problems { log(.error, "\(problem)") }
        return text
    }
}

extension Credential {
    /// Where it was found, never what it is; nil: nowhere that lasts.
    var place: String? {
        switch source {
        case .environment(let name): "$" + name
        case .file(let path): path
        case .ephemeral: nil
        }
    }
}
