import Bedside
import Logging
import Realtime
import Sound
import Store

/// Speaker and microphone as the loop uses them. No call waits for a device; results come as events.
package protocol SpeakerDriver: AnyObject {
    func prepare(_ playback: Playback)
    func play(_ playback: Playback)
    func silence()
    func click()
    func listen(_ isOn: Bool)
    func setLineVolume(_ percent: Int)
    func counters() -> SoundCounters
    /// Whether the driver has answered the last question of this kind; asks again.
    func provesAlive() -> Bool
    func shutDown()
}

/// Speaker and microphone as the online companion uses them.
package protocol LineDriver: AnyObject {
    func openLine(_ line: VoiceLine, output: Int, volumePercent: Int)
    func closeLine()
}

/// The disk as the loop uses it (ALARM-7): each call returns within its patience.
package protocol StoreDriver: AnyObject {
    var report: OpenReport { get }
    var isWorking: Bool { get }
    var isBehind: Bool { get }
    /// Whether the vault still has an older key.
    var isOldKeyKept: Bool { get }
    /// Whether something is still to be removed from the disk, with a later `flush`.
    var owesRemoval: Bool { get }
    func commit(_ changes: [Change], within patience: TimeSpan) throws(StoreError)
    func erase(
        within patience: TimeSpan, others: @escaping @Sendable () -> Bool,
        onEnd: @escaping @Sendable (_ isComplete: Bool) -> Void
    ) throws(StoreError)
    func flush(within patience: TimeSpan) -> Bool
    func note(_ entry: @escaping @Sendable () -> some Encodable & Sendable)
    func close(within patience: TimeSpan) -> Bool
}

/// The online companion as the loop uses it; its answers are events.
package protocol CompanionDriver: AnyObject {
    var settingsProblem: RealtimeFailure? { get }
    var source: (key: CompanionFiles.KeyPlace, address: String?) { get }
    var statistics: ConversationStatistics? { get }
    func connect(_ request: ConversationRequest)
    func take(_ found: CompanionFiles.Found)
    func open(_ opening: CallOpening)
    /// Whether the sound line was opened for a call that has not ended.
    var hasLine: Bool { get }
    func handOver(_ request: ConversationRequest)
    func answer(_ answer: ToolAnswer)
    func mute(_ isMuted: Bool)
    func disconnect(isFinal: Bool)
    /// Silences the call, asks for a summary of the talk, and closes it.
    func summarize(_ task: SummaryTask)
    func check(_ companion: Companion, gateway: String?)
    func forgetKey()
    func shutDown()
}

/// Recordings of talks as the loop uses them; no call waits for the disk.
package protocol RecordingDriver: AnyObject {
    /// Whether there may be a recording whose time can end.
    var mayHoldAny: Bool { get }
    func perform(_ effect: RecordingKeeper.Effect)
    /// Another line is opened, or none is wanted: what plays is over.
    func lineIsTaken()
    /// Destroys what is being recorded.
    func drop()
    func tidy(today: LocalDate?, keepDays: Int?)
    func shutDown()
}

/// Recordings of the owner's phrases as the loop uses them.
package protocol PhraseDriver: AnyObject {
    func perform(_ effect: AffirmationKeeper.Effect)
    func lineIsTaken()
}

/// The wake message in the companion's voice as the loop uses it.
package protocol WakeVoiceDriver: AnyObject {
    func perform(_ effect: WakeVoice.Effect)
}

/// The account at a gateway as the loop uses it; its answers are events.
package protocol AccountDriver: AnyObject {
    func perform(_ effect: AccountKeeper.Effect, gateway: String?, user: String?)
    /// Asks once for the deletion of these voices, and then gives the token back. It is destroyed at once.
    func forget(deleting voices: [VoiceToDelete])
    /// Waits until no `forget` needs the state folder's files any more, for 1 s at most. On any thread but the main one:
    /// it waits for the disk, and where a household has a root of its own for the gateway too.
    var waitForFarewells: @Sendable () -> Void { get }
}

/// The owner's own voice as the loop uses it; its answers are events.
package protocol OwnVoiceDriver: AnyObject {
    func perform(_ effect: VoiceKeeper.Effect, gateway: String?)
    /// Another line is opened, or none is wanted.
    func lineIsTaken()
    func shutDown()
}

extension GatewayAccount: AccountDriver {}
extension PhraseRecorder: PhraseDriver {}
extension WakeVoiceMaker: WakeVoiceDriver {}
extension VoiceStudio: OwnVoiceDriver {}
extension TalkRecordings: RecordingDriver {}
extension SoundDriver: SpeakerDriver, LineDriver {}
extension StoreThread: StoreDriver {}
extension OnlineCompanion: CompanionDriver {}

