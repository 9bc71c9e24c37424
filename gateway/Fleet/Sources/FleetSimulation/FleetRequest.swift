import Bedside

/// A request of a speaker, as its drivers send it (`GatewayAccount`, `WebRTCTransport` and `GatewayWire` of the device).
final class FleetRequest {
    /// Why it is sent.
    enum Purpose: Hashable {
        /// The check two minutes before an alarm, and the one in the evening.
        case check
        case lookUp
        /// For a code, and for what became of it (RFC 8628).
        case code
        case poll(deviceCode: String)
        case start(call: Int, isResumed: Bool)
        case sync(session: String)
        case stop(session: String)
        case rotate
        case sendProfile(number: Int)
        case readProfile(number: Int)
    }

    let purpose: Purpose
    /// The token that it shows.
    let token: String
    let bytes: [UInt8]

    init(_ purpose: Purpose, of speaker: Speaker, version: Int? = nil, body: String = "") {
        self.purpose = purpose
        token = speaker.token
        // As a proxy would say it: each speaker is in a network of its own.
        var headers = [("Host", "127.0.0.1"), ("X-Forwarded-For", speaker.address)]
        switch purpose {
        case .code, .poll: break
        default: headers += [("Authorization", "Bearer \(speaker.token)"), ("device-id", speaker.deviceID)]
        }
        let form = ("Content-Type", "application/x-www-form-urlencoded")
        let line: String
        let text: String
        switch purpose {
        case .check, .lookUp: (line, text) = ("GET /mobile/entitlement", "")
        case .start(_, let isResumed):
            (line, text) = ("POST /mobile/realtime/session", body)
            headers += [
                ("Content-Type", "application/sdp"), ("Anicca-Phase", "talk"),
                ("Idempotency-Key", speaker.nextKey()),
            ]
            if isResumed, let session = speaker.session { headers.append(("Anicca-Resume", session)) }
        case .sync(let session), .stop(let session):
            let isSync = if case .sync = purpose { true } else { false }
            line = "POST /mobile/realtime/session/" + (isSync ? "sync" : "stop")
            text = JSONValue.object(["session_id": .text(session)]).line
            headers.append(("Content-Type", "application/json"))
        case .rotate:
            (line, text) = ("POST /auth/token", "grant_type=urn%3Aanicca%3Arotate")
            headers.append(form)
        case .code:
            line = "POST /auth/device"
            text = "client_id=anicca-speaker&scope=device&device_id=\(speaker.deviceID)&device_name=Fleet"
            headers.append(form)
        case .poll(let code):
            line = "POST /auth/token"
            text =
                "grant_type=\(formEscaped("urn:ietf:params:oauth:grant-type:device_code"))"
                + "&client_id=anicca-speaker&device_code=\(formEscaped(code))"
            headers.append(form)
        case .sendProfile:
            (line, text) = ("PUT /mobile/profile", body)
            headers.append(("Content-Type", "application/json"))
        case .readProfile:
            (line, text) = ("GET /mobile/profile", "")
            if let version { headers.append(("If-None-Match", "\"\(version)\"")) }
        }
        bytes = HTTPMessage.bytes(line + " HTTP/1.1", headers, body: text)
    }
}

extension FleetRequest.Purpose {
    /// What it counts as in the report.
    var kind: RequestKind {
        switch self {
        case .check: .check
        case .lookUp: .lookUp
        case .code, .poll: .signIn
        case .start: .start
        case .sync: .sync
        case .stop: .stop
        case .rotate: .rotate
        case .sendProfile, .readProfile: .profile
        }
    }
}

enum RequestKind: String, CaseIterable {
    case start, sync, stop, check
    case lookUp = "look-up"
    case rotate, profile
    case signIn = "sign-in"
}

/// What came back, read as the device reads it (`GatewayAnswer`).
enum GatewayReply {
    case body(JSONValue, HTTPMessage)
    case refused(Int, String, retryAfter: Int?)
    case unreached

    init(_ reply: Loopback.Reply) {
        guard case .answer(let message) = reply else {
            self = .unreached
            return
        }
        let limits = JSONValue.Limits(bytes: 256 << 10, depth: 16, values: 65_536)
        let value = try? JSONValue.read(message.body, .lenient, within: limits)
        if (200..<300).contains(message.status) {
            self = .body(value ?? .object([:]), message)
        } else {
            self = .refused(
                message.status, value?["error"]?.text ?? "",
                retryAfter: message.header("retry-after").flatMap { Int($0) })
        }
    }

    /// What is left, in seconds; nil if the answer does not say.
    static func leftSeconds(_ value: JSONValue) -> Int? {
        if let seconds = value["remaining_seconds"]?.integer { return max(seconds, 0) }
        guard let entitlement = value["entitlement"], let month = entitlement["monthly_usage_remaining"]?.integer
        else { return nil }
        let minutes = month + (entitlement["packs_remaining"]?.integer ?? 0) - (entitlement["held"]?.integer ?? 0)
        return max(minutes, 0) * 60
    }
}
