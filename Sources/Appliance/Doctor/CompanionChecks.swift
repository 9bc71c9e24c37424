import Bedside
import Cloud
import Foundation
import Realtime
import Synchronization

/// Checks the online companion for `anicca doctor` (GUARD-5): the key, the way to the service, the time to connect. A
/// connection is made muted and closed again: nothing is said, heard or metered.
struct CompanionChecks {
    let companion: Companion
    let settings: CompanionSettings
    let stateFolder: String
    /// The account at a gateway.
    var account = AccountStanding()
    /// The diagnostics of the running appliance; nil if none runs.
    var running: Diagnostics?
    private static let limitMilliseconds = 12_000

    func findings() -> [Finding] { tried() + differences() }

    /// Whether the appliance was started with other settings, so that this check does not cover it.
    private func differences() -> [Finding] {
        guard companion == .automatic || companion == .openai, let running,
            let key = running.companion.key
        else { return [] }
        let address = running.companion.address ?? "-"
        let own = (try? self.key())?.place ?? "none"
        if own == key, (try? settings.address())?.base ?? "-" == address { return [] }
        return [.companionDiffers(key: key, address: address)]
    }

    /// The key as the appliance finds it, not as root does.
    private func key() throws(CredentialError) -> Credential? {
        try StateLocation.asOwner(of: stateFolder) { () throws(CredentialError) in
            try OwnerKey.load(stateFolder: stateFolder)
        }
    }

    private func tried() -> [Finding] {
        switch companion {
        case .offline: return [.companionOffline]
        case .gateway: return gateway()
        case .automatic, .openai: break
        }
        let credential: Credential
        do throws(CredentialError) {
            guard let found = try self.key() else {
                return [.keyAbsent(isWanted: companion == .openai)]
            }
            credential = found
        } catch {
            return [.keyFaulty(error.wording)]
        }
        let place = credential.place ?? "-"
        let address: ServiceAddress
        let configuration: RealtimeConfiguration
        do throws(RealtimeFailure) {
            address = try settings.address()
            configuration = try settings.configuration(credential: credential)
        } catch {
            return [.key(place: place), .addressFaulty(error.wording)]
        }
        let http = HTTPClient()
        defer { http.shutDown() }
        var findings: [Finding] = [.key(place: place)]
        let (result, milliseconds) = ask(KeyCheck(address: address, credential: credential).request, http)
        switch KeyCheck.failure(of: result) {
        case .incomplete(let words)?: return findings + [.libraryAbsent(words)]
        case let failure?: return findings + [.serviceFaulty(failure.wording, Finding.ServiceFault(failure))]
        case nil: findings.append(.service(address: address.base, milliseconds: milliseconds))
        }
        findings.append(connect(configuration, http))
        return findings
    }

    /// Asks the gateway how much is left, which shows whether it can be reached, knows the token (ACCOUNT-4), and has a
    /// key with which it can talk.
    private func gateway() -> [Finding] {
        let files = GatewayFiles(stateFolder: stateFolder)
        guard account.isSignedIn, let address = account.gateway,
            let wire = StateLocation.asOwner(of: stateFolder, { try? files.wire(address) })
        else {
            return [.companionGateway]
        }
        var request = wire.entitlement()
        do throws(CredentialError) {
            let isThere = try StateLocation.asOwner(of: stateFolder) { () throws(CredentialError) in
                guard let token = try files.token(for: wire.base) else { return false }
                request.authorize(token)
                request.headers.append((name: "device-id", value: try files.device()))
                return true
            }
            guard isThere else { return [.companionGateway] }
        } catch {
            return [.keyFaulty(error.wording)]
        }
        let http = HTTPClient()
        defer { http.shutDown() }
        let (result, milliseconds) = ask(request, http)
        switch KeyCheck.failure(of: result) {
        case .incomplete(let words)?: return [.libraryAbsent(words)]
        case .credentials?: return [.companionGateway]
        // Model and voice are the gateway's.
        case .refused(let code)?: return [.serviceFaulty(RealtimeFailure.refused(code: code).wording, .service)]
        case let failure?: return [.serviceFaulty(failure.wording, Finding.ServiceFault(failure))]
        case nil:
            var findings: [Finding] = [.service(address: wire.base, milliseconds: milliseconds)]
            if case .body(let answer) = GatewayAnswer(result), !answer.canTalk { findings.append(.gatewayCannotTalk) }
            return findings
        }
    }

    /// Sends a request, and waits.
    private func ask(
        _ request: HTTPRequest, _ http: HTTPClient
    ) -> (result: Result<HTTPResponse, HTTPFailure>, milliseconds: Int) {
        let answer = Mutex<Result<HTTPResponse, HTTPFailure>>(.failure(.timedOut))
        let isDone = DispatchSemaphore(value: 0)
        let began = SystemClock.boot()
        http.send(request) { result in
            answer.withLock { $0 = result }
            isDone.signal()
        }
        _ = isDone.wait(timeout: .now() + .milliseconds(Self.limitMilliseconds))
        return (answer.withLock { $0 }, (SystemClock.boot() - began).milliseconds)
    }

    private func connect(_ configuration: RealtimeConfiguration, _ http: HTTPClient) -> Finding {
        let outcome = Mutex<RealtimeFailure?>(.silent)
        let isDone = DispatchSemaphore(value: 0)
        let client = RealtimeClient(
            configuration: configuration, http: http,
            report: { report in
                switch report {
                case .ready: outcome.withLock { $0 = nil }
                case .failed(_, let failure): outcome.withLock { $0 = failure }
                default: return
                }
                isDone.signal()
            }, log: { _, _ in })
        defer { client.shutDown() }
        client.connect(SessionRequest(id: 1, instructions: "Say nothing.", isMuted: true))
        _ = isDone.wait(timeout: .now() + .milliseconds(Self.limitMilliseconds))
        switch outcome.withLock({ $0 }) {
        case .incomplete(let words)?: return .libraryAbsent(words)
        case let failure?: return .lineFaulty(failure.wording, Finding.ServiceFault(failure))
        case nil: break
        }
        let statistics = client.statistics()
        client.close(id: 1)
        return .line(
            milliseconds: statistics.readyMilliseconds ?? 0, transport: statistics.transport?.rawValue ?? "WebRTC")
    }
}

extension Finding.ServiceFault {
    init(_ failure: RealtimeFailure) {
        self =
            switch failure {
            case .network, .nameResolution, .timedOut, .lost, .silent: .network
            case .tls: .certificate
            case .credentials: .key
            case .quota: .quota
            case .refused, .configuration: .settings
            case .rateLimited, .provider, .malformed, .sessionExpired, .incomplete: .service
            }
    }
}
