import GatewayRules
import Hummingbird
import SQLEngines

/// Lets a speaker in by its bearer token (RFC 6750), and remembers how often it came.
struct DeviceAuthentication: Sendable {
    let store: Store
    let allowances: RequestAllowances
    let pseudonyms: Pseudonyms
    let metrics: GatewayMetrics

    /// The speaker that sends a request. A token that is unknown, expired or revoked is the one reason for a 401, on
    /// which the speaker signs out (ACCOUNT-4).
    func caller(of request: Request, _ context: GatewayContext) async throws -> Caller {
        try await caller(of: request, context, reading: []).caller
    }

    /// The same, with what is read in that round trip by the token's hash.
    func caller(
        of request: Request, _ context: GatewayContext, reading others: [Query]
    ) async throws -> (caller: Caller, rows: [[Row]]) {
        guard request.headers[.authorization] != nil else {
            throw Failure(401, "invalid_token", "a bearer token is needed", challenge: "Bearer")
        }
        // The gate has read the header.
        guard let token = context.notes.token, let hash = context.notes.tokenHash else {
            throw Self.refusal("invalid_token", "the token is not one of this gateway's")
        }
        context.notes.credential = pseudonyms.name(token.text)
        try allowances.take(token: hash, context.notes)
        let caller: Caller
        let (authentication, rows) = try await store.authenticate(token, hash: hash, reading: others)
        if case .caller(let known) = authentication {
            try allowances.admit(token: hash, of: known.device ?? known.user, context.notes)
        } else {
            allowances.dismiss(token: hash)
        }
        switch authentication {
        case .caller(let known): caller = known
        case .unknown: throw Self.refusal("invalid_token", "the token is unknown")
        case .deleted: throw Self.deleted
        case .expired: throw Self.refusal("invalid_token", "the token has expired")
        case .revoked: throw Self.refusal("invalid_token", "the token was revoked")
        case .superseded(let replaced):
            if replaced.isNewCopy { metrics.copies.increment() }
            throw Self.refusal(
                "superseded",
                replaced.wasUsed
                    ? "a newer token of this speaker is in use: is this a copy of its memory?"
                    : "another token of this speaker was used first, so this one, which never was, has ended")
        }
        // The token decides. Headers that say something else are a fault of the client, and sign nobody out.
        let agrees =
            (request.headers[.deviceID].map { $0 == caller.deviceID } ?? true)
            && (request.headers[.userID].map { $0 == caller.user } ?? true)
        guard agrees else { throw Failure(403, "wrong_device", "device-id or user-id is not the token's") }
        return (caller, rows)
    }

    /// On this a speaker erases what it has of its owner's voice (MIND-9).
    static var deleted: Failure {
        var failure = refusal("invalid_token", "the account of this speaker was deleted")
        failure.details = [JSON.Member(name: "reason", value: "account_deleted")]
        return failure
    }

    /// A token that was good at first, and is no more when it comes to it.
    static var overtaken: Failure { refusal("superseded", "another token of this speaker was used meanwhile") }

    private static func refusal(_ error: String, _ message: String) -> Failure {
        Failure(401, error, message, challenge: "Bearer error=\"\(error)\"")
    }
}
