import Bedside
import Board
import Foundation
import Logging
import Sound
import Synchronization
import System

/// The checks before an alarm (ALARM-12), in the evening (GUARD-7), and of the loop itself for the watchdog (GUARD-3).
extension Appliance {
    /// Prepares for an alarm shortly before it (ALARM-12): writes what is not on disk yet, and checks the board's
    /// parts, the sound file and the connection to the companion.
    func checkBeforeAlarm(_ habit: Habit, _ online: Companion) {
        flushStore(within: Patience.ofRing)
        checkParts()
        lockMemory()
        let (files, sound) = (files, habit.sound)
        // A card that does not answer must not keep the loop from the alarm.
        try? startThread("sounds", .roomy) { files.findsSoundProblem([sound]) }
        companion.check(online, gateway: gateway)
    }

    /// Makes the evening check (GUARD-7). A device that the driver has open counts as working; others are opened for a
    /// moment on another thread, which also checks the disk. Only the first output is checked, because the others stand
    /// in for it, and the owner may not be able to hear them.
    func eveningCheck(_ check: EveningCheck.Effect) {
        flushStore(within: Patience.ofRing)
        companion.check(check.companion, gateway: gateway)
        let counters = sound.counters()
        let outputs = counters.openOutput == nil ? parts.board.outputs.prefix(1).map(OutputDevice.init) : []
        let inputs = counters.openInput == nil && check.triesMicrophone ? parts.board.inputs.map(InputDevice.init) : []
        let (events, files, sounds) = (events, files, check.habits.map(\.sound))
        do throws(SoundError) {
            try SoundCheck.devices(outputs: outputs, inputs: inputs) { devices in
                let missing: [Attention] =
                    (devices.hasOutput == false ? [.sound] : []) + (devices.hasInput == false ? [.microphone] : [])
                events.post(.eveningCheck(Set(missing + files.failingInTime(sounds: sounds)).sorted()))
            }
        } catch {
            logger.error("\(error)")
        }
    }

    private var files: FilesCheck {
        FilesCheck(
            stateFolder: parts.options.stateFolder, shared: parts.options.shared,
            boardSound: Appliance.alarmFile(parts.board, parts.options.shared), logger: logger)
    }

    /// Feeds the service manager's watchdog while all is well (GUARD-3), twice as often as it asks for.
    func proveLife() {
        guard let limit = parts.manager.watchdogLimit else { return }
        watchdog?.arm(parts.clock.now().boot + TimeSpan(nanoseconds: limit.nanoseconds / 2))
        let soundAnswers = sound.provesAlive()
        let isUnheard = machine.light == .ringing && status.attention.contains(.sound)
        let lacksDescriptors = isUnheard && ringLacksDescriptors()
        func checked() -> Liveness.Finding {
            Liveness.check(
                deadline: machine.deadline, soundAnswers: soundAnswers, ringLacksDescriptors: lacksDescriptors,
                at: parts.clock.now())
        }
        var finding = checked()
        if case .overdue(let late) = finding {
            // A timer did not fire, so its work is done now.
            logger.error("a deadline was passed over", metadata: ["late_ms": "\(late.milliseconds)"])
            handle(.tick)
            finding = checked()
        }
        if finding == .well {
            parts.manager.feedWatchdog()
        } else {
            logger.error("no sign of life for the watchdog", metadata: ["finding": "\(finding)"])
        }
    }
}

/// Checks what an alarm needs of the disk. Any thread.
private struct FilesCheck: Sendable {
    var stateFolder: String
    var shared: SharedFolders
    var boardSound: String
    var logger: Logger

    /// Whether one of these sounds of habits cannot be played (nil is the board's sound); logs each that cannot.
    @discardableResult
    func findsSoundProblem(_ sounds: [String?]) -> Bool {
        let problems = Set(sounds.map { $0 ?? boardSound }).sorted()
            .compactMap { SoundFile.problem(of: $0, shared: shared) }
        for problem in problems { logger.warning("alarm sound: \(problem); another sound will ring") }
        return !problems.isEmpty
    }

    /// Finds faults of the disk and the sounds; a disk that does not answer within 3 s counts as failing.
    func failingInTime(sounds: [String?]) -> [Attention] {
        let found = Found()
        do throws(ThreadError) {
            try startThread("sounds", .roomy) {
                let failing = failing(sounds: sounds)
                found.failing.withLock { $0 = failing }
                found.isThere.signal()
            }
        } catch {
            return [.disk]
        }
        _ = found.isThere.wait(timeout: .now() + .seconds(3))
        return found.failing.withLock { $0 } ?? [.disk]
    }

    private final class Found: Sendable {
        let failing = Mutex<[Attention]?>(nil)
        let isThere = DispatchSemaphore(value: 0)
    }

    private func failing(sounds: [String?]) -> [Attention] {
        var failing: [Attention] = []
        if findsSoundProblem(sounds) { failing.append(.alarmSound) }
        if Files.freeMegabytes(stateFolder).map({ $0 < Files.scarceMegabytes }) ?? false { failing.append(.disk) }
        if Files.executable("espeak-ng") == nil { failing.append(.voice) }
        return failing
    }
}

extension Status {
    /// The line for `systemctl status`: in English, and without anything that was said in a conversation.
    var serviceLine: String {
        switch activity {
        case .ringing, .waiting: "\(activity.rawValue): \(occurrence.map { "\($0)" } ?? "an alarm")"
        case .connecting, .listening, .speaking, .preview, .meditating: activity.rawValue
        case .idle, .dawn:
            (next.map { "next: \($0.occurrence) at \($0.local)" } ?? "no alarm is set")
                + (attention.isEmpty ? "" : "; needs attention: " + attention.map(\.rawValue).joined(separator: ", "))
        }
    }
}
