import Bedside
import Glibc

/// Reads every offline routine at start (TALK-6); one that cannot be read is logged, and a built-in one speaks instead.
enum ScriptLibrary {
    static let limitBytes = 65_536

    /// The routines that ship, and the owner's, each in place of the one of its name.
    static func load(_ shared: SharedFolders, log: (LogLevel, Wording) -> Void) -> [String: OfflineScript] {
        var scripts: [String: OfflineScript] = [:]
        let names = names(in: shared.offline)
        if names.isEmpty {
            let english = "no offline routines in \(shared.offline); built-in ones speak instead"
            log(.error, Wording(english, "\(shared.offline) にオフラインの台本がありません。内蔵の台本を使います"))
        }
        for name in names {
            switch read(name, in: shared.offline, as: name) {
            case .success(let script): scripts[script.key] = script
            case .failure(let fault): log(.error, fault.wording)
            }
        }
        guard let own = shared.ownPrompts.map({ $0 + "/offline" }) else { return scripts }
        for name in self.names(in: own) {
            switch read(name, in: own, as: "\(own)/\(name)") {
            case .success(let script): scripts[script.key] = script
            case .failure(let fault):
                let isShipped = scripts[String(name.dropLast(4))] != nil
                let words = Wording.unusable([fault.wording], instead: "\(shared.offline)/\(name)")
                log(.error, (isShipped ? words : nil) ?? fault.wording)
            }
        }
        return scripts
    }

    /// Why a file holds no routine, in words that name it.
    private struct Fault: Error {
        var wording: Wording
    }

    private static func read(_ name: String, in folder: String, as fileName: String) -> Result<OfflineScript, Fault> {
        do throws(FileError) {
            let bytes = try Files.read("\(folder)/\(name)", limit: limitBytes)
            guard let text = String(validating: bytes, as: UTF8.self) else {
                let words = Wording("not UTF-8 text", "文字コードがUTF-8ではありません").after("\(folder)/\(name): ")
                return .failure(Fault(wording: words))
            }
            do throws(ScriptError) {
                return .success(
                    try OfflineScript.parse(key: String(name.dropLast(4)), fileName: fileName, text: text))
            } catch {
                return .failure(Fault(wording: error.wording))
            }
        } catch {
            return .failure(Fault(wording: error.wording))
        }
    }

    private static func names(in folder: String) -> [String] {
        Array(entries(of: folder).filter { $0.hasSuffix(".txt") }.sorted().prefix(256))
    }

    private static func entries(of folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names
    }
}
