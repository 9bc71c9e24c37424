import Bedside
import Glibc

/// Reads every offline routine at start (TALK-6); one that cannot be read is logged, and a built-in one speaks instead.
enum ScriptLibrary {
    static let limitBytes = 65_536

    static func load(folder: String, log: (LogLevel, Wording) -> Void) -> [String: OfflineScript] {
        var scripts: [String: OfflineScript] = [:]
        let names = entries(of: folder).filter { $0.hasSuffix(".txt") }.sorted().prefix(256)
        if names.isEmpty {
            let english = "no offline routines in \(folder); built-in ones speak instead"
            log(.error, Wording(english, "\(folder) にオフラインの台本がありません。内蔵の台本を使います"))
        }
        for name in names {
            do throws(FileError) {
                let bytes = try Files.read("\(folder)/\(name)", limit: limitBytes)
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    log(.error, Wording("not UTF-8 text", "文字コードがUTF-8ではありません").after("\(folder)/\(name): "))
                    continue
                }
                do throws(ScriptError) {
                    let script = try OfflineScript.parse(key: String(name.dropLast(4)), fileName: name, text: text)
                    scripts[script.key] = script
                } catch {
                    log(.error, error.wording)
                }
            } catch {
                log(.error, error.wording)
            }
        }
        return scripts
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
