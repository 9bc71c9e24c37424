import ArgumentParser
import Bedside

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "status", abstract: "Show the state of the appliance.")

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
                    show(status, isRunning: true, diagnostics: Diagnostics())
                    if !format.json { Console.print("") }
                    return true
                }
            }
        } catch {
            throw Console.failure(error, in: StoredAppliance.language(stateFolder: link.stateFolder))
        }
        let status = try link.status()
        let diagnostics = try? link.client.diagnostics()
        show(
            status, isRunning: diagnostics != nil,
            diagnostics: diagnostics ?? StoredAppliance.diagnostics(stateFolder: link.stateFolder))
    }

    private func show(_ status: Status, isRunning: Bool, diagnostics: Diagnostics) {
        if format.json {
            return Console.print(Views.json(status, isRunning: isRunning, diagnostics: diagnostics).line)
        }
        StatusText(status: status, isRunning: isRunning, diagnostics: diagnostics).lines.forEach(Console.print)
    }
}

/// The status as a table, in the owner's language.
struct StatusText {
    var status: Status
    var isRunning: Bool
    var diagnostics: Diagnostics

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
            if let meditation = status.meditation { activity += " · " + meditation.text(in: language) }
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
        if let talk = status.talk {
            table.add(heading(.talk), CommandText.talkMinutes(talk).text(in: language))
        }
        if let memory = status.memory { table.add(heading(.memory), memory.text(in: language)) }
        if let fault = status.memoryFault { table.add("", fault.text(in: language)) }
        if diagnostics.storage.isOldKeyKept == true { table.add("", CommandText.oldKeyKept.text(in: language)) }
        let recordings = status.recordingStanding
        if recordings != .off {
            table.add(heading(.recordings), CommandText.recording(.standing(recordings)).text(in: language))
        }
        if let voice = status.ownVoice, let line = VoiceViews.line(voice) {
            table.add(heading(.ownVoice), line.text(in: language))
        }
        if status.setup.step != nil { table.add(heading(.setup), CommandText.setupUnfinished.text(in: language)) }
        var result = table.lines
        let habits = HabitTable.lines(status)
        if !habits.isEmpty { result += [""] + habits }
        let shown = diagnostics.table(in: language)
        if !shown.isEmpty {
            var numbers = Table(["", ""])
            for (name, text) in shown { numbers.add(name, text) }
            result += [""] + numbers.lines
        }
        return result
    }
}

struct NextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next", abstract: "Show what the appliance will ring for next.")

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
        if let level = status.nextLevel { Console.print(level) }
        SilenceText.lines(status).forEach(Console.print)
    }
}
