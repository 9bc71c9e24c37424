import Bedside

/// On the wire and in `--json`: one object of values by dotted names, as version 0.1.0 writes and reads it. A text in two
/// languages is two values, the second with `.ja` behind its name.
extension Diagnostics: Codable {
    init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([String: DiagnosticValue].self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }

    private static let phase = (before: "session.phase.", after: "_ms")
    private static let problem = "board.problem."
    private static let report = "store.report"
    private static let japanese = ".ja"

    /// Reads values by their names; what is unknown, or not of the kind that is expected, goes to ``others``.
    init(_ values: [String: DiagnosticValue]) {
        var rest = values
        for field in Self.fields {
            if let value = rest[field.name], field.write(&self, value) { rest[field.name] = nil }
        }
        storage.report = Self.takeWording(Self.report, from: &rest)
        while let words = Self.takeWording("\(Self.problem)\(board.problems.count + 1)", from: &rest) {
            board.problems.append(words)
        }
        for (name, value) in rest {
            guard name.hasPrefix(Self.phase.before), name.hasSuffix(Self.phase.after), case .integer(let time) = value
            else { continue }
            let step = name.dropFirst(Self.phase.before.count).dropLast(Self.phase.after.count)
            session.phaseMilliseconds[String(step)] = time
            rest[name] = nil
        }
        others = rest
    }

    /// A version that knows English alone says it in both languages so.
    private static func takeWording(_ name: String, from values: inout [String: DiagnosticValue]) -> Wording? {
        guard case .text(let english)? = values[name] else { return nil }
        values[name] = nil
        guard case .text(let other)? = values[name + japanese] else { return Wording(english, english) }
        values[name + japanese] = nil
        return Wording(english, other)
    }

    /// All values by their names on the wire.
    var values: [String: DiagnosticValue] {
        var values = figures
        for (name, words) in wordings {
            values[name] = .text(words.english)
            values[name + Self.japanese] = .text(words.japanese)
        }
        return values
    }

    /// Without the texts that there are in two languages.
    var figures: [String: DiagnosticValue] {
        var values = others
        for field in Self.fields { if let value = field.read(self) { values[field.name] = value } }
        for (step, time) in session.phaseMilliseconds {
            values[Self.phase.before + step + Self.phase.after] = .integer(time)
        }
        return values
    }

    /// The texts that there are in two languages.
    var wordings: [(name: String, words: Wording)] {
        (storage.report.map { [(Self.report, $0)] } ?? [])
            + board.problems.enumerated().map { ("\(Self.problem)\($0.offset + 1)", $0.element) }
    }

    // MARK: The fields by name

    private struct Field: Sendable {
        var name: String
        var read: @Sendable (Diagnostics) -> DiagnosticValue?
        /// False: the value is of another kind.
        var write: @Sendable (inout Diagnostics, DiagnosticValue) -> Bool

        init(_ name: String, _ path: WritableKeyPath<Diagnostics, Int?> & Sendable) {
            self.name = name
            read = { $0[keyPath: path].map { .integer($0) } }
            write = { diagnostics, value in
                guard case .integer(let number) = value else { return false }
                diagnostics[keyPath: path] = number
                return true
            }
        }

        init(_ name: String, _ path: WritableKeyPath<Diagnostics, Double?> & Sendable) {
            self.name = name
            read = { $0[keyPath: path].map { .decimal($0) } }
            write = { diagnostics, value in
                switch value {
                case .integer(let number): diagnostics[keyPath: path] = Double(number)
                case .decimal(let number): diagnostics[keyPath: path] = number
                case .text, .flag: return false
                }
                return true
            }
        }

        init(_ name: String, _ path: WritableKeyPath<Diagnostics, Bool?> & Sendable) {
            self.name = name
            read = { $0[keyPath: path].map { .flag($0) } }
            write = { diagnostics, value in
                guard case .flag(let isSet) = value else { return false }
                diagnostics[keyPath: path] = isSet
                return true
            }
        }

