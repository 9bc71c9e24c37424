import Bedside

/// What a gateway's own 401 says of the speaker's token. A 401 of anything else on the way says nothing.
public enum TokenRefusal: Sendable, Hashable {
    /// The token is not valid, or is not the last one.
    case signedOut
    /// The account is deleted, and with it whatever the gateway had of the owner's.
    case accountDeleted

    /// - Parameter body: the answer's; nil: it is no JSON.
    public init?(status: Int, body: JSONValue?) {
        guard status == 401 else { return nil }
        switch body?["error"]?.text {
        case "invalid_token": self = body?["reason"]?.text == "account_deleted" ? .accountDeleted : .signedOut
        case "superseded": self = .signedOut
        default: return nil
        }
    }
}
