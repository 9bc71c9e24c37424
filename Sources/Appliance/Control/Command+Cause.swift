import Bedside

extension Command {
    /// The same, as its way in knows it: whatever a client claims, a press that came over the socket is the socket's.
    func asked(by cause: NightEntry.Cause) -> Command {
        if case .press(let button, let held, _) = self {
            .press(button, heldMilliseconds: held, from: cause)
        } else {
            self
        }
    }
}
