import Bedside

/// The line of the buzzer (SOUND-2) or of the bed shaker (S-7): it sounds or shakes while the line is active. Main
/// thread only.
public final class GPIOBuzzer {
    private let output: BoardOutput
    private var isSounding = false

    /// Requests the line at once; if that fails there is a `problem`.
    init(_ description: LineDescription, as part: BoardProblem.Part = .buzzer, chips: GPIOChips) {
        output = BoardOutput(part, .line(description), chips: chips)
    }

    /// Why it does not work; nil: it works, as far as known.
    var problem: BoardProblem? { output.problem }

    /// Requests the line again if it is missing, and tries it. It stays silent; sounding must be requested again.
    func requestMissing(_ chips: GPIOChips) {
        guard !isSounding else { return }
        output.request(chips)
        try? output.set(percent: 0)
    }

    /// Fails if the line is missing, unless the buzzer is to be silent anyway.
    public func set(_ isSounding: Bool) throws(GPIOError) {
        self.isSounding = false
        guard isSounding || output.isThere else { return }
        try output.set(percent: isSounding ? 100 : 0)
        self.isSounding = isSounding
    }
}
