import FuzzDriver
import Gateway
import GatewayRules

/// Most of what the gateway itself reads of requests, passkeys and providers. Not here is what is made of JSON that was
/// read: sellers' and providers' events. HTTP and TLS are swift-nio's, certificates
/// swift-certificates'. An input's first byte says what it is.
let targets = [
    FuzzTarget("requests", holds: readRequest),
    FuzzTarget("passkeys", holds: readPasskey),
    FuzzTarget("providers", holds: readProvider),
]

/// A body, or a word of a header, a form or a setting.
func readRequest(_ input: UnsafeRawBufferPointer) -> Bool {
    guard let kind = input.first else { return true }
    let bytes = Array(input.dropFirst())
    let text = String(decoding: bytes, as: UTF8.self)
    switch kind % 5 {
    case 0: return GatewayEntryPoints.json(bytes)
    case 1:
        _ = try? Form(text)
        return readBack(bytes)
    case 2: return readFiles(bytes)
    case 3:
        if let token = SignedToken(text) {
            guard token.signed.count < bytes.count, token.header.count < bytes.count else { return false }
        }
        if let signature = WebhookSignature(text) {
            guard signature.codes.allSatisfy({ $0.utf8.count == 64 }), signature.seconds >= 0 else { return false }
        }
        if let token = Token(.device, sent: text) { return token.text == text }
        return true
    default:
        if let code = UserCode(typed: text), UserCode(typed: code.digits) != code { return false }
        if let code = OwnerCode(typed: text), OwnerCode(typed: code.text) != code { return false }
        if let month = Month(text), Month(month.description) != month { return false }
        _ = AddressBlock(text)
        _ = DatabaseAddress(text)
        return PasskeyPlace(publicAddress: text).map { text.contains($0.id) } ?? true
    }
}

/// A form's value with every byte in percent. False: it is not what it was.
func readBack(_ bytes: [UInt8]) -> Bool {
    let digits = Array("0123456789abcdef")
    let value = bytes.map { "%\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
    let text = String(validating: bytes, as: UTF8.self)
    guard let form = try? Form("a=" + value) else { return text == nil }
    return form["a"] ?? "" == text
}

/// A line with the content type, and the body. False: a part lies outside of it.
func readFiles(_ bytes: [UInt8]) -> Bool {
    let head = bytes.prefix { $0 != 0x0A }
    let body = Array(bytes.dropFirst(head.count + 1))
    guard let boundary = MultipartForm.boundary(of: String(decoding: head, as: UTF8.self)),
        let form = try? MultipartForm(body, boundary: boundary)
    else { return true }
    let parts = ["sound", "phrase", "a", ""].compactMap { form[$0] }
    return parts.allSatisfy { 0 <= $0.lowerBound && $0.upperBound <= body.count }
}

/// What authenticators and browsers write. False: it ends behind its end, or a passkey is taken that is none.
func readPasskey(_ input: UnsafeRawBufferPointer) -> Bool {
    guard let kind = input.first else { return true }
    let bytes = Array(input.dropFirst())
    switch kind % 4 {
    case 0:
        _ = try? AuthenticatorData(bytes)
        return true
    case 1:
        guard let (value, end) = try? CBOR.read(bytes, from: 0) else { return true }
        return end <= bytes.count && (try? CBOR(Array(bytes.prefix(end)))) == value
    case 2:
        guard let said = GatewayEntryPoints.clientData(bytes) else { return true }
        return bytes.count <= PasskeyClientData.longest && said.type.utf8.count < bytes.count
    default: return readNewPasskey(bytes)
    }
}

/// Accepts every key and signature, so that what is read behind those checks is reached.
struct Credulous: PasskeyCryptography {
    func sha256(_ bytes: [UInt8]) -> [UInt8] { [UInt8](repeating: 0, count: 32) }
    func isKey(_ key: PasskeyKey) -> Bool { true }
    func isSignature(_ signature: [UInt8], of message: [UInt8], by key: PasskeyKey) -> Bool { true }
}

/// The length of an id, the id, and the attestation object of a new passkey.
func readNewPasskey(_ bytes: [UInt8]) -> Bool {
    let id = Array(bytes.dropFirst().prefix(Int(bytes.first ?? 0)))
    guard let place = PasskeyPlace(publicAddress: "https://gateway.example") else { return false }
    let said = PasskeyClientData(type: "webauthn.create", challenge: "AA", origin: place.origin, isCrossOrigin: false)
    let ceremony = PasskeyCeremony(place: place, challenge: [0], cryptography: Credulous())
    guard let made = try? ceremony.made(said, id: id, attestation: Array(bytes.dropFirst(1 + id.count))) else {
        return true
    }
    return made.key.point.count == 65
}

/// What comes from providers and as recordings: a socket's frames, a sound, what a voice has said.
func readProvider(_ input: UnsafeRawBufferPointer) -> Bool {
    guard let kind = input.first else { return true }
    let bytes = Array(input.dropFirst())
    switch kind % 4 {
    case 0: return messages(bytes, pieces: bytes.count) == messages(bytes, pieces: 1)
    case 1:
        guard let file = WaveFile(bytes[...]) else { return true }
        return file.frames * file.channels * 2 <= bytes.count && file.milliseconds >= 0
    case 3:
        // A packet of two bytes lasts 120 ms at most.
        guard let milliseconds = OggOpusFile.milliseconds(of: bytes[...]) else { return true }
        return (0...(bytes.count * 120)).contains(milliseconds)
    default:
        let text = String(decoding: bytes, as: UTF8.self)
        _ = SpokenText.match(String(text.reversed()), of: text)
        // One word more is another text.
        return SpokenText.match(text + " x", of: text) == nil
    }
}

/// The messages in a socket's bytes, which come in that many pieces, up to where something is wrong.
func messages(_ bytes: [UInt8], pieces: Int) -> [WebSocketFrames.Message] {
    var frames = WebSocketFrames()
    var found: [WebSocketFrames.Message] = []
    let size = max(bytes.count / max(pieces, 1), 1)
    for start in stride(from: 0, to: bytes.count, by: size) {
        frames.append(bytes[start..<min(start + size, bytes.count)])
        do {
            while let message = try frames.next() {
                found.append(message)
                guard message != .close else { return found }
            }
        } catch { return found }
    }
    return found
}

drive(targets)
