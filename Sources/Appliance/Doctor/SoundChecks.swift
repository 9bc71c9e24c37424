import Bedside
import Board
import Glibc
import Sound
import Synchronization

/// Opens sound devices for a moment, through the driver that the alarm uses. Nothing is heard.
enum SoundProbe {
    /// The result of opening a device.
    enum Answer: Equatable {
        /// How it was opened.
        case open(String)
        case failed(String)
    }

    private static let patienceMilliseconds = 2500

    static func output(_ name: String) -> Answer {
        let problems = Problems()
        let driver = SoundDriver(
            configuration: SoundConfiguration(outputs: [OutputDevice(name: name)], inputs: []), post: { _ in },
            log: { problems.add($0, $1) })
        defer { driver.shutDown() }
        driver.prepare(
            Playback(
                id: 1, source: .chime, fromPercent: 0, toPercent: 0, riseMilliseconds: 0, limitMilliseconds: 100,
                output: 0))
        return wait(problems) {
            let counters = driver.counters()
            if let open = counters.openOutput { return .open(open) }
            return counters.deviceErrors > 0 ? .failed(problems.first ?? "cannot be opened") : nil
        }
    }

    static func input(_ name: String) -> Answer {
        let problems = Problems()
        let driver = SoundDriver(
            configuration: SoundConfiguration(outputs: [], inputs: [InputDevice(name: name)]), post: { _ in },
            log: { problems.add($0, $1) })
        defer { driver.shutDown() }
        driver.listen(true)
        return wait(problems) {
            let counters = driver.counters()
            if counters.framesCaptured > 0 { return .open(counters.openInput ?? name) }
            return counters.captureErrors > 0 ? .failed(problems.first ?? "cannot be opened") : nil
        }
    }

    /// Whether somebody spoke within the given seconds; nil if no microphone works.
    static func hearsVoice(inputs: [String], seconds: Int) -> Bool? {
        let heard = Mutex<Bool?>(nil)
        let driver = SoundDriver(
            configuration: SoundConfiguration(outputs: [], inputs: inputs.map { InputDevice(name: $0) }),
            post: { event in
                switch event {
                case .voice(isActive: true): heard.withLock { $0 = true }
                case .microphoneFailed: heard.withLock { $0 = false }
                default: break
                }
            }, log: { _, _ in })
        defer { driver.shutDown() }
        driver.listen(true)
        let end = SystemClock.boot() + .seconds(seconds)
        while SystemClock.boot() < end, heard.withLock({ $0 }) == nil { usleep(50_000) }
        switch heard.withLock({ $0 }) {
        case true?: return true
        case false?: return nil
        case nil: return driver.counters().framesCaptured > 0 ? false : nil
        }
    }

    private static func wait(_ problems: Problems, _ look: () -> Answer?) -> Answer {
        let end = SystemClock.boot() + .milliseconds(patienceMilliseconds)
        while SystemClock.boot() < end {
            if let answer = look() { return answer }
            usleep(20_000)
        }
        return .failed(problems.first ?? "no answer within \(patienceMilliseconds) ms")
    }

    private final class Problems: Sendable {
        private let texts = Mutex<[String]>([])
        func add(_ level: LogLevel, _ text: String) {
            guard level == .warning || level == .error else { return }
            texts.withLock { if $0.count < 8 { $0.append(text) } }
        }
        var first: String? { texts.withLock { $0.first } }
    }
}

