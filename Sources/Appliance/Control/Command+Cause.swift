import Bedside

extension Command {
    /// The same command with the cause that its way in implies: whatever a client claims, a press over the socket has
    /// the socket as its cause.
    func asked(by cause: NightEntry.Cause) -> Command {
        if case .press(let button, let held, _) = self {
            .press(button, heldMilliseconds: held, from: cause)
        } else {
            self
        }
    }
}
