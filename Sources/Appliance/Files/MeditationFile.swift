import Bedside
import Board

/// Reads `Prompts/meditation.guided.json` (MIND-5), the owner's or the one that ships. Without one there is no guided
/// meditation, and everything else is as it was.
enum MeditationFile {
    static let name = "meditation.guided.json"

    static func load(_ shared: SharedFolders, log: (LogLevel, Wording) -> Void) -> MeditationScript? {
        shared.read(name, log: log, by: read)
    }

    private static func read(_ path: String) -> (contents: MeditationScript?, faults: [Wording]) {
        do throws(FileError) {
            return script(try Files.read(path, limit: MeditationDocument.limitBytes), path: path)
        } catch {
            return (nil, [error.wording])
        }
    }

    private static func script(
        _ bytes: [UInt8], path: String
    ) -> (contents: MeditationScript?, faults: [Wording]) {
        let limits = JSONValue.Limits(bytes: MeditationDocument.limitBytes, depth: 16, values: 8192)
        do throws(JSONFault) {
            let value = try JSONValue.read(bytes, within: limits)
            if case .success(let script) = MeditationDocument.read(Field(value)) { return (script, []) }
        } catch {
            if let place = error.position(in: bytes) {
                let problem =
                    error == .incomplete
                    ? Wording("the JSON ends in the middle", "JSONが途中で終わっています")
                    : Wording("is not JSON", "JSONとして読めません")
                return (nil, [problem.after("\(path):\(place.line):\(place.column): ")])
            }
        }
        return (nil, faults(bytes, path: path))
    }

    /// JSON is YAML, too, and that reader knows the line and the column of everything.
    private static func faults(_ bytes: [UInt8], path: String) -> [Wording] {
        do throws(YAMLError) {
            let document = try YAMLDocument.read(
                bytes: bytes, fileName: path, limitBytes: MeditationDocument.limitBytes)
            if case .failure(let errors) = MeditationDocument.read(document) {
                return errors.fields.map { $0.wording(inFile: path) }
            }
            return [Wording("is not JSON", "JSONとして読めません").after("\(path): ")]
        } catch {
            return [error.wording]
        }
    }
}
