import ArgumentParser
import Bedside

struct SessionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session", abstract: "Show the online conversation.", subcommands: [Stats.self],
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
            let diagnostics: Diagnostics
            do throws(ClientError) {
                diagnostics = try link.client.diagnostics()
            } catch {
                throw Console.failure(error, in: language)
            }
            if format.json {
                let figures = diagnostics.values.filter { $0.key.hasPrefix("session.") || $0.key.hasPrefix("echo.") }
                return Console.print(Views.json(figures).line)
            }
            guard diagnostics.session.transport != nil || diagnostics.session.failure != nil else {
                return Console.print(CompanionText.noConversation.text(in: language))
            }
            SessionTable(
                session: diagnostics.session, echo: diagnostics.echo,
                end: status.call == .disconnected ? status.lastConversationEnd : nil, language: language
            ).lines
                .forEach(Console.print)
        }
    }
}

/// The statistics as a table for people: each known figure with its unit.
struct SessionTable {
    var session: Diagnostics.Session
    var echo: Diagnostics.Echo
    var end: ConversationEnd?
    var language: Language

    var lines: [String] {
        var table = Table(["", ""])
        func add(_ figure: CompanionText.Figure, _ value: String?) {
            if let value { table.add(figure.text(in: language), value) }
        }
        add(.transport, session.transport)
        add(.ready, figure(session.readyMilliseconds, "ms"))
        add(.firstVoice, figure(session.firstVoiceMilliseconds, "ms"))
        add(.duration, figure(session.durationMilliseconds, "ms"))
        add(.connections, figure(session.connections))
        add(.responses, figure(session.responses))
        add(.interruptions, figure(session.interruptions))
        add(.toolCalls, figure(session.toolCalls))
        add(.loss, loss)
        add(.jitter, figure(session.jitterMilliseconds, "ms"))
        add(.buffer, figure(session.bufferMilliseconds, "ms"))
        add(.roundTrip, figure(session.roundTripMilliseconds, "ms"))
        add(.concealed, figure(session.concealedMilliseconds, "ms"))
        add(.echo, cancellation)
        add(.underruns, figure(session.underruns))
        add(.overruns, figure(session.overruns))
        add(.serviceErrors, figure(session.serviceErrors))
        // In the owner's language; an older appliance sends it in English only.
        add(.failure, session.failureWords ?? session.failure)
        return table.lines + (end.map { [CompanionText.lastEnd($0).text(in: language)] } ?? [])
    }

    private func figure(_ value: Int?, _ unit: String = "") -> String? { figure(value.map { Double($0) }, unit) }

    private func figure(_ value: Double?, _ unit: String) -> String? {
        value.map { Self.short($0) + (unit.isEmpty ? "" : " " + unit) }
    }

    private var loss: String? {
        guard let lost = session.packetsLost, let received = session.packetsReceived, received + lost > 0 else {
            return nil
        }
        let (part, whole) = (Double(lost), Double(lost + received))
        return "\(Self.short(part)) / \(Self.short(whole)) (\(Self.short(100 * part / whole)) %)"
    }

    private var cancellation: String? {
        guard let enhancement = figure(echo.enhancementDB, "dB") else { return nil }
        return [enhancement, figure(echo.delayMilliseconds, "ms"), echo.engine].compactMap { $0 }
            .joined(separator: ", ")
    }

    /// Formats a number with at most one decimal.
    private static func short(_ value: Double) -> String {
        let tenths = (value * 10).rounded()
        guard tenths.isFinite, abs(tenths) < 1e15 else { return "-" }
        let whole = Int(tenths)
        return whole % 10 == 0 ? "\(whole / 10)" : "\(whole / 10).\(abs(whole % 10))"
    }
}