extension Doctor {
    func sound(_ board: BoardDescription, isRunning: Bool) -> [Finding] {
        var findings: [Finding] = []
        var working = 0
        for name in board.outputs {
            switch SoundProbe.output(name) {
            case .open(let how):
                working += 1
                findings.append(.output(how))
            case .failed(let reason):
                let again = secondTry { () throws(SoundError) in try SoundCheck.tryOutput(OutputDevice(name: name)) }
                if case .opened = again { working += 1 }
                findings.append(Self.output(name, failed: reason, again: again, isRunning: isRunning))
            }
        }
        if working == 0, !isRunning { findings.append(.outputsFaulty) }
        if board.inputs.isEmpty { findings.append(.inputAbsent) }
        if isMuted, !board.inputs.isEmpty { findings.append(.inputMuted) }
        for name in board.inputs where !isMuted {
            switch SoundProbe.input(name) {
            case .open(let how): findings.append(.input(how))
            case .failed(let reason):
                let again = secondTry { () throws(SoundError) in try SoundCheck.tryInput(InputDevice(name: name)) }
                findings.append(.inputFaulty(name: name, reason: reason, mayBeInUse: isRunning && again == .busy))
            }
        }
        return findings
    }

    /// What a second try found, with more time than an alarm has, and by an error instead of the driver's text.
    enum SecondTry: Equatable {
        /// How it was opened.
        case opened(String)
        /// Another program has it.
        case busy
        case failed
    }

    private func secondTry(_ open: () throws(SoundError) -> String) -> SecondTry {
        do throws(SoundError) {
            return .opened(try open())
        } catch {
            return error.isBusy ? .busy : .failed
        }
    }

    /// An output that only needed longer than an alarm waits is there: its cable and power are not to be checked.
    static func output(_ name: String, failed reason: String, again: SecondTry, isRunning: Bool) -> Finding {
        if case .opened(let how) = again { return .outputSlow(how, reason: reason) }
        return .outputFaulty(name: name, reason: reason, mayBeInUse: isRunning && again == .busy)
    }

    /// Plays a sweep for ten seconds and listens to what comes back.
    func echo(_ board: BoardDescription) -> Finding {
        guard let output = board.outputs.first, let input = board.inputs.first else { return .echoUnheard }
        do throws(SoundError) {
            let report = try SoundCheck.echo(output: OutputDevice(name: output), input: InputDevice(name: input))
            let enhancement = Int((report.enhancementDB ?? 0).rounded())
            let loss = Int((report.echoReturnLossDB ?? 0).rounded())
            let delay = Int((report.delayMilliseconds ?? 0).rounded())
            switch report.verdict {
            case .noMicrophoneSignal: return .microphoneDead
            // After a gap the sweep may have been looked for in the wrong place: then hardly anything seems to come back.
            case .measured where enhancement >= 15 && (report.gaps == 0 || loss < 60):
                return .echo(lossDB: loss, enhancementDB: enhancement, delayMilliseconds: delay)
            case .measured, .noSpeakerSignal:
                if report.gaps > 0 { return .echoInterrupted(gaps: report.gaps) }
                return report.verdict == .noSpeakerSignal
                    ? .echoUnheard : .echoPoor(lossDB: loss, enhancementDB: enhancement, delayMilliseconds: delay)
            }
        } catch {
            return .echoFaulty("\(error)")
        }
    }
}

/// The microphone check of `anicca setup`.
struct MicrophoneCheck {
    let link: ApplianceLink
    let board: String?

    func listen(seconds: Int) -> SetupAnswer.Heard {
        // A muted microphone stays closed (SOUND-4).
        if (try? link.status())?.settings.isMicrophoneMuted ?? false { return .muted }
        let shared = SharedFolders.locate(configured: link.config.shareFolder)
        var inputs = ["default"]
        do throws(BoardFileError) {
            let board =
                if let name = board {
                    try BoardCatalog.find(nameOrPath: name, searchFolders: shared.boardSearchFolders)
                } else {
                    try BoardCatalog.standard()
                }
            inputs = board.inputs
        } catch {
            // `anicca doctor` says what is wrong with the board file; the machine's own microphone is tried here.
        }
        guard !inputs.isEmpty else { return .noMicrophone }
        switch SoundProbe.hearsVoice(inputs: inputs, seconds: seconds) {
        case true?: return .voice
        case false?: return .silence
        case nil: return .noMicrophone
        }
    }
}
