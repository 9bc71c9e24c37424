import Bedside
import Cloud
import Foundation

/// What a conversation needs of the disk: the owner's key and the prompts. Read on a thread of its own, one look after the
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
    var prompts: PromptFiles
    var stateFolder: String
    var log: @Sendable (LogLevel, String) -> Void

    /// `found` is called on another thread, as soon as the disk has answered.
    func look(
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
