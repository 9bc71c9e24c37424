import Bedside
import FoundationEssentials
import Store

/// The protocol of the control socket: one JSON object per line, in both directions.
///
/// `{"id":1,"command":{…}}` is answered by `{"id":1,"reply":{…}}` or by `{"id":1,"error":{"code":65,"message":"…"}}`.
/// The message is in the owner's language, and the reason comes with it as a value: `"refusal":{"noSuchHabit":{…}}`.
/// `{"id":2,"metrics":true}` is answered by Prometheus text, `{"id":3,"diagnostics":true}` by counters, and
/// `{"id":4,"watch":true}` by the status now and again at every change.
public enum ControlLimits {
    public static let lineBytes = 256 * 1024
    public static let clients = 16
    public static let pendingRequests = 64
    public static let writeBufferBytes = 1024 * 1024
    /// A client without a complete line, a pending request or a watch is disconnected after this time.
    public static let idleSeconds = 30
    /// How long the command line waits for an answer.
    public static let answerSeconds = 5
}

struct ControlRequest: Codable, Sendable {
    var id: Int
    var command: Command?
    var metrics: Bool?
    var diagnostics: Bool?
    var watch: Bool?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, command, metrics, diagnostics, watch
    }

    init(
        id: Int, command: Command? = nil, metrics: Bool? = nil, diagnostics: Bool? = nil, watch: Bool? = nil
    ) {
        self.id = id
        self.command = command
        self.metrics = metrics
        self.diagnostics = diagnostics
        self.watch = watch
    }
}

/// What went wrong with one request; `code` is an `ExitStatus`, or one that only another version knows.
struct ControlFault: Codable, Sendable {
    /// A field that the profile's rules refuse.
    struct FieldMessage: Codable, Sendable {
        var path: String
        var message: String
    }
    var code: Int32
    var message: String
    var fields: [FieldMessage]?
    /// Nil if the request was refused before it reached the rules.
    var refusal: Refusal?

    init(code: ExitStatus, message: String) {
        self.code = code.rawValue
        self.message = message
    }

    init(_ refusal: Refusal, in language: Language) {
        code = refusal.code.rawValue
        message = refusal.text(in: language)
        let all = refusal.fields.map { FieldMessage(path: $0.path, message: $0.fault.text(in: language)) }
        fields = all.isEmpty ? nil : all
        self.refusal = refusal
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decode(Int32.self, forKey: .code)
        message = try container.decode(String.self, forKey: .message)
        fields = try? container.decodeIfPresent([FieldMessage].self, forKey: .fields)
        // A reason from another version may be unknown here; its message can still be shown.
        refusal = try? container.decodeIfPresent(Refusal.self, forKey: .refusal)
    }
}

struct ControlResponse: Codable, Sendable {
    /// 0 if the request's own id could not be read.
    var id: Int
    var reply: Reply?
    var error: ControlFault?
    var metrics: String?
    var diagnostics: Diagnostics?
    var status: Status?

    init(id: Int) { self.id = id }
}

enum ControlCoding {
    /// The socket's clients are the owner's (GUARD-2), so words go over it as they are.
    static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        if let key = CodingUserInfoKey.privateWords { encoder.userInfo[key] = true }
        return encoder
    }

    /// Reads one request line; the fault names the field and what was expected.
    static func request(_ line: [UInt8]) -> Result<ControlRequest, ControlRefusedLine> {
        let decoder = JSONDecoder()
        let data = Data(line)
        func refused(_ message: String) -> Result<ControlRequest, ControlRefusedLine> {
            let id = (try? decoder.decode(Identified.self, from: data))?.id ?? 0
            return .failure(ControlRefusedLine(id: id, message: message))
        }
        do {
            let keys = try decoder.decode([String: Anything].self, from: data).keys
            let known = Set(ControlRequest.CodingKeys.allCases.map(\.rawValue))
            if let unknown = keys.filter({ !known.contains($0) }).min() {
                return refused(
                    "\(PrintableText.line(unknown)): unknown field; expected \(known.sorted().joined(separator: ", "))")
            }
            let request = try WireJSON.decode(ControlRequest.self, from: data, withWords: true)
            let asked = [
                request.command != nil, request.metrics == true, request.diagnostics == true, request.watch != nil,
            ]
            guard asked.count(where: { $0 }) == 1 else {
                return refused("expected exactly one of command, metrics, diagnostics, watch")
            }
            return .success(request)
        } catch let error as DecodingError {
            return refused(describe(error))
        } catch {
            return refused("expected one JSON object a line")
        }
    }

    static func line(_ response: ControlResponse) -> [UInt8] {
        let encoder = encoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(response) else {
            let code = ExitStatus.internalError.rawValue
            return Array(
                #"{"error":{"code":\#(code),"message":"the answer cannot be written as JSON"},"id":0}\#n"#.utf8)
        }
        return Array(data) + [0x0A]
    }

    /// `command.skip.habit: expected a habit name like wake or reading`, on one line and of bounded length.
    static func describe(_ error: DecodingError) -> String {
        let (path, text): ([any CodingKey], String) =
            switch error {
            case .typeMismatch(let type, let context): (context.codingPath, "expected \(plainName(type))")
            case .valueNotFound(let type, let context): (context.codingPath, "expected \(plainName(type))")
            case .keyNotFound(let key, let context): (context.codingPath + [key], "is missing")
            case .dataCorrupted(let context) where context.codingPath.isEmpty:
                ([], "expected one JSON object a line")
            case .dataCorrupted(let context): (context.codingPath, context.debugDescription)
            @unknown default: ([], "expected one JSON object a line")
            }
        let place = path.map(\.stringValue).joined(separator: ".")
        return PrintableText.line(place.isEmpty ? text : "\(place): \(text)")
    }

    private static func plainName(_ type: any Any.Type) -> String {
        switch type {
        case is Int.Type, is Int32.Type, is Int64.Type: "a whole number"
        case is Bool.Type: "true or false"
        case is String.Type: "a text"
        case is Command.Type: "a command like {\"status\":{}}"
        default: "an object or value of another kind"
        }
    }

    /// Takes any JSON value without looking into it.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) throws {}
    }
    private struct Identified: Decodable {
        var id: Int
    }
}

struct ControlRefusedLine: Error, Sendable {
    var id: Int
    var message: String
}
