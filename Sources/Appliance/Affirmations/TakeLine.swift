import Bedside
import Sound

/// The sound line of the one recording that is being made: whichever line opens next ends it. Main thread only.
final class TakeLine {
    private let sound: any LineDriver
    private var take: PhraseCapture?

    init(_ sound: any LineDriver) { self.sound = sound }

    /// Begins a recording; one that is being made is dropped.
    func open(_ take: PhraseCapture, output: Int, volumePercent: Int) {
        self.take?.drop()
        self.take = take
        sound.openLine(
            VoiceLine(render: { take.render(into: $0) }, capture: { take.hear($0) }, bandwidth: .full), output: output,
            volumePercent: volumePercent)
    }

    /// The owner has spoken.
    func finish() { take?.finish() }

    /// Nothing of what is being recorded is kept, and the line is closed.
    func drop() {
        guard take != nil else { return }
        isTaken()
        sound.closeLine()
    }

    /// Another line is opened, or none is wanted.
    func isTaken() {
        take?.drop()
        take = nil
    }
}
