import Bedside
import Store

/// Performs what the rules ask for the owner's own voice (MIND-9). Main thread only; disk, gateway and service are waited
/// for on queues, so no alarm waits for any of it.
final class VoiceStudio {
    private let recorder: VoiceRecorder
    private let courier: VoiceCourier
    private let listener: ConsentListener
    private let clips: VoiceClipMaker

    init(recorder: VoiceRecorder, courier: VoiceCourier, listener: ConsentListener, clips: VoiceClipMaker) {
        self.recorder = recorder
        self.courier = courier
        self.listener = listener
        self.clips = clips
    }

    /// - Parameter gateway: the address of the account; nil without one.
    func perform(_ effect: VoiceKeeper.Effect, gateway: String?) {
        switch effect {
        case .check: courier.check(gateway)
        case .record(let take, let kind, let output, let volumePercent, let limitSeconds):
            recorder.record(take, kind, output: output, volumePercent: volumePercent, seconds: limitSeconds)
        case .finish: recorder.finish()
        case .drop: recorder.drop()
        case .transcribe(let file, let take, let language, let names):
            listener.transcribe(file: file, take: take, language: language, names: names, gateway: gateway)
        case .send(let upload): courier.send(upload, gateway: gateway)
        case .cancelUpload(let number): courier.cancel(upload: number)
        case .destroy(let file): recorder.destroy(file)
        case .sweep:
            listener.giveUp()
            recorder.sweep()
        case .search(let name, let number): courier.search(name, number: number, gateway: gateway)
        case .askDeletion(let id): courier.delete(id, gateway: gateway)
        // The account asks, before it gives the token back (`AccountDriver.forget`).
        case .askDeletionOfUpload: break
        case .fetchClip(let script, let task): clips.fetch(script, task: task, gateway: gateway)
        case .forgetClips(let kept): clips.forget(keeping: kept)
        }
    }

    /// Another line is opened, or none is wanted: nothing is recorded on it any more.
    func lineIsTaken() { recorder.lineIsTaken() }

    func shutDown() {
        recorder.shutDown()
        listener.giveUp()
    }
}

extension VoiceStudio {
    /// With the real gateway, service and disk.
    convenience init(
        _ parts: Appliance.Parts, sound: any LineDriver, settings: CompanionSettings, files: CompanionFiles,
        account: GatewayAccount, clips: SoundShelf, post: @escaping @Sendable (Event) -> Void,
        log: @escaping @Sendable (LogLevel, String) -> Void
    ) {
        let folder = parts.options.stateFolder
        let raw = SoundShelf(.rawVoice, stateFolder: folder)
        let begin: VoiceCourier.Asking<PendingRequest> = { gateway, request, done in
            account.ask(gateway, request) { result, _, _ in done(result) }
        }
        let ask: VoiceCourier.Asking<Void> = { _ = begin($0, $1, $2) }
        self.init(
            recorder: VoiceRecorder(shelf: raw, sound: sound, post: post, log: log),
            courier: VoiceCourier(shelf: raw, ask: ask, begin: begin, post: post, log: log),
            listener: ConsentListener(
                shelf: raw,
                listener: ConsentListener.service(
                    settings: settings, files: files, account: account, gatewayFiles: GatewayFiles(stateFolder: folder)),
                post: post, log: log),
            clips: VoiceClipMaker(
                shelf: clips, ask: ask, today: { "\(ZoneRules.utc.local(SystemClock.civil()).date)" }, post: post,
                log: log))
    }
}
