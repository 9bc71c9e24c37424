import Bedside
import Board

/// Reads `Prompts/crisis.yaml` at the start (SAFE-4). Without it no number is said, since none is ever made up.
enum HelpLinesFile {
    static func load(folder: String, log: (LogLevel, Wording) -> Void) -> HelpLines {
        let path = "\(folder)/crisis.yaml"
        do throws(YAMLError) {
            switch HelpLines.parse(try YAMLDocument.read(path: path)) {
            case .success(let lines): return lines
            case .failure(let errors):
                for fault in errors.fields {
                    let words = Wording(fault.text(in: .english), fault.text(in: .japanese))
                    log(.error, words.after("\(path): "))
                }
            }
        } catch {
            log(.error, error.wording)
        }
        return HelpLines(countries: [:])
    }
}
