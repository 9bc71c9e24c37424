import Bedside
import Board

/// Reads `Prompts/crisis.yaml` at the start (SAFE-4). Without it no number is said, since none is ever made up.
enum HelpLinesFile {
    static func load(folder: String, log: (LogLevel, Wording) -> Void) -> HelpLines {
        let path = path(in: folder)
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

    private static func path(in folder: String) -> String { "\(folder)/crisis.yaml" }

    /// What `anicca doctor` finds: a file that cannot be read, lines that nobody checked or that are old, and an owner's
    /// country that is unknown or has none.
    static func findings(folder: String, profile: Profile, zone: String, today: LocalDate) -> [Finding] {
        var faults: [Finding] = []
        let lines = load(folder: folder) { _, problem in faults.append(.helpLinesFaulty(problem)) }
        guard faults.isEmpty else { return faults }
        let file = path(in: folder)
        let unchecked = lines.linesNobodyChecked.count
        var findings: [Finding] =
            unchecked == 0
            ? [.helpLines(count: lines.count)] : [.helpLinesUnchecked(count: unchecked, of: lines.count, file: file)]
        let days = HelpLines.warningAgeDays
        let old = lines.linesUnseen(forDays: days, on: today).count
        if old > 0 { findings.append(.helpLinesOld(count: old, days: days, file: file)) }
        let country = HelpLines.country(of: profile, zone: zone)
        if !lines.known.contains(country ?? "") { findings.append(.helpLineAbsent(country: country)) }
        return findings
    }
}
