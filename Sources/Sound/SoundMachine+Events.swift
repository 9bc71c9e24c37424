import Bedside

/// An event for `SoundMachine`. `opening` is the number of an opening, `load` that of a cue's load.
enum SoundInput: Sendable, Equatable {
    // From the main loop.
    case prepare(Playback)
    case play(Playback)
    case silence
    case click
    case openLine(output: Int)
    case closeLine
    case shutDown
    // From the threads that load sounds.
    /// Loading has ended. `isThere`: there is something to play; an utterance without a recording is synthesized, and a
    /// phrase of the owner's whose recording cannot be read is reported.
    case loaded(load: Int, isThere: Bool)
    /// The synthesizer has ended; `reason`: why it failed, if it did.
    case speechEnded(load: Int, reason: String?)
    // From the playback threads.
    case opened(opening: Int)
    case audible(opening: Int, id: Int)
    case finished(opening: Int, id: Int)
    /// The sound came to its own end without one audible frame.
    case silent(opening: Int, id: Int)
    /// There was no room for the command that starts this load.
    case refused(opening: Int, load: Int)
    /// The device could not be opened, or failed while it was open.
    case failed(opening: Int, reason: String)
    /// The thread has ended because nothing sounded.
    case closed(opening: Int, lost: LostCommands)
    // From the device files, and from time.
    case devicesChanged(hasArrival: Bool)
    /// Whenever the driver's thread wakes, at `SoundMachine.deadline` at the latest.
    case turn(PlaybackThread)
}

/// Commands that were sent to a playback thread while it closed its device, and that it did not read any more.
struct LostCommands: Sendable, Equatable {
    var hasClick = false
    var heldUntil: BootTime?
}

/// The playback thread of the present opening, as the driver's thread sees it.
struct PlaybackThread: Sendable, Equatable {
    /// By when it expects to begin its next turn; nil if it sleeps until something is sent, or if there is no thread.
    var dueBack: BootTime?
    /// Whether it has not yet read everything that was sent.
    var hasCommands = false
}

/// An action that `SoundDirector` performs for `SoundMachine`, in the order in which they are returned. The first
/// number is that of an opening or of a load.
enum SoundAction: Sendable, Equatable {
    /// Load the sound of this playback; answered by `.loaded`.
    case load(Int, Playback)
    case useSynthesizedAlarm(Int)
    /// Make the voice of the ring with this load, whose alarm is loaded. Nothing waits for it.
    case makeVoice(Int, RingVoice)
    /// Synthesize the words; they are played as they come.
    case synthesize(Int, Utterance)
    /// Drop a load that is no longer wanted, and end its synthesizer. A playback thread may still read what it was
    /// lent.
    case discard(Int)
    case open(Int, output: Int)
    case start(Int, load: Int, Playback)
    /// Fade out what plays.
    case stop(Int)
    case click(Int)
    /// Keep the device open.
    case hold(Int, until: BootTime)
    /// Fade out what sounds and close; a device that opens later closes at once.
    case giveUp(Int)
    /// Make both directions of the conversation that was asked for.
    case connectLine
    /// This opening plays the line from now on.
    case giveLine(Int)
    /// End both directions; on this opening the speaker's side fades out.
    case disconnectLine(Int?)
    case report(SoundEvent)
    case log(LogLevel, String)
}
