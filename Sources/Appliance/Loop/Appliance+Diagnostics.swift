import Bedside
import Realtime
import Sound

/// What the drivers count (SOUND-5, GUARD-5): one table, shown as diagnostics and as Prometheus text.
extension Appliance {
    func diagnostics() -> [String: DiagnosticValue] {
        let counters = sound.counters()
        // Its permission may have been mended since.
        parts.hardware.requestWakeClock()
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
            "store.report": .text("\(store.report)"),
            "store.report.ja": .text(store.report.text(in: .japanese)),
            // A disk that is slow for the first time is no failure yet.
            "store.is_working": .flag(isStoreWorking),
            "board.name": .text(parts.board.name),
            "board.fingerprint": .text("\(Fingerprint.of(parts.board))"),
        ]
        if let memory = ringMemory.report {
            values["memory.is_locked"] = .flag(memory.outcome == .locked)
            values["memory.needed_bytes"] = .integer(memory.bytes)
        }
        if let lateness = ringTiming.lastLatenessMicroseconds { values["ring.lateness_us"] = .integer(lateness) }
        if let worst = ringTiming.worstLatenessMicroseconds { values["ring.worst_lateness_us"] = .integer(worst) }
        if let output = counters.openOutput { values["sound.output"] = .text(output) }
        if let input = counters.openInput { values["sound.input"] = .text(input) }
        let source = companion.source
        switch source.key {
        case .unknown: break
        case .nowhere: values["companion.key"] = .text("none")
        case .at(let place): values["companion.key"] = .text(place)
        }
        values["companion.address"] = source.address.map { .text($0) }
        values["echo.engine"] = counters.echoEngine.map { .text($0) }
        values["echo.delay_ms"] = counters.echoDelayMilliseconds.map { .decimal($0) }
        values["echo.enhancement_db"] = counters.echoEnhancementDB.map { .decimal($0) }
        if let session = companion.statistics { values.merge(diagnostics(of: session)) { $1 } }
        if let trouble = lineTrouble.count(counters) {
            values["session.underruns"] = .integer(trouble.underruns)
            values["session.overruns"] = .integer(trouble.overruns)
        }
        values["board.missing_buttons"] = .integer(parts.hardware.missingButtons)
        for (index, problem) in parts.hardware.problems.enumerated() {
            values["board.problem.\(index + 1)"] = .text("\(problem)")
            values["board.problem.\(index + 1).ja"] = .text(problem.text(in: .japanese))
        }
        return values
    }

    /// The conversation that goes on, or the last one, in figures (TALK-1); no words.
    private func diagnostics(of session: ConversationStatistics) -> [String: DiagnosticValue] {
        var values: [String: DiagnosticValue] = [
            "session.is_open": .flag(session.isOpen),
            "session.duration_ms": .integer(session.durationMilliseconds),
            "session.connections": .integer(session.connections),
            "session.responses": .integer(session.responses),
            "session.interruptions": .integer(session.interruptions),
            "session.failed_responses": .integer(session.failedResponses),
            "session.tool_calls": .integer(session.toolCalls),
            "session.service_errors": .integer(session.serviceErrors),
            "session.malformed_events": .integer(session.malformedEvents),
            "session.packets_received": .integer(session.line.packetsReceived),
            "session.packets_lost": .integer(session.line.packetsLost),
            "session.jitter_ms": .decimal(session.line.jitterMilliseconds),
            "session.round_trip_ms": .decimal(session.line.roundTripMilliseconds),
            "session.buffer_ms": .decimal(session.line.bufferMilliseconds),
            "session.concealed_ms": .integer(session.line.concealedMilliseconds),
            "session.accelerated_ms": .integer(session.line.acceleratedMilliseconds),
            "session.expanded_ms": .integer(session.line.expandedMilliseconds),
            "session.bytes_sent": .integer(session.line.bytesSent),
            "session.bytes_received": .integer(session.line.bytesReceived),
        ]
        values["session.transport"] = session.transport.map { .text($0.rawValue) }
        values["session.ready_ms"] = session.readyMilliseconds.map { .integer($0) }
        values["session.first_voice_ms"] = session.firstVoiceMilliseconds.map { .integer($0) }
        for (phase, milliseconds) in session.phaseMilliseconds {
            values["session.phase.\(phase.rawValue)_ms"] = .integer(milliseconds)
        }
        values["session.failure"] = session.failure.map { .text("\($0)") }
        values["session.failure_told"] = session.failure.map { .text($0.text(in: status.profile.language)) }
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
