/// A tool call from the companion (TALK-9), parsed but not yet checked against the device's state.
///
/// Text from outside goes no further: only a call of known shape, or the reason why there is none, is kept (GUARD-1).
public struct ToolRequest: Hashable, Sendable {
    public var callID: String
    public var call: Result<ToolCall, ToolError>

    public init(callID: String, call: Result<ToolCall, ToolError>) {
        self.callID = callID
        self.call = call
    }

    /// - Parameter arguments: JSON text, bounded by the driver.
    public init(callID: String, name: String, arguments: String) {
        self.callID = callID
        do throws(ToolError) {
            call = .success(try ToolCall.parse(name: name, arguments: arguments))
        } catch {
            call = .failure(error)
        }
    }
}

extension ToolRequest: Codable {
    private enum Key: String, CodingKey {
        case callID, call, error
        /// Keys of version 0.1.0, which kept the text of an accepted call, and two empty texts for any other.
        case name, arguments
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let callID = try values.decode(String.self, forKey: .callID)
        if let call = try values.decodeIfPresent(ToolCall.self, forKey: .call) {
            self.init(callID: callID, call: .success(call))
        } else if let error = try values.decodeIfPresent(ToolError.self, forKey: .error) {
            self.init(callID: callID, call: .failure(error))
        } else {
            self.init(
                callID: callID, name: try values.decode(String.self, forKey: .name),
                arguments: try values.decode(String.self, forKey: .arguments))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(callID, forKey: .callID)
        switch call {
        // No file tells that anybody was concerned (SAFE-3).
        case .success(.safetyConcern): try values.encode(ToolCall.waitForUser, forKey: .call)
        // Nor what became of an intention, which the owner may forget.
        case .success(.memory(.answerIntention)):
            try values.encode(ToolCall.memory(.answerIntention(.open, words: nil)), forKey: .call)
        case .success(let call): try values.encode(call, forKey: .call)
        case .failure(let error): try values.encode(error, forKey: .error)
        }
    }
}
