import Bedside

/// The buzzer line (SOUND-2): sounds while the line is active. Main thread only.
public final class GPIOBuzzer {
    private let line: GPIOLine

    init(_ description: LineDescription, chips: GPIOChips) throws(GPIOError) {
        line = try GPIOLine.output(description, chips: chips)
    }
    deinit { try? line.set(false) }

    public func set(_ isSounding: Bool) throws(GPIOError) { try line.set(isSounding) }
}
