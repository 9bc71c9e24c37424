import Bedside
import Board

/// Reads `Prompts/teachings.yaml`, the owner's or the one that ships, for one choice (MIND-6). Its entries are needed
/// for moments only, so nobody keeps them.
enum TeachingsFile {
    /// Empty if the file is missing or cannot be used, which costs the teaching and nothing else.
    static func load(_ shared: SharedFolders, log: (LogLevel, Wording) -> Void) -> [Teaching] {
        shared.read("teachings.yaml", log: log, by: read) ?? []
    }

    private static func read(_ path: String) -> (contents: [Teaching]?, faults: [Wording]) {
        do throws(YAMLError) {
            switch TeachingDocument.read(try YAMLDocument.read(path: path, limitBytes: TeachingDocument.limitBytes)) {
            case .success(let teachings): return (teachings, [])
            case .failure(let errors):
                // The first fault shows what kind of file it is; a log need not hold them all.
                return (nil, errors.fields.prefix(1).map { $0.wording(inFile: path) })
            }
        } catch {
            return (nil, [error.wording])
        }
    }
}

extension PromptFiles {
    /// What a companion takes up in the morning; nil for a talk that is not in the morning.
    func thought(for request: ConversationRequest, log: (LogLevel, Wording) -> Void) -> MorningThought? {
        request.teaching.map { MorningThought($0, entries: teachings(for: $0, log: log)) }
    }

    /// The entries to choose from; none are read while teachings are off.
    func teachings(for request: TeachingRequest, log: (LogLevel, Wording) -> Void) -> [Teaching] {
        request.mode == .off ? [] : TeachingsFile.load(shared, log: log)
    }
}
