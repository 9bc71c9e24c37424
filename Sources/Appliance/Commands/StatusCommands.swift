import ArgumentParser
import Bedside

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "status", abstract: "Say how the appliance is.")

    @Flag(help: "Print again at every change, until Ctrl-C.")
    var watch = false
    @Flag(help: "Print Prometheus metrics.")
    var metrics = false
    @OptionGroup
    var format: FormatOptions
    @OptionGroup
    var state: StateOptions

    func validate() throws {
        if metrics, watch || format.json { throw ValidationError("--metrics goes with neither --watch nor --json") }
    }

    func run() throws {
        let link = try state.open()
        do throws(ClientError) {
            if metrics { return Console.print(try link.client.metrics()) }
            if watch {
                return try link.client.watch { status in
                    show(status, isRunning: true, counters: [:])
                    if !format.json { Console.print("") }
                    return true
                }
            }
        } catch {
            throw Console.failure(error, in: StoredAppliance.language(stateFolder: link.stateFolder))
        }
        let status = try link.status()
        let counters = try? link.client.diagnostics()
        show(status, isRunning: counters != nil, counters: counters ?? [:])
    }

    private func show(_ status: Status, isRunning: Bool, counters: [String: DiagnosticValue]) {
        if format.json { return Console.print(Views.json(status, isRunning: isRunning, counters: counters).line) }
        StatusText(status: status, isRunning: isRunning, counters: counters).lines.forEach(Console.print)
    }
}

/// The status as a table, in the owner's language.
struct StatusText {
    var status: Status
    var isRunning: Bool
    var counters: [String: DiagnosticValue]

    var lines: [String] {
        let language = status.profile.language
        func heading(_ heading: CommandText.Heading) -> String { CommandText.heading(heading).text(in: language) }
        var table = Table(["", ""])
        if !isRunning { table.add("anicca", CommandText.notRunning.text(in: language)) }
        table.add(
            heading(.clock),
            Views.stamp(status.local, language: language)
                + (status.isClockTrusted ? "" : " (\(Attention.clock.text(in: language)))"))
        table.add(heading(.zone), status.zone)
        if isRunning {
            var activity = status.activity.text(in: language)
            if let habit = status.subject ?? status.occurrence?.habit {
                let oneOff = status.oneOffs.first { $0.alarm.id == habit }
                let name = HabitName(oneOff?.alarm.like ?? habit).text(in: language)
                activity += " · \(name)" + (status.followUp.map { $0 == 0 ? "" : " +\($0)" } ?? "")
            }
            if let answering = status.answering { activity += " · " + answering.text(in: language) }
            table.add(heading(.activity), activity)
            table.add(heading(.light), status.light.text(in: language))
            for attention in status.attention {
                table.add(
                    heading(.attention),
                    attention.text(in: language) + " · " + attention.remedy.text(in: language))
            }
        }
        table.add(heading(.next), status.next?.sentence ?? Phrase.nothingPlanned.text(in: language))
        let volume = status.profile.volume
        table.add(heading(.volumeRange), "\(volume.floorPercent)-\(volume.ceilingPercent) %")
        table.add(heading(.voiceVolume), "\(status.settings.voicePercent) %")
        table.add(
            heading(.microphone),
            (status.settings.isMicrophoneMuted ? CommandText.off : .on).text(in: language))
        if status.setup.step != nil { table.add(heading(.setup), CommandText.setupUnfinished.text(in: language)) }
        var result = table.lines
        let habits = HabitTable.lines(status)
        if !habits.isEmpty { result += [""] + habits }
        // For other commands: `session stats`, beside the same in English; `doctor`.
        let isForOthers = { (name: String) in ["_told", ".ja", ".fingerprint"].contains(where: name.hasSuffix) }
        let shown = counters.filter { $0.value != .integer(0) && $0.value != .decimal(0) && !isForOthers($0.key) }
        if !shown.isEmpty {
            var numbers = Table(["", ""])
            for (name, value) in shown.sorted(by: { $0.key < $1.key }) {
                numbers.add(name, Views.text(value, language: language))
            }
            result += [""] + numbers.lines
        }
        return result
    }
}

struct NextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next", abstract: "Say what the appliance will call for next.")

    @OptionGroup
    var format: FormatOptions
    @OptionGroup
    var state: StateOptions

    func run() throws {
        let link = try state.open()
        let status = try link.status()
        defer { link.warnWhereOff(status.profile.language) }
        if format.json { return Console.print(Views.json(status.next).line) }
        Views.printNext(status.next, language: status.profile.language)
    }
}
