import Bedside
import Sound

/// What the drivers count (SOUND-5, GUARD-5): one table, shown as diagnostics and as Prometheus text.
extension Appliance {
    func diagnostics() -> [String: DiagnosticValue] {
        let counters = sound.counters()
        var values: [String: DiagnosticValue] = [
            "sound.underruns": .integer(counters.underruns),
            "sound.overruns": .integer(counters.overruns),
            "sound.late_wake_ups": .integer(counters.lateWakeUps),
            "sound.device_errors": .integer(counters.deviceErrors),
            "sound.capture_errors": .integer(counters.captureErrors),
            "sound.frames_delivered": .integer(counters.framesDelivered),
            "sound.frames_captured": .integer(counters.framesCaptured),
            "sound.level_dbfs": .decimal(counters.levelDBFS),
            "sound.capture_level_dbfs": .decimal(counters.captureLevelDBFS),
            "sound.is_real_time": .flag(counters.isRealTime),
            "ring.count": .integer(ringTiming.rings),
            "loop.wake_ups": .integer(wakeUps),
            "button.glitches": .integer(status.buttonGlitches),
            "store.report": .text("\(parts.store.report)"),
            "store.is_working": .flag(parts.store.isWorking),
            "board.name": .text(parts.board.name),
        ]
        if let lateness = ringTiming.lastLatenessMicroseconds { values["ring.lateness_us"] = .integer(lateness) }
        if let worst = ringTiming.worstLatenessMicroseconds { values["ring.worst_lateness_us"] = .integer(worst) }
        if let output = counters.openOutput { values["sound.output"] = .text(output) }
        if let input = counters.openInput { values["sound.input"] = .text(input) }
        for (index, problem) in parts.hardware.problems.enumerated() {
            values["board.problem.\(index + 1)"] = .text("\(problem)")
        }
        return values
    }

    /// Prometheus text: every number and flag of the diagnostics, and the state that alerts are made from.
    func metrics() -> String {
        let status = status
        var lines: [String] = []
        func add(_ name: String, _ value: String) { lines.append("anicca_\(name) \(value)") }
        for (name, value) in diagnostics().sorted(by: { $0.key < $1.key }) {
            let metric = name.replacing(".", with: "_")
            switch value {
            case .integer(let number): add(metric, "\(number)")
            case .decimal(let number): add(metric, "\(number)")
            case .flag(let isSet): add(metric, isSet ? "1" : "0")
            case .text: break
            }
        }
        add("clock_trusted", status.isClockTrusted ? "1" : "0")
        for reason in Attention.allCases {
            add("attention{reason=\"\(reason.rawValue)\"}", status.attention.contains(reason) ? "1" : "0")
        }
        if let next = status.next { add("next_alarm_seconds", "\(next.at.seconds)") }
        add("build_info{version=\"\(BuildInfo.version)\"}", "1")
        return lines.joined(separator: "\n") + "\n"
    }
}
