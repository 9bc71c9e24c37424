import Bedside

/// The buzzer line (SOUND-2): sounds while the line is active. Main thread only.
public final class GPIOBuzzer {
    private let output: BoardOutput
    private var isSounding = false

    /// Asks for the line at once; where it cannot be had there is a `problem`.
    init(_ description: LineDescription, chips: GPIOChips) {
        output = BoardOutput(.buzzer, .line(description), chips: chips)
    }

    /// Why it does not work; nil: it does, as far as is known.
    var problem: BoardProblem? { output.problem }

    /// Asks for the line again where it is missing, and tries it: silent, whoever wants it to sound says so anew.
    func requestMissing(_ chips: GPIOChips) {
        guard !isSounding else { return }
        output.request(chips)
        try? output.set(percent: 0)
    }

    /// Fails where the line is missing; that such a one is to be silent is no error.
    public func set(_ isSounding: Bool) throws(GPIOError) {
        self.isSounding = false
        guard isSounding || output.isThere else { return }
        try output.set(percent: isSounding ? 100 : 0)
        self.isSounding = isSounding
    }
}
