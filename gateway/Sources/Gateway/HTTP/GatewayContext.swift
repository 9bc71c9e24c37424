import GatewayRules
import Hummingbird
import Logging
import NIOCore
import Synchronization

/// What is known of a request besides its text.
struct GatewayContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The socket's peer; nil for a unix socket.
    let peer: String?
    let notes = RequestNotes()

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress?.ipAddress
    }
}

/// What a handler notes for the log and for the layers around it. Safe on any thread.
final class RequestNotes: Sendable {
    private struct State: Sendable {
        var requestID = ""
        var credential: String?
        var token: Token?
        var tokenHash: String?
        var block = AddressBlock.local
        var payer = Payer.nobody
        var inside: String?
        var bucket: Failure.Bucket?
    }

    /// Whose allowance the request has taken one of.
    enum Payer: Hashable, Sendable { case nobody, address, token }

    private let state = Mutex(State())

    var requestID: String {
        get { state.withLock { $0.requestID } }
        set { state.withLock { $0.requestID = newValue } }
    }
    /// A short name of the credential, which only tells one from another.
    var credential: String? {
        get { state.withLock { $0.credential } }
        set { state.withLock { $0.credential = newValue } }
    }
    /// The speaker's token, if the request has what could be one.
    var token: Token? {
        get { state.withLock { $0.token } }
        set { state.withLock { $0.token = newValue } }
    }
    /// The hash of the speaker's token. If its owner is deleted before the answer is ready, it is looked up once more.
    var tokenHash: String? {
        get { state.withLock { $0.tokenHash } }
        set { state.withLock { $0.tokenHash = newValue } }
    }
    /// What was wrong inside, for the log.
    var inside: String? {
        get { state.withLock { $0.inside } }
        set { state.withLock { $0.inside = newValue } }
    }
    /// The limit that it has met, for the metrics.
    var bucket: Failure.Bucket? {
        get { state.withLock { $0.bucket } }
        set { state.withLock { $0.bucket = newValue } }
    }
    var payer: Payer {
        get { state.withLock { $0.payer } }
        set { state.withLock { $0.payer = newValue } }
    }
    /// Where it came from.
    var block: AddressBlock {
        get { state.withLock { $0.block } }
        set { state.withLock { $0.block = newValue } }
    }
}
