import Bedside
import Cloud
import Foundation
import Realtime
import Synchronization

/// Asks the gateway what the rules of the account want to know (ACCOUNT-1 to ACCOUNT-3, ACCOUNT-6), and keeps the token.
/// Every call returns at once; files and answers are waited for on a queue and on the client's thread, and what comes of
/// it is posted. No text of an answer gets into the log.
final class GatewayAccount: Sendable {
    private let files: GatewayFiles
    private let http: HTTPClient
    private let post: @Sendable (Event) -> Void
    private let log: @Sendable (LogLevel, String) -> Void
    private let queue = DispatchQueue(label: "account", qos: .utility)
    /// Farewells that still need a file of the state folder; an erasure waits for them.
    private let farewells = DispatchGroup()
    private static let maximumWaitSeconds = 1.0
    /// An upload that was cancelled may have arrived whole just before: the gateway is asked once more after this.
    private static let secondLookSeconds = 2.0
    /// In memory only, so a power cut ends the sign-in.
    private let asking = Mutex(Asking())

    private struct Asking: Sendable {
        /// Counts the requests for a code. The gateway ends a device's older code, so only the last answer is of use.
        var number = 0
        /// The code that was asked for, for polls.
        var asked: Asked?
    }

    private struct Asked: Sendable {
        var address: GatewayWire
        var deviceCode: String
    }

    init(
        files: GatewayFiles, http: HTTPClient = HTTPClient(), post: @escaping @Sendable (Event) -> Void,
        log: @escaping @Sendable (LogLevel, String) -> Void
    ) {
        self.files = files
        self.http = http
        self.post = post
        self.log = log
    }

    func shutDown() { http.shutDown() }

    /// - Parameters:
    ///   - gateway: the address of the account; a token goes to its own gateway alone.
    ///   - user: the gateway's name for whoever is signed in; nil: nobody is.
    func perform(_ effect: AccountKeeper.Effect, gateway: String?, user: String?) {
        switch effect {
        case .ask(let address):
            let number = asking.withLock { asking in
                asking = Asking(number: asking.number + 1)
                return asking.number
            }
            queue.async { [self] in ask(address, number) }
        case .poll: queue.async { [self] in poll(former: user) }
        case .endAsking: asking.withLock { $0.asked = nil }
        case .lookUp:
            check(gateway) { [post] failure in
                if failure == .credentials { post(.companionChecked(failure)) }
            }
        case .sync(let session): sync(session, gateway) { $0.sync(session) }
        case .begin(let session): sync(session, gateway) { $0.begin(session) }
        case .stop(let session): stop(session, gateway)
        case .rotate: rotate(gateway)
        case .sendProfile(let body, let number):
            exchange(gateway, number) { $0.sendProfile(Array(body.words.utf8), of: user) }
        case .readProfile(let version, let number): exchange(gateway, number) { $0.readProfile(version, of: user) }
        case .forget: forget(deleting: [])
        }
    }

    private func tell(_ event: AccountKeeper.Event) { post(.account(event)) }

    // MARK: Signing in (RFC 8628)

    private func ask(_ address: String, _ number: Int) {
        let wire: GatewayWire
        let device: String
        do throws(RealtimeFailure) {
            wire = try files.wireToAsk(address)
        } catch {
            return tell(.noCode(.untrusted), of: number)
        }
        do throws(CredentialError) {
            device = try files.device()
        } catch {
            log(.error, "\(error)")
            return tell(.noCode(.notStored), of: number)
        }
        http.send(wire.ask(device: device, name: GatewayFiles.machineName)) { [self] result in
            switch GatewayAnswer(result) {
            case .body(let answer):
                guard let code = answer.signInCode, let deviceCode = answer["device_code"] else { break }
                return tell(.code(code), of: number, Asked(address: wire, deviceCode: deviceCode))
            case .unreached(let failure): return tell(.noCode(failure == .tls ? .untrusted : .network), of: number)
            case .refused(let status, _, _):
                return tell(.noCode(status == 429 ? .tooOften : status >= 500 ? .network : .refused), of: number)
            case .tokenRefused, .noGateway: break
            }
            tell(.noCode(.refused), of: number)
        }
    }

