import Bedside
import Cloud
import Foundation
import Store
import Synchronization

/// Asks the gateway for a voice, sends the recordings, looks for the voice, and has it deleted (MIND-9, V-2, V-3). Every
/// call returns at once; no word of the owner's, and no text of an answer, gets into the log.
final class VoiceCourier: Sendable {
    /// Sends a request as the account that is signed in at this gateway; nil: nobody is. A closure, so that tests need no
    /// files. `Handle`: what cancels it; `Void` where nothing can.
    typealias Asking<Handle> =
        @Sendable (
            _ gateway: String?, _ request: @escaping @Sendable (GatewayWire) -> HTTPRequest,
            _ done: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>?) -> Void
        ) -> Handle

    private let shelf: SoundShelf
    private let ask: Asking<Void>
    private let askToMake: Asking<PendingRequest>
    private let post: @Sendable (Event) -> Void
    private let log: @Sendable (LogLevel, String) -> Void
    private let queue = DispatchQueue(label: "voice-sending", qos: .utility)
    private let uploads = Mutex(Uploads())

    private struct Uploads {
        var underWay: (number: Int, request: PendingRequest)?
        /// Neither this upload nor one before it is wanted.
        var cancelled = 0
    }

    init(
        shelf: SoundShelf, ask: @escaping Asking<Void>, begin: @escaping Asking<PendingRequest>,
        post: @escaping @Sendable (Event) -> Void, log: @escaping @Sendable (LogLevel, String) -> Void
    ) {
        self.shelf = shelf
        self.ask = ask
        askToMake = begin
        self.post = post
        self.log = log
    }

    private func tell(_ event: VoiceKeeper.Event) { post(.ownVoice(event)) }

    // MARK: Whether there could be a voice

    /// Finds out before the owner reads for half a minute: the plan, the voices that there are, and whether this gateway
    /// makes any.
    func check(_ gateway: String?) {
        asking(gateway, { $0.entitlement() }) { [self] answer in
            guard case .body(let body) = answer else { return tell(.checked(Self.unknown(answer))) }
            if body.plan == "free" { return tell(.checked(.plan)) }
            asking(gateway, { $0.voices() }) { [self] answer in
                guard case .body(let body) = answer, let voices = body.voices else {
                    return tell(.checked(Self.unknown(answer)))
                }
                if let voice = voices.first(where: { $0.state != .deleting }) {
                    return tell(.checked(.taken(id: voice.id)))
                }
                asking(gateway, { $0.tryVoices() }) { [self] in tell(.checked(Self.trial($0))) }
            }
        }
    }

    private func asking(
        _ gateway: String?, _ request: @escaping @Sendable (GatewayWire) -> HTTPRequest,
        _ done: @escaping @Sendable (GatewayAnswer) -> Void
    ) {
        let quick: @Sendable (GatewayWire) -> HTTPRequest = { wire in
            var asked = request(wire)
            asked.timeoutMilliseconds = GatewayWire.checkMilliseconds
            return asked
        }
        ask(gateway, quick) { result in
            done(result.map { GatewayAnswer($0) } ?? .tokenRefused(.signedOut))
        }
    }

    /// A request without its key makes no voice: what it lacks says that there could be one.
    static func trial(_ answer: GatewayAnswer) -> VoiceCheck {
        switch answer {
        case .refused(400, "invalid_request", _): .ready
        case .refused(403, "plan", _): .plan
        case .refused(403, "voices_off", _), .refused(404, "not_found", _), .refused(405, _, _): .off
        case .body, .refused, .tokenRefused, .noGateway, .unreached: unknown(answer)
        }
    }

    private static func unknown(_ answer: GatewayAnswer) -> VoiceCheck {
        switch answer {
        case .tokenRefused: .signedOut
        case .refused(404, "not_found", _): .off
        case .body, .refused, .noGateway, .unreached: .unreachable
        }
    }

    // MARK: Sending, finding, deleting

    func send(_ upload: VoiceUpload, gateway: String?) {
        queue.async { [self] in
            let failed = VoiceKeeper.Event.sent(.failed(retryAfterSeconds: nil), upload: upload.number)
            guard let form = form(upload) else { return tell(failed) }
            guard form.bytes.count <= GatewayWire.maximumUploadBytes else {
                return tell(.sent(.refused, upload: upload.number))
            }
            guard uploads.withLock({ $0.cancelled < upload.number }) else { return tell(failed) }
            let request = askToMake(gateway, { $0.makeVoice(form, key: upload.key) }) { [self] result in
                guard let result else { return tell(failed) }
                tell(.sent(VoiceAnswer(GatewayAnswer(result)), upload: upload.number))
            }
            let isCancelled = uploads.withLock { uploads in
                uploads.underWay = (upload.number, request)
                return uploads.cancelled >= upload.number
            }
            if isCancelled { request.cancel() }
        }
    }

    /// No more of it leaves the device. It is answered as an upload that failed.
    func cancel(upload number: Int) {
        let request = uploads.withLock { uploads in
            uploads.cancelled = max(uploads.cancelled, number)
            return uploads.underWay?.number == number ? uploads.underWay?.request : nil
        }
        request?.cancel()
    }

    /// Nil if a recording is gone, or cannot be read.
    private func form(_ upload: VoiceUpload) -> MultipartBody? {
        do throws(RecordingError) {
            return MultipartBody([
                MultipartBody.Part(name: "name", text: upload.name),
                MultipartBody.Part(name: "consent_text", text: upload.consentText.words),
                MultipartBody.Part(
                    name: "consent", contentType: "audio/wav", bytes: try shelf.open(upload.consentFile)),
                MultipartBody.Part(
                    name: "recording", contentType: "audio/wav", bytes: try shelf.open(upload.sampleFile)),
            ])
        } catch {
            log(.error, "a recording of the owner's voice cannot be sent: \(error)")
            return nil
        }
    }

    func search(_ name: String, number: Int, gateway: String?) {
        ask(gateway, { $0.voices() }) { [self] result in
            let answer = result.map { VoiceSearch(GatewayAnswer($0), name: name) }
            tell(.found(answer ?? .failed(retryAfterSeconds: nil), search: number))
        }
    }

    func delete(_ id: String, gateway: String?) {
        ask(gateway, { $0.deleteVoice(id) }) { [self] result in
            tell(.deletion(VoiceDeletionAnswer(result), id: id, thousandth: .random(in: 0..<1000)))
        }
    }
}