        init(_ name: String, _ path: WritableKeyPath<Diagnostics, String?> & Sendable) {
            self.name = name
            read = { $0[keyPath: path].map { .text($0) } }
            write = { diagnostics, value in
                guard case .text(let text) = value else { return false }
                diagnostics[keyPath: path] = text
                return true
            }
        }
    }

    private static let fields: [Field] =
        soundFields + sessionFields + [
            Field("ring.count", \.ring.count),
            Field("ring.lateness_us", \.ring.latenessMicroseconds),
            Field("ring.worst_lateness_us", \.ring.worstLatenessMicroseconds),
            Field("loop.wake_ups", \.loopWakeUps),
            Field("button.glitches", \.buttonGlitches),
            Field("store.is_working", \.storage.isWorking),
            Field("store.old_key_kept", \.storage.isOldKeyKept),
            Field("board.name", \.board.name),
            Field("board.fingerprint", \.board.fingerprint),
            Field("board.missing_buttons", \.board.missingButtons),
            Field("memory.is_locked", \.memory.isLocked),
            Field("memory.needed_bytes", \.memory.neededBytes),
            Field("companion.key", \.companion.key),
            Field("companion.address", \.companion.address),
        ]

    /// The names of all fields that are one value.
    static var names: [String] { fields.map(\.name) }

    private static let soundFields = [
        Field("sound.underruns", \.sound.underruns),
        Field("sound.overruns", \.sound.overruns),
        Field("sound.late_wake_ups", \.sound.lateWakeUps),
        Field("sound.device_errors", \.sound.deviceErrors),
        Field("sound.capture_errors", \.sound.captureErrors),
        Field("sound.frames_delivered", \.sound.framesDelivered),
        Field("sound.frames_captured", \.sound.framesCaptured),
        Field("sound.level_dbfs", \.sound.levelDBFS),
        Field("sound.capture_level_dbfs", \.sound.captureLevelDBFS),
        Field("sound.is_real_time", \.sound.isRealTime),
        Field("sound.output", \.sound.output),
        Field("sound.input", \.sound.input),
        Field("echo.engine", \.echo.engine),
        Field("echo.delay_ms", \.echo.delayMilliseconds),
        Field("echo.enhancement_db", \.echo.enhancementDB),
    ]

    private static let sessionFields = [
        Field("session.transport", \.session.transport),
        Field("session.is_open", \.session.isOpen),
        Field("session.ready_ms", \.session.readyMilliseconds),
        Field("session.first_voice_ms", \.session.firstVoiceMilliseconds),
        Field("session.duration_ms", \.session.durationMilliseconds),
        Field("session.connections", \.session.connections),
        Field("session.responses", \.session.responses),
        Field("session.interruptions", \.session.interruptions),
        Field("session.failed_responses", \.session.failedResponses),
        Field("session.tool_calls", \.session.toolCalls),
        Field("session.service_errors", \.session.serviceErrors),
        Field("session.malformed_events", \.session.malformedEvents),
        Field("session.packets_received", \.session.packetsReceived),
        Field("session.packets_lost", \.session.packetsLost),
        Field("session.jitter_ms", \.session.jitterMilliseconds),
        Field("session.round_trip_ms", \.session.roundTripMilliseconds),
        Field("session.buffer_ms", \.session.bufferMilliseconds),
        Field("session.concealed_ms", \.session.concealedMilliseconds),
        Field("session.accelerated_ms", \.session.acceleratedMilliseconds),
        Field("session.expanded_ms", \.session.expandedMilliseconds),
        Field("session.bytes_sent", \.session.bytesSent),
        Field("session.bytes_received", \.session.bytesReceived),
        Field("session.underruns", \.session.underruns),
        Field("session.overruns", \.session.overruns),
        Field("session.failure", \.session.failure),
        Field("session.failure_told", \.session.failureWords),
    ]
}
