import Bedside
import Board

/// Reads `Prompts/crisis.yaml` at the start (SAFE-4). Without it no number is said, since none is ever made up.
enum HelpLinesFile {
    private static let name = "crisis.yaml"

    /// The lines that ship, with the owner's in place of those of the same countries. A file of the owner's that cannot
    /// be used, or has lost a country, thus leaves nobody without a number.
    static func load(_ shared: SharedFolders, log: (LogLevel, Wording) -> Void) -> HelpLines {
        var lines = load(folder: shared.prompts, log: log)
        guard let own = shared.ownFile(name) else { return lines }
        let (found, faults) = read(own)
        if let found { lines.countries.merge(found.countries) { $1 } }
        if let words = Wording.unusable(faults, instead: path(in: shared.prompts)) { log(.error, words) }
        return lines
    }

    /// The lines of this folder alone.
    static func load(folder: String, log: (LogLevel, Wording) -> Void) -> HelpLines {
        let (found, faults) = read(path(in: folder))
        for fault in faults { log(.error, fault) }
        return found ?? HelpLines(countries: [:])
    }

    private static func read(_ path: String) -> (lines: HelpLines?, faults: [Wording]) {
        do throws(YAMLError) {
            switch HelpLines.parse(try YAMLDocument.read(path: path)) {
            case .success(let lines): return (lines, [])
            case .failure(let errors): return (nil, errors.fields.map { $0.wording(inFile: path) })
            }
        } catch {
            return (nil, [error.wording])
        }
    }

    private static func path(in folder: String) -> String { "\(folder)/\(name)" }

    /// What `anicca doctor` finds: a file that cannot be read, lines that nobody checked or that are old, and an owner's
    /// country that is unknown or has none.
    static func findings(_ shared: SharedFolders, profile: Profile, zone: String, today: LocalDate) -> [Finding] {
        var faults: [Finding] = []
        let lines = load(shared) { _, problem in faults.append(.helpLinesFaulty(problem)) }
        guard faults.isEmpty else { return faults }
        let file = fileToEdit(shared)
        let unchecked = lines.linesNobodyChecked.count
        var findings: [Finding] =
            unchecked == 0
            ? [.helpLines(count: lines.count)] : [.helpLinesUnchecked(count: unchecked, of: lines.count, file: file)]
        let days = HelpLines.warningAgeDays
        let old = lines.linesUnseen(forDays: days, on: today).count
        if old > 0 { findings.append(.helpLinesOld(count: old, days: days, file: file)) }
        let country = HelpLines.country(of: profile, zone: zone)
        if !lines.known.contains(country ?? "") { findings.append(.helpLineAbsent(country: country, file: file)) }
        return findings
    }

    /// Where the owner writes, and what to copy there first; an upgrade takes what is written elsewhere.
    private static func fileToEdit(_ shared: SharedFolders) -> Finding.FileToEdit {
        let shipped = path(in: shared.prompts)
        guard let own = shared.ownPrompts.map({ path(in: $0) }) else { return Finding.FileToEdit(path: shipped) }
        return Finding.FileToEdit(path: own, copyOf: shared.ownFile(name) == nil ? shipped : nil)
    }
}
