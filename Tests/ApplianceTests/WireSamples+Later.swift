import Bedside

extension WireSamples {
    /// The next ring with the fields that version 0.1.0 did not have.
    static let laterNext: Reply = {
        var later = next
        later.level = .net
        later.levelReason = .unaidedWeek
        return .next(later)
    }()
}
