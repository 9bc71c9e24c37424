import Bedside
import Board

/// Reads `Prompts/teachings.yaml` for one choice (MIND-6). Its entries are needed for moments only, so nobody keeps them.
enum TeachingsFile {
    /// Empty if the file is missing or cannot be used, which costs the teaching and nothing else.
    static func load(folder: String, log: (LogLevel, Wording) -> Void) -> [Teaching] {
        let path = "\(folder)/teachings.yaml"
        do throws(YAMLError) {
            switch TeachingDocument.read(try YAMLDocument.read(path: path, limitBytes: TeachingDocument.limitBytes)) {
            case .success(let teachings): return teachings
            case .failure(let errors):
                // The first fault shows what kind of file it is; a log need not hold them all.
                for fault in errors.fields.prefix(1) {
                    let words = Wording(fault.text(in: .english), fault.text(in: .japanese))
                    log(.error, words.after("\(path): "))
                }
            }
        } catch {
            log(.error, error.wording)
        }
        return []
    }
}

extension PromptFiles {
    /// What a companion takes up in the morning; nil for a talk that is not in the morning.
    func thought(for request: ConversationRequest, log: (LogLevel, Wording) -> Void) -> MorningThought? {
        request.teaching.map { MorningThought($0, entries: teachings(for: $0, log: log)) }
    }

    /// The entries to choose from; none are read while teachings are off.
    func teachings(for request: TeachingRequest, log: (LogLevel, Wording) -> Void) -> [Teaching] {
        request.mode == .off ? [] : TeachingsFile.load(folder: shared.prompts, log: log)
    }
}
