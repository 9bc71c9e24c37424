import Bedside

/// A sound that is wanted or only prepared.
struct Cue: Sendable, Equatable {
    enum Stage: Sendable, Equatable {
        /// What is to be heard is being read. Can go to: ready.
        case loading(deadline: BootTime?)
        /// It is there, or comes as it is spoken. Can go to: sent.
        case ready
        /// A playback thread has it. Can go to: ready, when that device has closed before it played it.
        case sent
    }
    let playback: Playback
    /// Number of the load; that of a later one differs, so that late answers are told apart.
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
    /// The device has opened.
    var isOpen = false
}

/// What a cue is made of. A playback thread may still read it when nobody wants the cue any more.
struct SoundSource: Sendable {
    var material: Material?
    var speech: SpeechProcess?

    /// Ready to be started, without its volume; nil: there is nothing to play.
    var voice: Voice? {
        if let material { return material.voice }
        guard let speech else { return nil }
        var voice = Voice()
        voice.stream = Unmanaged.passUnretained(speech.stream)
        return voice
    }
}

/// What a playback thread may still read.
final class LentSound: Sendable {
    let source: SoundSource
    /// Number of the opening that it was given to.
    let opening: Int

    init(_ source: SoundSource, opening: Int) {
        self.source = source
        self.opening = opening
    }
}
