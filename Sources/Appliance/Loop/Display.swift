import Bedside
import Board
import Glibc
import Logging
import Realtime

/// Shows the appliance to a person at the terminal: as a live panel, or as plain lines without a terminal (BOARD-1).
final class Display {
    private let parts: Appliance.Parts
    private let logger = Logger(label: "panel")
    private var panel: TerminalPanel?
    private var plain = PlainBoard()
    private var redraw: LoopTimer?
    private var night: [NightEntry] = []
    private var message: String?
    private var isResetAsked = false
    private var isArmed = false
    private var transcript = TranscriptKeeper()
    /// The drivers' figures, while a conversation lasts.
    var levels: () -> PanelLevels? = { nil }
    /// Why the online companion cannot be used, known from the start.
    var settingsProblem: Wording?

    init(_ parts: Appliance.Parts) { self.parts = parts }

    /// Takes the terminal; if that is not possible, plain lines are used.
    func openPanel(
        reactor: Reactor, status: @escaping () -> Status?, onKey: @escaping (PanelKey) -> Void
    ) {
        do {
            let opened = try TerminalPanel()
            panel = opened
            redraw = try reactor.makeTimer { [weak self] in
                if let now = status() { self?.refresh(now) }
            }
            try reactor.add(opened.fileDescriptor, for: .readable) { [weak self] _ in
                self?.readKeys(onKey: onKey, status: status)
            }
        } catch {
            panel = nil
            logger.error("\(error)")
        }
    }

    /// Prints the first message: from now on alarms ring.
    func armed(_ status: Status) {
        isArmed = true
        if panel == nil { LossyOutput.standardOutput.write("armed\n") }
        refresh(status)
    }

    func note(_ entry: NightEntry) {
        night.append(entry)
        if night.count > 16 { night.removeFirst(night.count - 16) }
    }

    /// Shows a line of the conversation, on this terminal and nowhere else.
    func heard(_ turn: Turn, status: Status) {
        guard panel != nil else { return }
        transcript.take(turn)
        refresh(status)
    }

    /// Shows what the appliance itself says.
    func said(_ text: String) {
        guard panel != nil else { return }
        transcript.take(text)
    }

    func forgetTurns() { transcript = TranscriptKeeper() }

    /// Wipes the owner's traces from the screen (SETUP-4).
    func forgetOwner() {
        night = []
        forgetTurns()
    }

    /// Shows a message in the panel until the next one.
    func say(_ text: String, status: Status) {
        message = text
        refresh(status)
    }

    func refresh(_ status: Status) {
        guard isArmed else { return }
        guard let panel else {
            if let line = plain.line(for: status) { LossyOutput.standardOutput.write(line + "\n") }
            return
        }
        let content = content(status)
        do throws(TerminalError) {
            try panel.draw(content)
        } catch {
            logger.error("\(error)")
        }
        redraw?.arm(parts.clock.now().boot + content.untilRedraw)
    }

    func resize(_ status: Status) {
        panel?.resize()
        refresh(status)
    }

    func close() {
        panel?.finish()
        panel = nil
    }

    private func content(_ status: Status) -> PanelContent {
        let hasOutput = !parts.board.outputs.isEmpty && !status.attention.contains(.sound)
        var problems = parts.hardware.problems.map { $0.text(in: status.profile.language) }
        if let problem = settingsProblem { problems.append(problem.text(in: status.profile.language)) }
        if let message { problems.insert(message, at: 0) }
        return PanelContent(
            status: status, night: night, outputName: hasOutput ? parts.board.outputs.first : nil,
            hasMicrophone: !parts.board.inputs.isEmpty, problems: problems,
            brightnessPercent: parts.board.light.brightnessPercent(at: status.local.time), isResetAsked: isResetAsked,
            transcript: transcript.lines, levels: levels())
    }

    private func readKeys(onKey: (PanelKey) -> Void, status: () -> Status?) {
        guard let panel else { return }
        do throws(TerminalError) {
            for key in try panel.readKeys(at: parts.clock.now().boot) {
                message = nil
                switch key {
                case .resetAsked: isResetAsked = true
                case .resetTakenBack, .reset: isResetAsked = false
                case .redraw: panel.redrawAll()
                case .press, .tryOut, .preview, .quit: break
                }
                onKey(key)
            }
            if let now = status() { refresh(now) }
        } catch {
            // The terminal is gone (a lost SSH line): alarms go on without it.
            parts.reactor.remove(panel.fileDescriptor)
            logger.warning("\(error); alarms go on without the panel")
            close()
        }
    }
}
