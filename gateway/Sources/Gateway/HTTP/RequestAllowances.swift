import GatewayRules
import HTTPTypes
import Hummingbird

/// Whose allowances a request takes one of: its token's, if that was let in here before, else its address's; and its
/// speaker's, once the token was looked up. So speakers of many households behind one address of a provider's do not use up
/// each other's, whoever invents tokens is limited as everybody without one (gateway-design §4, §10.23), a speaker gets no
/// fresh allowance by rotation, and its old tokens use up only their own. Safe on any thread.
final class RequestAllowances: Sendable {
    private let addresses: BoundedBudgets<AddressBlock>
    /// By the token's hash.
    private let tokens: BoundedBudgets<String>
    /// By the speaker's row.
    private let speakers: BoundedBudgets<String>
    /// Hashes of tokens that were let in.
    private let admitted = BoundedSet<String>()

    /// - Parameter each: Makes the allowances of tokens, and those of speakers.
    init(addresses: BoundedBudgets<AddressBlock>, each: () -> BoundedBudgets<String>) {
        self.addresses = addresses
        tokens = each()
        speakers = each()
    }

    /// Takes one before anything is looked up.
    func take(_ request: Request, _ notes: RequestNotes) throws(Failure) {
        if let token = Token(bearerOf: request) {
            let hash = token.hash
            notes.token = token
            notes.tokenHash = hash
            if Self.isSpeakers(request.uri.path), admitted.contains(hash) {
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

    /// Takes one of the address's of a request that turns out not to ask as a speaker, whose token has paid so far.
    func takeWithoutToken(_ notes: RequestNotes) throws(Failure) {
        guard notes.payer == .token, notes.block != .local else { return }
        if let wait = addresses.take(notes.block) { throw .tooMany(.address, waitMilliseconds: wait) }
    }

    /// Takes one of a token's, unless that was done, before the token is looked up.
    func take(token hash: String, _ notes: RequestNotes) throws(Failure) {
        guard notes.payer != .token else { return }
        if let wait = tokens.take(hash) { throw .tooMany(.token, waitMilliseconds: wait) }
    }

    /// The token was let in: its speaker pays, too, and from now on the token pays instead of the address, which gets back
    /// what it took.
    ///
    /// - Parameter speaker: Its row.
    func admit(token hash: String, of speaker: String, _ notes: RequestNotes) throws(Failure) {
        if let wait = speakers.take(speaker) { throw .tooMany(.token, waitMilliseconds: wait) }
        guard notes.payer != .token else { return }
        if notes.payer == .address { addresses.giveBack(notes.block) }
        notes.payer = .token
        admitted.insert(hash)
    }

    /// A token that was issued to a speaker that was let in: its first use asks nothing of the address.
    func know(token hash: String) { admitted.insert(hash) }

    /// The token lets nobody in, or nobody any more.
    func dismiss(token hash: String) { admitted.remove(hash) }

    /// Whether speakers ask there. Elsewhere no token is looked up, whatever a request has.
    private static func isSpeakers(_ path: String) -> Bool {
        let own = path.hasPrefix("/api/") ? path.dropFirst(4) : path[...]
        return own.hasPrefix("/mobile/") || own == "/billing/revenuecat/sync" || own == "/auth/token"
    }
}

extension Token {
    /// A speaker's token as the header has it (RFC 6750 §2.1); nil: there is none that could be one.
    init?(bearerOf request: Request) {
        guard let header = request.headers[.authorization] else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts.first?.lowercased() == "bearer", let sent = parts.last else { return nil }
        self.init(.device, sent: sent.drop { $0 == " " })
    }
}
