import System

/// Starts a thread of this module.
func startSoundThread(
    _ name: String, _ kind: ThreadKind = .ordinary, _ run: @escaping @Sendable () -> Void
) throws(SoundError) {
    do throws(ThreadError) {
        try startThread(name, kind, run)
    } catch {
        throw .cannotStartThread(code: error.code)
    }
}
