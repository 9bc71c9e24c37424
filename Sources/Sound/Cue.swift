import Bedside

/// A sound that is wanted or only prepared.
struct Cue: Sendable, Equatable {
    enum Stage: Sendable, Equatable {
        /// The sound is being read. Can go to: ready.
        case loading(deadline: BootTime?)
        /// The sound is loaded, or arrives while it is being synthesized. Can go to: sent.
        case ready
        /// A playback thread has it. Can go to: ready, if its device closes before it has played.
        case sent
    }
    let playback: Playback
    /// Number of the load. No two loads have the same, so that late answers are recognized.
    let load: Int
    var stage: Stage

    var isLoading: Bool { if case .loading = stage { true } else { false } }
    var loadDeadline: BootTime? { if case .loading(let deadline) = stage { deadline } else { nil } }
}

/// One opening of one output, from the call that opens the device until its thread has ended or it is given up.
struct Opening: Sendable, Equatable {
    let number: Int
    let output: Int
    let startedAt: BootTime
    /// Whether the device has opened.
    var isOpen = false
}

/// The samples or the speech of a cue. A playback thread may still read them when the cue is no longer wanted.
struct SoundSource: Sendable {
    var material: Material?
    var speech: SpeechProcess?
    /// The voice of a ring, beside its material.
    var clip: RingClip?

    /// The voice to start, without its volume; nil if there is nothing to play.
    var voice: Voice? {
        if let material {
            var voice = material.voice
            voice.clip = clip.map { Unmanaged.passUnretained($0) }
            return voice
        }
        guard let speech else { return nil }
        var voice = Voice()
        voice.stream = Unmanaged.passUnretained(speech.stream)
        return voice
    }
}

/// A sound that a playback thread may still read.
final class LentSound: Sendable {
    let source: SoundSource
    /// Number of the opening that it was given to.
    let opening: Int

    init(_ source: SoundSource, opening: Int) {
        self.source = source
        self.opening = opening
    }
}