/// The loop's clocks: the machine's, or a test's.
struct LoopClock {
    var now: () -> Moment
    /// Whether a time server keeps the civil clock.
    var isSynchronized: () -> Bool

    static var machine: LoopClock {
        LoopClock(now: SystemClock.now, isSynchronized: { SystemClock.isSynchronized() })
    }
}

/// The drivers of the loop.
struct Drivers {
    var sound: any SpeakerDriver
    var store: any StoreDriver
    var companion: any CompanionDriver
    var recordings: any RecordingDriver
    var phrases: any PhraseDriver
    var wakeVoice: any WakeVoiceDriver
    var account: any AccountDriver
    var ownVoice: any OwnVoiceDriver

    /// The ways back from the drivers' threads to the loop.
    struct Ways {
        /// Posts a report of the appliance's own parts.
        var event: @Sendable (Event) -> Void
        /// Posts an event from a service; the loop takes one of these in each turn.
        var told: @Sendable (Event) -> Void
        var turn: @Sendable (Turn) -> Void
        var found: @Sendable (CompanionFiles.Found) -> Void
        var caughtUp: @Sendable () -> Void
    }

    /// Makes the real drivers: sound cards, disk and service.
    static func real(_ parts: Appliance.Parts, _ ways: Ways) -> Drivers {
        let (board, shared) = (parts.board, parts.options.shared)
        let soundLogger = Logger(label: "sound")
        let phraseShelf = SoundShelf(.phrases, stateFolder: parts.options.stateFolder)
        let readings = SoundShelf(.wakeVoice, stateFolder: parts.options.stateFolder)
        let clips = SoundShelf(.voiceClips, stateFolder: parts.options.stateFolder)
        let logSound: @Sendable (LogLevel, String) -> Void = { level, text in
            soundLogger.log(level: level.logging, "\(text)")
        }
        let sound = SoundDriver(
            configuration: SoundConfiguration(
                outputs: board.outputs.map(OutputDevice.init), inputs: board.inputs.map(InputDevice.init),
                alarmFile: Appliance.alarmFile(board, shared), soundsFolder: shared.sounds + "/sounds",
                renderedSpeechFolders: shared.recordings),
            post: ways.event,
            log: logSound, phrase: { PhraseRecorder.samples(of: $0, from: phraseShelf, logSound) },
            reading: { words in
                words.script.flatMap { VoiceClipMaker.clip(of: $0, on: clips, logSound) }
                    ?? WakeVoiceMaker.reading(of: words, on: readings, logSound)
            },
            clip: { VoiceClipMaker.clip(of: $0, on: clips, logSound) })
        let companionLogger = Logger(label: "companion")
        let logCompanion: @Sendable (LogLevel, String) -> Void = { level, text in
            companionLogger.log(level: level.logging, "\(text)")
        }
        let recordings = TalkRecordings(
            shelf: RecordingShelf(stateFolder: parts.options.stateFolder), sound: sound, post: ways.event,
            log: logCompanion)
        let settings = parts.options.companion
        let files = CompanionFiles(
            prompts: PromptFiles(shared: shared), stateFolder: parts.options.stateFolder, log: logCompanion)
        let account = GatewayAccount(
            files: GatewayFiles(stateFolder: parts.options.stateFolder), post: ways.event, log: logCompanion)
        let companion = OnlineCompanion(
            settings: settings, files: files, account: account,
            sound: sound, tap: recordings.tap, found: ways.found, post: ways.told, say: ways.turn, log: logCompanion)
        return Drivers(
            sound: sound, store: StoreThread(parts.store, onCaughtUp: ways.caughtUp), companion: companion,
            recordings: recordings,
            phrases: PhraseRecorder(shelf: phraseShelf, sound: sound, post: ways.event, log: logSound),
            wakeVoice: WakeVoiceMaker(
                shelf: readings, voice: settings.voice, key: { files.key() },
                reader: { request, credential, isWanted in
                    do throws(RealtimeFailure) {
                        let configuration = try settings.configuration(credential: credential)
                        return ScriptReader(configuration: configuration).read(request, while: isWanted)
                    } catch {
                        return .failure(.service(error))
                    }
                }, post: ways.event, log: logCompanion), account: account,
            ownVoice: VoiceStudio(
                parts, sound: sound, settings: settings, files: files, account: account, clips: clips, post: ways.event,
                log: logCompanion))
    }
}
