import GatewayRules
import HTTPTypes
import Hummingbird

/// Whose allowance a request takes one of: its token's, if that was let in here before, else its address's. So speakers
/// of many households behind one address of a provider's do not use up each other's, and whoever invents tokens is
/// limited as everybody without one (gateway-design §4, §10.23). Safe on any thread.
final class RequestAllowances: Sendable {
    private let addresses: BoundedBudgets<AddressBlock>
    private let tokens: BoundedBudgets<String>
    /// Hashes of tokens that were let in.
    private let admitted = BoundedSet<String>()

    init(addresses: BoundedBudgets<AddressBlock>, tokens: BoundedBudgets<String>) {
        self.addresses = addresses
        self.tokens = tokens
    }

    /// Takes one before anything is looked up.
    func take(_ request: Request, _ notes: RequestNotes) throws(Failure) {
        if let token = Token(bearerOf: request) {
            let hash = token.hash
            notes.token = token
            notes.tokenHash = hash
            if admitted.contains(hash) {
                notes.payer = .token
                if let wait = tokens.take(hash) { throw .tooMany(.token, waitMilliseconds: wait) }
                return
            }
        }
        // Webhooks come from few addresses: their own limit is theirs to keep.
        guard notes.block != .local, !BillingRoutes.webhookPaths.contains(request.uri.path) else { return }
        notes.payer = .address
        if let wait = addresses.take(notes.block) { throw .tooMany(.address, waitMilliseconds: wait) }
    }

    /// Takes one of a token's, unless that was done, before the token is looked up.
    func take(token hash: String, _ notes: RequestNotes) throws(Failure) {
        guard notes.payer != .token else { return }
        if let wait = tokens.take(hash) { throw .tooMany(.token, waitMilliseconds: wait) }
    }

    /// The token was let in: from now on it pays for itself, and its address gets back what it took.
    func admit(token hash: String, _ notes: RequestNotes) {
        guard notes.payer != .token else { return }
        if notes.payer == .address { addresses.giveBack(notes.block) }
        notes.payer = .token
        admitted.insert(hash)
    }

    /// The token lets nobody in, or nobody any more.
    func dismiss(token hash: String) { admitted.remove(hash) }
}

extension Token {
    /// A speaker's token as the header has it (RFC 6750 §2.1); nil: there is none that could be one.
    init?(bearerOf request: Request) {
        guard let header = request.headers[.authorization] else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts.first?.lowercased() == "bearer", let sent = parts.last else { return nil }
        self.init(.device, sent: sent)
    }
}
