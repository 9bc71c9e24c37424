import ArgumentParser
import Bedside
import Store

extension RecordingCommands {
    /// A new key for what is recorded (GUARD-1).
    struct Rekey: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Seal all recordings under a new key, and destroy the old one.",
            discussion: """
                For when somebody may have read recordings.key or phrases.key: recordings of talks, and those of your own \
                phrases. Nothing that is recorded changes or goes, and a talk that is being recorded goes on. After a power cut \
                everything can still be played, and the change goes on by itself or with this command. Where a recording \
                cannot be opened, the old key stays, and this says so.
                """)
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let link = try state.open()
            let count = try link.withRecordings { (shelf) throws(RecordingError) -> Int in
                let talks = Result { () throws(RecordingError) in try shelf.renewKey() }
                // Whatever becomes of the talks.
                do throws(RecordingError) {
                    try SoundShelf(.phrases, stateFolder: link.stateFolder).renewKey()
                } catch {
                    guard case .failure(let first) = talks, first != error else { throw error }
                    throw .several([first, error])
                }
                return try talks.get()
            }
            Console.print(CommandText.recording(.rekeyed(count)).text(in: link.language))
        }
    }
}
