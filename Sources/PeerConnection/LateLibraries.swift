import CLateLibraries

/// The libraries under this room and under HTTP and WebSocket: some sixty shared objects that come when a conversation
/// is near, not when the appliance starts (CLateLibraries.h says how).
public enum LateLibraries {
    /// Any thread; loads nothing.
    public static var areLoaded: Bool { anicca_late_is_loaded() != 0 }

    /// Any thread but the appliance's loop: 10 to 30 ms, longer from a cold card. Once they are there it costs nothing;
    /// once they failed they fail again, as what is missing is not installed while the program runs.
    public static func load() throws(PeerError) {
        guard let words = anicca_late_load() else { return }
        throw .library(String(cString: words), call: "dlopen", code: 0)
    }

    /// The line stands: gives back what was read to come so far (CLateLibraries.h says what). Any thread but a real-time
    /// one; a millisecond. Returns how many bytes of the program were gone through.
    @discardableResult
    public static func settle() -> Int { Int(clamping: anicca_late_settled()) }
}
