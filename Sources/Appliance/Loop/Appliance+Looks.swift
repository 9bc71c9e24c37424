import Bedside
import Board
import Sound

/// Looking ahead: before an alarm (ALARM-12), in the evening (GUARD-7), and at itself for the watchdog (GUARD-3).
extension Appliance {
    /// Two minutes before an alarm (ALARM-12): what is waiting to be written is written, the sound is looked at, and so is
    /// the way to the companion.
    func rehearse(_ habit: Habit, _ online: Companion) {
        storeIs(working: parts.store.flush())
        let shared = parts.options.shared
        if let problem = SoundFile.problem(of: habit.sound ?? Appliance.alarmFile(parts.board, shared), shared: shared)
        {
            logger.warning("alarm sound: \(problem); a synthesized alarm will ring")
        }
        companion.rehearse(online)
    }

    /// The evening's look (GUARD-7). What the driver has open works; the rest is opened for a moment, on another
    /// thread.
    func preflight(_ habits: [Habit], _ online: Companion, triesMicrophone: Bool) {
        storeIs(working: parts.store.flush())
        let shared = parts.options.shared
        var failing: [Attention] = []
        let sounds = Set(habits.map { $0.sound ?? Appliance.alarmFile(parts.board, shared) })
        for problem in sounds.sorted().compactMap({ SoundFile.problem(of: $0, shared: shared) }) {
            logger.warning("alarm sound: \(problem); a synthesized alarm will ring")
            failing.append(.alarmSound)
        }
        if Files.freeMegabytes(parts.options.stateFolder).map({ $0 < Files.scarceMegabytes }) ?? false {
            failing.append(.disk)
        }
        if Files.executable("espeak-ng") == nil { failing.append(.voice) }
        companion.rehearse(online)
        let counters = sound.counters()
        let outputs = counters.openOutput == nil ? parts.board.outputs.map(OutputDevice.init) : []
        let inputs = counters.openInput == nil && triesMicrophone ? parts.board.inputs.map(InputDevice.init) : []
        let (events, found) = (events, failing)
        do throws(SoundError) {
            try SoundCheck.survey(outputs: outputs, inputs: inputs) { survey in
                let missing: [Attention] =
                    (survey.hasOutput == false ? [.sound] : []) + (survey.hasInput == false ? [.microphone] : [])
                events.post(.preflight(Array(Set(found + missing)).sorted()))
            }
        } catch {
            logger.error("\(error)")
        }
    }

    /// Feeds the service manager's watchdog while all is well (GUARD-3), twice as often as it asks for.
    func proveLife() {
        guard let limit = parts.manager.watchdogLimit else { return }
        watchdog?.arm(SystemClock.boot() + Span(nanoseconds: limit.nanoseconds / 2))
        let soundAnswers = sound.provesAlive()
        func look() -> Liveness.Finding {
            Liveness.look(deadline: machine.deadline, soundAnswers: soundAnswers, at: SystemClock.now())
        }
        var finding = look()
        if case .overdue(let late) = finding {
            // A timer that did not fire: what it was for is done now.
            logger.error("a deadline was passed over", metadata: ["late_ms": "\(late.milliseconds)"])
            handle(.tick)
            finding = look()
        }
        if finding == .well {
            parts.manager.feedWatchdog()
        } else {
            logger.error("no sign of life for the watchdog", metadata: ["finding": "\(finding)"])
        }
    }
}

extension Status {
    /// For `systemctl status`: English, no spoken words.
    var serviceLine: String {
        switch activity {
        case .ringing, .waiting: "\(activity.rawValue): \(occurrence.map { "\($0)" } ?? "an alarm")"
        case .connecting, .listening, .speaking, .preview: activity.rawValue
        case .idle:
            (next.map { "next: \($0.occurrence) at \($0.local)" } ?? "no alarm is set")
                + (attention.isEmpty ? "" : "; needs attention: " + attention.map(\.rawValue).joined(separator: ", "))
        }
    }
}
