import ArgumentParser
import Bedside

struct SessionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session", abstract: "Look at the online conversation.", subcommands: [Stats.self],
        defaultSubcommand: Stats.self)

    struct Stats: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Loss, jitter, delay, round trip and more of the conversation that goes on, or the last one.")
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let link = try state.open()
            let status = try link.status(whenOff: .fail)
            let language = status.profile.language
            let counters: [String: DiagnosticValue]
            do throws(ClientError) {
                counters = try link.client.diagnostics()
            } catch {
                throw Console.failure(error, in: language)
            }
            let figures = counters.filter { $0.key.hasPrefix("session.") || $0.key.hasPrefix("echo.") }
            if format.json {
                return Console.print(
                    JSONValue.object(
                        figures.sorted { $0.key < $1.key }.map {
                            JSONValue.Member(name: $0.key, value: Views.json($0.value))
                        }
                    ).line)
            }
            guard counters["session.transport"] != nil || counters["session.failure"] != nil else {
                return Console.print(CompanionText.noConversation.text(in: language))
            }
            SessionTable(
                counters: counters, end: status.call == .disconnected ? status.lastConversationEnd : nil,
                language: language
            ).lines
                .forEach(Console.print)
        }
    }
}

/// The statistics for people: each figure that there is, with its unit.
struct SessionTable {
    var counters: [String: DiagnosticValue]
    var end: ConversationEnd?
    var language: Language

    var lines: [String] {
        var table = Table(["", ""])
        func add(_ figure: CompanionText.Figure, _ value: String?) {
            if let value { table.add(figure.text(in: language), value) }
        }
        add(.transport, text("session.transport"))
        add(.ready, number("session.ready_ms", "ms"))
        add(.firstVoice, number("session.first_voice_ms", "ms"))
        add(.duration, number("session.duration_ms", "ms"))
        add(.connections, number("session.connections", ""))
        add(.responses, number("session.responses", ""))
        add(.interruptions, number("session.interruptions", ""))
        add(.toolCalls, number("session.tool_calls", ""))
        add(.loss, loss)
        add(.jitter, number("session.jitter_ms", "ms"))
        add(.buffer, number("session.buffer_ms", "ms"))
        add(.roundTrip, number("session.round_trip_ms", "ms"))
        add(.concealed, number("session.concealed_ms", "ms"))
        add(.echo, echo)
        add(.underruns, number("session.underruns", ""))
        add(.overruns, number("session.overruns", ""))
        add(.serviceErrors, number("session.service_errors", ""))
        // In the owner's language; an older appliance says it in English alone.
        add(.failure, text("session.failure_told") ?? text("session.failure"))
        return table.lines + (end.map { [CompanionText.lastEnd($0).text(in: language)] } ?? [])
    }

    private func text(_ name: String) -> String? {
        if case .text(let value)? = counters[name] { value } else { nil }
    }

    private func value(_ name: String) -> Double? {
        switch counters[name] {
        case .integer(let value)?: Double(value)
        case .decimal(let value)?: value
        case .flag?, .text?, nil: nil
        }
    }

    private func number(_ name: String, _ unit: String) -> String? {
        value(name).map { Self.short($0) + (unit.isEmpty ? "" : " " + unit) }
    }

    private var loss: String? {
        guard let lost = value("session.packets_lost"), let received = value("session.packets_received"),
            received + lost > 0
        else { return nil }
        return "\(Self.short(lost)) / \(Self.short(lost + received)) (\(Self.short(100 * lost / (lost + received))) %)"
    }

    private var echo: String? {
        guard let enhancement = number("echo.enhancement_db", "dB") else { return nil }
        return [enhancement, number("echo.delay_ms", "ms"), text("echo.engine")].compactMap { $0 }
            .joined(separator: ", ")
    }

    /// At most one decimal.
    private static func short(_ value: Double) -> String {
        let tenths = (value * 10).rounded()
        guard tenths.isFinite, abs(tenths) < 1e15 else { return "-" }
        let whole = Int(tenths)
        return whole % 10 == 0 ? "\(whole / 10)" : "\(whole / 10).\(abs(whole % 10))"
    }
}
