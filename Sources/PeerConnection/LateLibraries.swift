import CLateLibraries
import System

/// The libraries that this module, HTTP and WebSocket need: some sixty shared objects, loaded when a conversation is
/// near and not when the appliance starts (CLateLibraries.h explains how).
public enum LateLibraries {
    /// Whether they are loaded. Any thread; loads nothing.
    public static var areLoaded: Bool { anicca_late_is_loaded() != 0 }

    /// Loads them. Any thread except the appliance's loop: 10 to 30 ms, longer from a cold card. Once they are loaded a
    /// call costs nothing; once loading has failed it always fails, since nobody installs what is missing while the
    /// program runs.
    public static func load() throws(PeerError) {
        guard let words = anicca_late_load() else { return }
        throw .library(String(cString: words), call: "dlopen", code: 0)
    }

    /// Gives back the memory pages that were read, or used for a moment, only to load, link and connect: far more than
    /// a conversation then needs. Called once the call is connected, from any thread except a real-time one; takes a
    /// millisecond. Returns how many bytes of the program were gone through.
    @discardableResult
    public static func settle() -> Int {
        ResidentProgram.giveBackFreedMemory()
        return ResidentProgram.giveBack(.codeAndConstants)
    }
}
