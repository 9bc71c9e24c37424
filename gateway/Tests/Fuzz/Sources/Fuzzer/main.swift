import FuzzDriver
import Gateway
import GatewayRules

/// Most of what the gateway itself reads of requests, passkeys and providers. Not here is what is made of JSON that was
/// read: a browser's client data, sellers' and providers' events. HTTP and TLS are swift-nio's, certificates
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

/// What authenticators write. False: it ends behind its end.
func readPasskey(_ input: UnsafeRawBufferPointer) -> Bool {
    guard let kind = input.first else { return true }
    let bytes = Array(input.dropFirst())
    if kind % 2 == 0 {
        _ = try? AuthenticatorData(bytes)
        return true
    }
    guard let (value, end) = try? CBOR.read(bytes, from: 0) else { return true }
    return end <= bytes.count && (try? CBOR(Array(bytes.prefix(end)))) == value
}

/// What comes from providers: a socket's frames, a recording, what a voice has said.
func readProvider(_ input: UnsafeRawBufferPointer) -> Bool {
    guard let kind = input.first else { return true }
    let bytes = Array(input.dropFirst())
    switch kind % 3 {
    case 0: return messages(bytes, pieces: bytes.count) == messages(bytes, pieces: 1)
    case 1:
        guard let file = WaveFile(bytes[...]) else { return true }
        return file.frames * file.channels * 2 <= bytes.count && file.milliseconds >= 0
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