    /// Tells what came of a request for a code, unless another one was made since.
    private func tell(_ event: AccountKeeper.Event, of number: Int, _ asked: Asked? = nil) {
        let isLast = asking.withLock { asking in
            guard asking.number == number else { return false }
            asking.asked = asked
            return true
        }
        if isLast { tell(event) }
    }

    /// - Parameter former: who is signed in until then.
    private func poll(former: String?) {
        guard let asked = asking.withLock({ $0.asked }) else { return tell(.polled(.failed(.expired))) }
        http.send(asked.address.poll(deviceCode: asked.deviceCode)) { [self] result in
            switch GatewayAnswer(result) {
            case .body(let answer):
                guard let token = answer["access_token"], let user = answer["user_id"] else {
                    return tell(.polled(.failed(.refused)))
                }
                queue.async { [self] in approved(asked, token, of: user, former: former) }
            case .refused(_, "authorization_pending", _): tell(.polled(.pending))
            case .refused(_, "slow_down", _): tell(.polled(.slowDown))
            case .refused(_, "access_denied", _): tell(.polled(.failed(.denied)))
            case .refused(_, "expired_token", _): tell(.polled(.failed(.expired)))
            case .refused(let status, _, _) where status >= 500 || status == 429: tell(.polled(.noAnswer))
            case .refused, .tokenRefused: tell(.polled(.failed(.refused)))
            case .unreached(.tls): tell(.polled(.failed(.untrusted)))
            case .unreached, .noGateway: tell(.polled(.noAnswer))
            }
        }
    }

    private func approved(_ asked: Asked, _ token: String, of user: String, former: String?) {
        // Nobody may wait for it any more.
        let isWanted = asking.withLock { asking in
            guard asking.asked?.deviceCode == asked.deviceCode else { return false }
            asking.asked = nil
            return true
        }
        guard isWanted else { return giveBack(token, asked.address) }
        let before = self.kept()
        guard keep(token, for: asked.address) else { return tell(.polled(.failed(.notStored))) }
        // Of the same person at the same gateway it died with the new one, which giving it back would end.
        let isOthers = former.map { $0 != user } ?? false
        if let before, isOthers || before.gateway != asked.address.base, let wire = try? files.wire(before.gateway) {
            http.send(wire.revoke(before.token)) { _ in }
        }
        tell(.polled(.approved(user: user)))
    }

    /// - Returns: whether it is on disk.
    private func keep(_ token: String, for wire: GatewayWire) -> Bool {
        do throws(CredentialError) {
            try files.keep(token, askedThrough: wire)
            return true
        } catch {
            log(.error, "\(error)")
            return false
        }
    }

    private func giveBack(_ token: String, _ wire: GatewayWire) {
        guard let token = Credential(token) else { return }
        http.send(wire.revoke(token)) { _ in }
    }

    // MARK: With the token

    /// Sends a request with the token. Whatever the request was, the gateway's own 401 and 402 are reported to the rules.
    /// No other answer signs out.
    private func send(
        _ gateway: String?, _ request: @escaping @Sendable (GatewayWire) -> HTTPRequest,
        failed: @escaping @Sendable (GatewayAnswer) -> Void = { _ in },
        done: @escaping @Sendable (GatewayAnswer.Body, _ wire: GatewayWire, _ token: Credential) -> Void
    ) {
        ask(gateway, request) { result, wire, token in
            guard let result, let wire, let token else { return failed(.noGateway) }
            let answer = GatewayAnswer(result)
            guard case .body(let body) = answer else { return failed(answer) }
            done(body, wire, token)
        }
    }

