import Bedside
import Cloud
import Foundation
import Realtime
import Sound
import Store
import Synchronization

/// Has the consent to a voice of the owner's own written down by the service (V-1), with the owner's key or, without one,
/// through the gateway. It returns at once; what was heard is posted, and is in no log and no file.
final class ConsentListener: Sendable {
    /// Writes a recording down, until it is not wanted any more. Blocks.
    typealias Listener =
        @Sendable (_ request: ListeningRequest, _ gateway: String?, _ isWanted: @escaping @Sendable () -> Bool) ->
        Result<
            String, ListeningFailure
        >

    private let shelf: SoundShelf
    private let listener: Listener
    private let post: @Sendable (Event) -> Void
    private let log: @Sendable (LogLevel, String) -> Void
    private let queue = DispatchQueue(label: "voice-consent", qos: .utility)
    /// The recording that is wanted; 0: none.
    private let wanted = Atomic<Int>(0)
    private let requests = Atomic<Int>(0)

    init(
        shelf: SoundShelf, listener: @escaping Listener, post: @escaping @Sendable (Event) -> Void,
        log: @escaping @Sendable (LogLevel, String) -> Void
    ) {
        self.shelf = shelf
        self.listener = listener
        self.post = post
        self.log = log
    }

    func transcribe(file: Int, take: Int, language: Language, names: PrivateText, gateway: String?) {
        let number = requests.add(1, ordering: .acquiringAndReleasing).newValue
        wanted.store(number, ordering: .releasing)
        queue.async { [self] in
            let words = words(file, language, names, gateway, number)
            guard isWanted(number) else { return }
            post(.ownVoice(.transcribed(words.map { PrivateText($0) }, take: take)))
        }
    }

    /// What goes on is given up.
    func giveUp() { wanted.store(0, ordering: .releasing) }

    private func isWanted(_ number: Int) -> Bool { wanted.load(ordering: .acquiring) == number }

    /// What was heard, which may be nothing; nil if nobody could write it down.
    private func words(
        _ file: Int, _ language: Language, _ names: PrivateText, _ gateway: String?, _ number: Int
    ) -> String? {
        let samples: [Float]
        do throws(RecordingError) {
            let bytes = try shelf.open(file)
            guard let sound = SyntheticSound(bytes, maximumMilliseconds: 30_000) else { return nil }
            samples = sound.deviceSamples
        } catch {
            log(.error, "the recording of the consent cannot be read: \(error)")
            return nil
        }
        let request = ListeningRequest(samples: samples, language: language.rawValue, names: [names.words])
        switch listener(request, gateway, { [self] in isWanted(number) }) {
        case .success(let words): return words
        case .failure(.nothingHeard): return ""
        case .failure(.cancelled): return nil
        case .failure(let failure):
            log(.notice, "the consent was not written down: \(failure)")
            return nil
        }
    }
}

extension ConsentListener {
    /// The real service: by the owner's key where there is one, else by a session of the gateway's, which is ended at once
    /// and costs a minute at most.
    static func service(
        settings: CompanionSettings, files: CompanionFiles, account: GatewayAccount, gatewayFiles: GatewayFiles
    ) -> Listener {
        let http = HTTPClient()
        return { request, gateway, isWanted in
            if case .success(let credential?) = files.key() {
                do throws(RealtimeFailure) {
                    let configuration = try settings.configuration(credential: credential)
                    return SpeechListener(configuration: configuration).listen(request, http: http, while: isWanted)
                } catch {
                    return .failure(.service(error))
                }
            }
            guard let gateway, let wire = try? gatewayFiles.wire(gateway),
                let token = try? gatewayFiles.token(for: wire.base), let device = try? gatewayFiles.device()
            else { return .failure(.service(.credentials)) }
            let opened = OpenedSession(account: account, gateway: gateway)
            defer { opened.end() }
            let calls = GatewayCalls(
                address: wire.session, authorityFile: wire.authorityFile, device: device, session: { nil },
                report: { report in
                    switch report {
                    case .opened(let session, _), .prepared(let session): opened.note(session)
                    case .refused(let refusal): account.refused(token, wire, refusal)
                    case .exhausted, .busy: break
                    }
                })
            let configuration = settings.configuration(
                credential: token, gateway: calls, isOnThisMachine: wire.isOnThisMachine)
            return SpeechListener(configuration: configuration).listen(request, http: http, while: isWanted)
        }
    }
}

/// The gateway's session with which a consent is written down: it is ended, whenever the gateway says that it has opened it.
private final class OpenedSession: Sendable {
    private struct State: Sendable {
        var session: String?
        var isOver = false
    }

    private let account: GatewayAccount
    private let gateway: String
    private let state = Mutex(State())

    init(account: GatewayAccount, gateway: String) {
        self.account = account
        self.gateway = gateway
    }

    func note(_ session: String) {
        let isOver = state.withLock { state in
            state.session = session
            return state.isOver
        }
        if isOver { stop(session) }
    }

    func end() {
        let session = state.withLock { state in
            state.isOver = true
            return state.session
        }
        if let session { stop(session) }
    }

    /// If this request is lost, the gateway ends the session by itself once it hears nothing more of it.
    private func stop(_ session: String) {
        account.ask(gateway, { $0.stop(session) }) { _, _, _ in }
    }
}
