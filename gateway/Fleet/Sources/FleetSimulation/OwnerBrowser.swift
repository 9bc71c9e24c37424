import Bedside
import Foundation

/// The owner of a few speakers of the fleet, who connects them on the gateway's page as people do: without JavaScript, by
/// the forms that the page really has.
final class OwnerBrowser {
    private let loopback: Loopback
    private var cookies: [String: String] = [:]

    init(loopback: Loopback) { self.loopback = loopback }

    /// Signs in with a code of `anicca-gateway owner-code`.
    func signIn(code: String) throws {
        let page = try visit("GET", "/signin", from: "192.0.2.7")
        _ = try submit("/signin", of: page, [("code", code)], from: "192.0.2.7")
        guard cookies.keys.contains("__Host-anicca") else { throw FleetFailure("the owner cannot sign in on the page") }
    }

    /// Enters the code that a speaker says, at home. False: the page does not take it.
    func connect(userCode: String, from address: String) throws -> Bool {
        let page = try visit("GET", "/device?user_code=\(userCode)", from: address)
        let done = try submit("/device/decision", of: page, [("decision", "approve")], from: address)
        return done.header("location")?.hasPrefix("/device/done") ?? false
    }

    private func submit(
        _ action: String, of page: HTTPMessage, _ typed: [(String, String)], from address: String
    ) throws -> HTTPMessage {
        let form = page.text.components(separatedBy: "<form method=\"post\" action=\"\(action)\">").dropFirst().first
        guard let content = form?.components(separatedBy: "</form>").first else {
            throw FleetFailure("the page has no form for \(action): \(page.status)")
        }
        let hidden = content.components(separatedBy: "<input type=\"hidden\" name=\"").dropFirst().compactMap { part in
            let pieces = part.components(separatedBy: "\"")
            return pieces.count > 2 ? (pieces[0], pieces[2]) : nil
        }
        return try visit("POST", action, from: address, form: hidden + typed)
    }

    private func visit(
        _ method: String, _ path: String, from address: String, form: [(String, String)] = []
    ) throws -> HTTPMessage {
        var headers = [
            ("Host", "127.0.0.1"), ("X-Forwarded-For", address),
            ("Cookie", cookies.map { "\($0)=\($1)" }.joined(separator: "; ")),
        ]
        if method == "POST" {
            headers += [
                ("Origin", GatewayProcess.publicAddress), ("Content-Type", "application/x-www-form-urlencoded"),
            ]
        }
        let body = form.map { "\($0)=\(formEscaped($1))" }.joined(separator: "&")
        let request = HTTPMessage.bytes("\(method) \(path) HTTP/1.1", headers, body: body)
        guard case .answer(let answer)? = loopback.exchange([request]).first else {
            throw FleetFailure("\(path) does not answer")
        }
        for cookie in answer.headers("set-cookie") {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            if let name = pair.first, let value = pair.dropFirst().first { cookies[String(name)] = String(value) }
        }
        return answer
    }
}

/// A value of a form as it is sent.
func formEscaped(_ text: String) -> String {
    text.utf8.map { byte in
        let scalar = Unicode.Scalar(byte)
        let isPlain =
            byte < 128 && (CharacterSet.alphanumerics.contains(scalar) || "-_.~".unicodeScalars.contains(scalar))
        return isPlain
            ? String(Character(scalar)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
}
