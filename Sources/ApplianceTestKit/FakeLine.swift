import Appliance
import Sound

/// A line between microphone and speaker whose devices run when a test lets them.
package final class FakeLine: LineDriver {
    /// The newest line that was opened, also after it was closed.
    package private(set) var voice: VoiceLine?
    package var isOpen = false
    /// The output of each line that was opened, in order.
    package private(set) var outputs: [Int] = []
    package private(set) var closings = 0

    package init() {}

    package func openLine(_ line: VoiceLine, output: Int, volumePercent: Int) {
        voice = line
        isOpen = true
        outputs.append(output)
    }
    package func closeLine() {
        isOpen = false
        closings += 1
    }

    /// Lets the devices run while the microphone hears `sound`, 10 ms at a time.
    /// - Returns: what the speaker was given.
    @discardableResult
    package func run(_ sound: [Float]) -> [Float] {
        var given: [Float] = []
        for start in stride(from: 0, to: sound.count, by: 480) {
            var frames = [Float](repeating: 9, count: 480)
            frames.withUnsafeMutableBufferPointer { _ = voice?.render($0) }
            given += frames
            let heard = Array(sound[start..<min(start + 480, sound.count)])
            heard.withUnsafeBufferPointer { voice?.capture($0) }
        }
        return given
    }
}
