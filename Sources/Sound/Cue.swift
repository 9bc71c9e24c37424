import Bedside

/// A sound on its way: wanted or only prepared. The driver's thread.
struct Cue {
    var playback: Playback
    /// Number of the load; that of a later one differs, so that late answers are told apart.
    var load: Int
    var material: Material?
    var speech: SpeechProcess?
    /// Boot time in nanoseconds after which loading has taken too long.
    var loadDeadline: Int64?
    /// It is with the playback thread.
    var isSent = false
}

/// What a playback thread may still read.
final class LentSound {
    let material: Material?
    let speech: SpeechProcess?
    /// Of the opening that it was given to.
    let serial: Int

    init(_ cue: Cue, serial: Int) {
        material = cue.material
        speech = cue.speech
        self.serial = serial
    }
}
