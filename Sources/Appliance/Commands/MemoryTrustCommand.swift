import ArgumentParser
import Bedside

extension MemoryCommands {
    /// Names the person that a companion may mention while the owner seems to be at risk (G-5).
    struct Trust: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Name somebody whom a companion may mention if you seem to be at risk.",
            discussion: """
                Optional. The companion asks once whether you could call or visit them; Anicca calls nobody. At any other time \
                no companion is told. Without a text it shows whom you have named.
                """)
        @Argument(help: ArgumentHelp("Who it is, such as \"my sister Aiko\".", valueName: "person"))
        var person: String?
        @Flag(help: "Name nobody any more; the words are erased from the disk.")
        var nobody = false
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func validate() throws {
            guard person == nil || !nobody else {
                throw ValidationError("trust: expected a person or --nobody, not both")
            }
            if let person, person.trimmed().isEmpty { throw ValidationError("trust: expected a person") }
        }

        func request() throws -> WritingRequest {
            guard person != nil || nobody else { throw ValidationError("trust: expected a person or --nobody") }
            return WritingRequest(.memory(.trust(person.map { PrivateText($0) })))
        }

        func run() throws {
            let link = try state.open()
            if person != nil || nobody { return try link.change(request().command, asJSON: format.json) }
            let named = try link.memories().items.filter(\.isTrustedPerson)
            if format.json { return Console.print((named.last.map(MemoryViews.json) ?? .null).line) }
            Console.print(
                named.last.map { PrintableText.line($0.text.words) }
                    ?? CommandText.nobodyTrusted.text(in: link.language))
        }
    }
}
