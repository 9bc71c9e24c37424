import ArgumentParser
import Bedside

extension MemoryCommands {
    /// Whether the device records, at bedtime without network, what its owner says about tomorrow.
    struct Voice: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Have what you say at bedtime about tomorrow recorded, and hear it in the morning.",
            discussion: """
                For evenings without a live companion, when nobody can write your words down. Off until you want it. The \
                recording is sealed on this device, ten seconds at most, played in the routine of the morning, and asked about \
                the next evening. It goes with its memory: anicca memory forget ID. Without an option it shows how it stands.
                """)
        @Flag(help: "Record it, from the next evening on.")
        var on = false
        @Flag(help: "Record nothing more; what is there stays until its own end.")
        var off = false
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func validate() throws {
            guard !(on && off) else { throw ValidationError("voice: expected --on or --off, not both") }
        }

        func request() throws -> WritingRequest {
            guard on != off else { throw ValidationError("voice: expected --on or --off") }
            return WritingRequest(.memory(.recordIntention(on)))
        }

        func run() throws {
            let link = try state.open()
            let command = MemoryCommand.recordIntention(on || off ? on : nil)
            guard case .memory(.recordsIntention(let isOn)) = try link.ask(.memory(command)) else {
                throw link.unexpectedAnswer()
            }
            if format.json { return Console.print(JSONValue.object(["on": .flag(isOn)]).line) }
            Console.print((isOn ? VoiceText.on : .off).text(in: link.language))
        }
    }
}
