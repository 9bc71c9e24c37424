import Foundation
import HummingbirdCore
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
import Synchronization

/// Where the server's certificate comes from.
enum CertificateSource: Hashable, Sendable {
    /// From files that somebody else renews.
    case files(certificate: String, key: String)
    /// From the gateway's own root, in a folder of its own.
    case own(folder: String, names: [ServerName])

    static func rootFile(in folder: String) -> String { folder + "/ca.pem" }
    static func serverFile(in folder: String) -> String { folder + "/server.pem" }

    /// The chain and the key as text, made or renewed if it is time.
    func current(at now: Date) throws(TLSFailure) -> CertificateText {
        switch self {
        case .files(let certificate, let key):
            guard let chain = try? String(contentsOfFile: certificate, encoding: .utf8) else {
                throw TLSFailure("tls_certificate_file: \(certificate) cannot be read")
            }
            guard let text = try PrivateFile.read(key) else { throw TLSFailure("tls_key_file: \(key) is not there") }
            return CertificateText(chain: chain, key: text)
        case .own(let folder, let names):
            let root = try Self.root(in: folder, at: now)
            // One that cannot be read any more is replaced: it is only this server's, and nobody trusts it by itself.
            let stored = try Self.storedServer(in: folder)
            if let stored, root.isGood(stored, for: names, at: now) { return try CertificateText(stored) }
            try Self.checkClock(now)
            let fresh = try root.issue(for: names, at: now)
            try PrivateFile.write(try fresh.pem(), to: Self.serverFile(in: folder), replaces: true)
            return try CertificateText(fresh)
        }
    }

    /// What there is already and may be served, without making, renewing or writing anything. Nil: nothing.
    func stored(at now: Date) throws(TLSFailure) -> CertificateText? {
        switch self {
        case .files: return try current(at: now)
        case .own(let folder, _):
            guard let root = try Self.knownRoot(in: folder), let server = try Self.storedServer(in: folder),
                root.mayServe(server, at: now)
            else { return nil }
            return try CertificateText(server)
        }
    }

    /// The root of a folder, made if there was never one. One that is damaged or gone is never replaced: speakers trust
    /// it.
    private static func root(in folder: String, at now: Date) throws(TLSFailure) -> HomeAuthority {
        if let root = try knownRoot(in: folder) { return root }
        try checkClock(now)
        try PrivateFile.write(
            try HomeAuthority(at: now).identity.pem(), to: rootFile(in: folder), replaces: false)
        guard let root = try storedRoot(in: folder) else { throw TLSFailure("\(rootFile(in: folder)) has vanished") }
        return root
    }

    /// Nil: there was never one. One that is gone is a failure.
    private static func knownRoot(in folder: String) throws(TLSFailure) -> HomeAuthority? {
        // Asked first: another instance that makes both makes the root first.
        let hasServer = access(serverFile(in: folder), F_OK) == 0
        if let root = try storedRoot(in: folder) { return root }
        guard !hasServer else {
            throw TLSFailure(
                "\(rootFile(in: folder)) is gone; restore it from a backup, or remove \(serverFile(in: folder)), too, and "
                    + "give the new root to all phones and speakers")
        }
        return nil
    }

    /// A certificate is made by a clock that is set, or not at all.
    private static func checkClock(_ now: Date) throws(TLSFailure) {
        guard now >= HomeAuthority.earliest else {
            throw TLSFailure(
                "this machine's clock is not set; a certificate made now would be of no use", mayPass: true)
        }
    }

    /// Nil: there is none, or it cannot be read any more.
    private static func storedServer(in folder: String) throws(TLSFailure) -> Identity? {
        guard let text = try PrivateFile.read(serverFile(in: folder)) else { return nil }
        return Identity(pem: text)
    }

    /// Nil: none was made yet.
    static func storedRoot(in folder: String) throws(TLSFailure) -> HomeAuthority? {
        guard let text = try PrivateFile.read(rootFile(in: folder)) else { return nil }
        guard let root = HomeAuthority(pem: text) else {
            throw TLSFailure(
                "\(rootFile(in: folder)) is damaged; restore it from a backup, or remove it and "
                    + "\(serverFile(in: folder)), and give the new root to all phones and speakers")
        }
        return root
    }
}

/// A chain and its key. The key is secret: never in a log.
struct CertificateText: Hashable, Sendable {
    let chain: String
    let key: String

    init(chain: String, key: String) {
        self.chain = chain
        self.key = key
    }

    init(_ identity: Identity) throws(TLSFailure) {
        self.init(chain: try identity.certificatePEM(), key: identity.key.pemRepresentation)
    }

    /// For TLS 1.2: forward secrecy and authenticated encryption only. TLS 1.3 has no others.
    private static let suites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    func context() throws(TLSFailure) -> NIOSSLContext {
        do {
            let certificates = try NIOSSLCertificate.fromPEMBytes(Array(chain.utf8))
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: certificates.map { .certificate($0) },
                privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)))
            configuration.minimumTLSVersion = .tlsv12
            configuration.cipherSuiteValues = Self.suites
            configuration.applicationProtocols = ["http/1.1"]
            return try NIOSSLContext(configuration: configuration)
        } catch {
            // The library's error may quote the file.
            throw TLSFailure("the certificate and its key are no PEM files that belong together")
        }
    }
}

/// The certificate that new connections get; those that are open keep theirs. Safe on any thread.
final class ServerTLS: Sendable {
    private let source: CertificateSource
    private let state: Mutex<(text: CertificateText, context: NIOSSLContext)>

    init(_ source: CertificateSource, at now: Date) throws(TLSFailure) {
        self.source = source
        let text = try Self.first(of: source, at: now)
        state = Mutex((text, try text.context()))
    }

    /// What the server begins with. One that cannot be renewed now (the disk is full, the clock is not set) serves to its
    /// end: `TLSRenewal` tries each minute, and says in the log why it fails.
    private static func first(of source: CertificateSource, at now: Date) throws(TLSFailure) -> CertificateText {
        do throws(TLSFailure) { return try source.current(at: now) } catch {
            guard let stored = try source.stored(at: now) else { throw error }
            return stored
        }
    }

    var context: NIOSSLContext { state.withLock { $0.context } }

    /// Takes over what is new. True: there was something.
    @discardableResult func refresh(at now: Date) throws(TLSFailure) -> Bool {
        let text = try source.current(at: now)
        guard state.withLock({ $0.text }) != text else { return false }
        let context = try text.context()
        state.withLock { $0 = (text, context) }
        return true
    }
}

/// Renews the certificate without a restart. While that fails the old one stays.
struct TLSRenewal: Service {
    let tls: ServerTLS
    let logger: Logger
    let clock: @Sendable () -> Date
    let pauseMilliseconds: ClosedRange<Int64>

    func run() async throws {
        while !Task.isShuttingDownGracefully && !Task.isCancelled {
            let pause = Duration.milliseconds(Int64.random(in: pauseMilliseconds))
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: pause) }
            do throws(TLSFailure) {
                if try tls.refresh(at: clock()) { logger.notice("a new certificate is in use") }
            } catch { logger.warning("the certificate stays as it was", metadata: ["inside": "\(error)"]) }
        }
    }
}

/// TLS below a channel of hummingbird's. Its own `TLSChannel` has one certificate for ever.
struct RenewedTLSChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    let tls: ServerTLS

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls.context))
        }.flatMap { base.setup(channel: channel, logger: logger) }
    }

    func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
