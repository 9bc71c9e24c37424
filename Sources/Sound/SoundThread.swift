import System

/// Starts one of sound's threads.
func startSoundThread(
    _ name: String, _ kind: ThreadKind = .ordinary, _ run: @escaping @Sendable () -> Void
) throws(SoundError) {
    do throws(ThreadError) {
        try startThread(name, kind, run)
    } catch {
        throw .cannotStartThread(code: error.code)
    }
}