    /// Sends a request as `send` does, for an answer that need not be JSON. `done` is called once, on another thread:
    /// with nil if nobody is signed in at this gateway, or if it was cancelled before it began.
    @discardableResult
    func ask(
        _ gateway: String?, _ request: @escaping @Sendable (GatewayWire) -> HTTPRequest,
        done: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>?, GatewayWire?, Credential?) -> Void
    ) -> PendingRequest {
        let pending = PendingRequest()
        queue.async { [self] in
            guard !pending.isCancelled, let gateway, let wire = try? files.wire(gateway),
                let token = self.token(for: wire), let device = try? files.device()
            else { return done(nil, nil, nil) }
            var asked = request(wire)
            asked.authorize(token)
            asked.headers.append((name: "device-id", value: device))
            let task = http.send(asked) { [self] result in
                note(result, token, wire)
                done(result, wire, token)
            }
            pending.began(task)
        }
        return pending
    }

    /// Reports what an answer says of the account itself, and logs what the gateway refuses.
    private func note(_ result: Result<HTTPResponse, HTTPFailure>, _ token: Credential, _ wire: GatewayWire) {
        if case .success(let response) = result, (200..<300).contains(response.status) { return }
        switch GatewayAnswer(result) {
        case .tokenRefused(let refusal): refused(token, wire, refusal)
        case .refused(402, "quota_exhausted", _): tell(.exhausted)
        case .refused(304, _, _), .refused(404, "no_profile", _): break
        case .refused(let status, let code, _): log(.notice, "the gateway said \(status) \(code)")
        case .body, .unreached, .noGateway: break
        }
    }

    /// Asks how much is left, as a check of the way to the gateway (ALARM-12, GUARD-7).
    func check(_ gateway: String?, _ done: @escaping @Sendable (ConversationFailure?) -> Void) {
        send(
            gateway, { $0.entitlement() },
            failed: { answer in
                switch answer {
                case .unreached(let failure): done(ConversationFailure(failure))
                case .tokenRefused, .refused(401, _, _), .noGateway: done(.unavailable)
                case .refused(402, _, _): done(.quota)
                case .refused, .body: done(.provider)
                }
            },
            done: { [self] answer, _, _ in
                // What is left clears what was wrong before, so it comes first.
                tellWhatIsLeft(answer)
                done(answer.canTalk ? nil : .credentials)
            })
    }

    /// Tells what is left, and when talks may be prepared: each speaker at another moment of the time that is given.
    private func tellWhatIsLeft(_ answer: GatewayAnswer.Body) {
        guard let seconds = answer.leftSeconds else { return }
        let early = answer.earlyWithinSeconds.map { $0 == 0 ? 0 : Int.random(in: 0..<($0 * 1000)) }
        tell(.left(seconds: seconds, earlyAfterMilliseconds: early))
    }

    private func sync(
        _ session: String, _ gateway: String?, _ request: @escaping @Sendable (GatewayWire) -> HTTPRequest
    ) {
        send(gateway, request) { [self] answer, _, _ in
            if let seconds = answer.leftSeconds { tell(.synced(session: session, leftSeconds: seconds)) }
        }
    }

    /// A gateway does not know this token. Only the one that is kept signs out: it may have been replaced while the
    /// request was on its way.
    func refused(_ token: Credential, _ wire: GatewayWire, _ refusal: TokenRefusal) {
        queue.async { [self] in
            guard self.token(for: wire)?.secret == token.secret else { return }
            switch refusal {
            case .signedOut: tell(.refused)
            case .accountDeleted: tell(.accountDeleted)
            }
        }
    }

    private func kept() -> GatewayFiles.Kept? {
        do throws(CredentialError) {
            return try files.kept()
        } catch {
            log(.error, "\(error)")
            return nil
        }
    }

    private func token(for wire: GatewayWire) -> Credential? {
        self.kept().flatMap { $0.gateway == wire.base ? $0.token : nil }
    }

    private func stop(_ session: String, _ gateway: String?) {
        let notStopped: @Sendable (Int?) -> Void = { [self] seconds in
            tell(.notStopped(session: session, retryAfterSeconds: seconds, thousandth: .random(in: 0..<1000)))
        }
        send(
            gateway, { $0.stop(session) },
            failed: { [self] answer in
                switch answer {
                // It was never ours, or is over: nothing is left to be told.
                case .refused(404, "session_unknown", _), .refused(410, "session_ended", _):
                    tell(.stopped(session: session))
                case .refused(_, _, let retryAfter): notStopped(retryAfter)
                case .tokenRefused, .unreached, .noGateway, .body: notStopped(nil)
                }
            }, done: { [self] _, _, _ in tell(.stopped(session: session)) })
    }

    /// The new token is on disk before anything uses it; until then the gateway knows the old one (ACCOUNT-6).
    private func rotate(_ gateway: String?) {
        send(
            gateway, { $0.rotate() }, failed: { [self] _ in tell(.rotated(isDone: false)) },
            done: { [self] answer, wire, used in
                guard let fresh = answer["access_token"] else { return tell(.rotated(isDone: false)) }
                queue.async { [self] in
                    // An owner who signed out meanwhile stays signed out.
                    guard token(for: wire)?.secret == used.secret else { return giveBack(fresh, wire) }
                    tell(.rotated(isDone: keep(fresh, for: wire)))
                }
            })
    }

    private func exchange(
        _ gateway: String?, _ number: Int, _ request: @escaping @Sendable (GatewayWire) -> HTTPRequest
    ) {
        let told: @Sendable (ProfileAnswer) -> Void = { [self] in
            tell(.profile($0, request: number, thousandth: .random(in: 0..<1000)))
        }
        send(
            gateway, request,
            failed: { answer in
                switch answer {
                case .refused(304, _, _): told(.unchanged)
                case .refused(404, "no_profile", _): told(.none)
                case .refused(400, _, _), .refused(413, _, _): told(.refused)
                case .refused(_, _, let seconds): told(.failed(retryAfterSeconds: seconds))
                case .tokenRefused, .unreached, .noGateway, .body: told(.failed(retryAfterSeconds: nil))
                }
            },
            done: { answer, _, _ in told(answer.profile.map { .newest($0) } ?? .failed(retryAfterSeconds: nil)) })
    }

    /// Has these voices deleted, once, and gives the token back after that (V-3). It is destroyed here at once; a gateway
    /// that is not reached keeps a voice until the owner deletes it there.
    func forget(deleting voices: [VoiceToDelete]) { forget(deleting: voices) {} }

    /// - Parameter done: called on another thread, once the gateway has answered or was not reached.
    func forget(deleting voices: [VoiceToDelete], done: @escaping @Sendable () -> Void) {
        farewells.enter()
        queue.async { [self] in forgetToken(voices, done) }
    }

    var waitForFarewells: @Sendable () -> Void {
        { [farewells] in _ = farewells.wait(timeout: .now() + Self.maximumWaitSeconds) }
    }

    /// Gives the token back if its gateway can be reached, and destroys it in any case.
    private func forgetToken(_ voices: [VoiceToDelete], _ done: @escaping @Sendable () -> Void) {
        let found = self.kept()
        let device = voices.isEmpty ? nil : try? files.device()
        if !files.destroyToken() { log(.error, "the token of the gateway could not be removed") }
        guard let found, let wire = try? files.wire(found.gateway) else {
            farewells.leave()
            return done()
        }
        // A root of the household's own is read with each connection.
        let needsFiles = wire.authorityFile != nil
        if !needsFiles { farewells.leave() }
        delete(voices, device, wire, found.token, isSecondLook: false) { [farewells] in
            if needsFiles { farewells.leave() }
            done()
        }
    }

    private func delete(
        _ voices: [VoiceToDelete], _ device: String?, _ wire: GatewayWire, _ token: Credential, isSecondLook: Bool,
        _ done: @escaping @Sendable () -> Void
    ) {
        guard let voice = voices.first, let device else {
            http.send(wire.revoke(token)) { _ in done() }
            return
        }
        var request =
            switch voice {
            case .id(let id): wire.deleteVoice(id)
            case .named: wire.voices()
            }
        request.authorize(token)
        request.headers.append((name: "device-id", value: device))
        http.send(request) { [self] result in
            var rest = Array(voices.dropFirst())
            if case .named(let name) = voice {
                let body: GatewayAnswer.Body? = if case .body(let body) = GatewayAnswer(result) { body } else { nil }
                if let found = body?.voices?.first(where: { $0.name == name }) {
                    if found.state != .deleting { rest.insert(.id(found.id), at: 0) }
                } else if !isSecondLook {
                    queue.asyncAfter(deadline: .now() + Self.secondLookSeconds) { [self] in
                        delete(voices, device, wire, token, isSecondLook: true, done)
                    }
                    return
                }
            }
            delete(rest, device, wire, token, isSecondLook: false, done)
        }
    }
}
