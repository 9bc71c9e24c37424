import ArgumentParser
import Bedside

/// A command of the command line that changes something: what it asks of the appliance is a value, so that
/// `anicca simulate` takes it in a script as the owner would type it.
protocol WritingCommand: ParsableCommand {
    func request() throws -> WritingRequest
}

/// The request that a command makes of the appliance.
struct WritingRequest {
    var command: Command
    /// A habit that has to exist, for a command that would otherwise create it.
    var existing: HabitID?

    init(_ command: Command, existing: HabitID? = nil) {
        self.command = command
        self.existing = existing
    }
}

/// A value that the profile cannot take.
struct UnusableValues: Error {
    var fields: [FieldError]
}

/// A command that changes what a simulation does not have: files, keys, recordings, the account at a gateway.
protocol UnsimulatedCommand: ParsableCommand {}

extension ProvisionCommand: UnsimulatedCommand {}
extension SetupCommand: UnsimulatedCommand {}
extension KeyCommand.Set: UnsimulatedCommand {}
extension KeyCommand.Remove: UnsimulatedCommand {}
extension RecordingCommands.Delete: UnsimulatedCommand {}
extension RecordingCommands.Rekey: UnsimulatedCommand {}
extension AffirmationCommands.Record: UnsimulatedCommand {}
extension VoiceCommands.Learn: UnsimulatedCommand {}
extension SignInCommand: UnsimulatedCommand {}

/// A command in a simulation's script.
enum ScriptedCommand {
    /// - Parameters:
    ///   - words: what the owner would type after `anicca`.
    ///   - language: the owner's, for the reason of a refusal.
    /// - Returns: what happens: the command, or its refusal by the command line itself.
    static func step(_ words: [String], language: Language) throws(ScriptLineError) -> Simulator.Step.Kind {
        do {
            let parsed = try AniccaCommand.parseAsRoot(words)
            if parsed is any UnsimulatedCommand { return .refused(notSimulated.text(in: language)) }
            guard let command = parsed as? any WritingCommand else {
                // The help, which an "h" in a text with a hyphen asks for.
                guard isChanging(words), let message = MistypedCommand.hyphen(in: words, isHelp: true) else {
                    throw notWriting(words)
                }
                return .refused(CommandText.wrongUsage(message).text(in: language))
            }
            let request = try command.request()
            return .command(request.command, existing: request.existing)
        } catch let error as ScriptLineError {
            throw error
        } catch let error as UnusableValues {
            return .refused(error.fields.map { $0.text(in: language) }.joined(separator: "; "))
        } catch {
            // Only for commands that write: a mistyped command name is an error of the script.
            guard isChanging(words) else { throw notWriting(words) }
            // Usage is explained in English everywhere.
            let message = MistypedCommand.hyphen(in: words, isHelp: false) ?? AniccaCommand.message(for: error)
            return .refused(CommandText.wrongUsage(message).text(in: language))
        }
    }

    /// The names of all commands that change something, as they are typed: for instance `habit`, `skip`.
    static let changing = names(of: AniccaCommand.self, as: [])

    private static func isChanging(_ words: [String]) -> Bool { changing.contains { words.starts(with: $0) } }

    private static func names(of command: any ParsableCommand.Type, as path: [String]) -> [[String]] {
        let isOne = command is any WritingCommand.Type || command is any UnsimulatedCommand.Type
        return (isOne ? [path] : [])
            + command.configuration.subcommands.flatMap { names(of: $0, as: path + [$0._commandName]) }
    }

    private static let notSimulated = Wording(
        "a simulation cannot do that: the command works with files, keys, recordings or a gateway",
        "シミュレーションではできません。ファイル、鍵、録音、ゲートウェイを扱うコマンドです")

    private static func notWriting(_ words: [String]) -> ScriptLineError {
        let typed = PrintableText.line(words.joined(separator: " "))
        return ScriptLineError(
            "command: \"\(typed)\" is not a command that changes something",
            "command: 「\(typed)」は、何かを変えるコマンドではありません")
    }
}
