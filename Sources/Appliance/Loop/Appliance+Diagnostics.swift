import Bedside
import Realtime
import Sound

/// What the drivers count (SOUND-5, GUARD-5), as diagnostics and as Prometheus text.
extension Appliance {
    func diagnostics() -> Diagnostics {
        let counters = sound.counters()
        // Its permissions may have been corrected since.
        parts.hardware.requestWakeClock()
        var diagnostics = Diagnostics()
        diagnostics.sound = Diagnostics.Sound(counters)
        diagnostics.echo = Diagnostics.Echo(
            engine: counters.echoEngine, delayMilliseconds: counters.echoDelayMilliseconds,
            enhancementDB: counters.echoEnhancementDB)
        diagnostics.ring = Diagnostics.Ring(
            count: ringTiming.rings, latenessMicroseconds: ringTiming.lastLatenessMicroseconds,
            worstLatenessMicroseconds: ringTiming.worstLatenessMicroseconds)
        diagnostics.loopWakeUps = wakeUps
        diagnostics.buttonGlitches = status.buttonGlitches
        // A disk that is slow for the first time has not failed yet.
        diagnostics.storage = Diagnostics.Storage(
            report: store.report.wording, isWorking: isStoreWorking, isOldKeyKept: store.isOldKeyKept)
        diagnostics.board = Diagnostics.Board(
            name: parts.board.name, fingerprint: "\(Fingerprint.of(parts.board))",
            missingButtons: parts.hardware.missingButtons, problems: parts.hardware.problems.map(\.wording))
        if let memory = ringMemory.report {
            diagnostics.memory = Diagnostics.Memory(isLocked: memory.outcome == .locked, neededBytes: memory.bytes)
        }
        let source = companion.source
        diagnostics.companion.address = source.address
        switch source.key {
        case .unknown: break
        case .nowhere: diagnostics.companion.key = "none"
        case .at(let place): diagnostics.companion.key = place
        }
        if let session = companion.statistics {
            diagnostics.session = Diagnostics.Session(session, in: status.profile.language)
        }
        if let trouble = lineTrouble.count(counters) {
            diagnostics.session.underruns = trouble.underruns
            diagnostics.session.overruns = trouble.overruns
        }
        return diagnostics
    }

    /// Prometheus text: every number and flag of the diagnostics, and the state that alerts are made from.
    func metrics() -> String {
        let status = status
        var lines: [String] = []
        func add(_ name: String, _ value: String) { lines.append("anicca_\(name) \(value)") }
        for (name, value) in diagnostics().values.sorted(by: { $0.key < $1.key }) {
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

extension Diagnostics.Sound {
    fileprivate init(_ counters: SoundCounters) {
        underruns = counters.underruns
        overruns = counters.overruns
        lateWakeUps = counters.lateWakeUps
        deviceErrors = counters.deviceErrors
        captureErrors = counters.captureErrors
        framesDelivered = counters.framesDelivered
        framesCaptured = counters.framesCaptured
        levelDBFS = counters.levelDBFS
        captureLevelDBFS = counters.captureLevelDBFS
        isRealTime = counters.isRealTime
        output = counters.openOutput
        input = counters.openInput
    }
}

extension Diagnostics.Session {
    fileprivate init(_ session: ConversationStatistics, in language: Language) {
        transport = session.transport?.rawValue
        isOpen = session.isOpen
        readyMilliseconds = session.readyMilliseconds
        firstVoiceMilliseconds = session.firstVoiceMilliseconds
        durationMilliseconds = session.durationMilliseconds
        for (phase, milliseconds) in session.phaseMilliseconds { phaseMilliseconds[phase.rawValue] = milliseconds }
        connections = session.connections
        responses = session.responses
        interruptions = session.interruptions
        failedResponses = session.failedResponses
        toolCalls = session.toolCalls
        serviceErrors = session.serviceErrors
        malformedEvents = session.malformedEvents
        packetsReceived = session.transportFigures.packetsReceived
        packetsLost = session.transportFigures.packetsLost
        jitterMilliseconds = session.transportFigures.jitterMilliseconds
        roundTripMilliseconds = session.transportFigures.roundTripMilliseconds
        bufferMilliseconds = session.transportFigures.bufferMilliseconds
        concealedMilliseconds = session.transportFigures.concealedMilliseconds
        acceleratedMilliseconds = session.transportFigures.acceleratedMilliseconds
        expandedMilliseconds = session.transportFigures.expandedMilliseconds
        bytesSent = session.transportFigures.bytesSent
        bytesReceived = session.transportFigures.bytesReceived
        failure = session.failure.map { "\($0)" }
        failureWords = session.failure?.text(in: language)
    }
}
