import Crypto
import Foundation
import SwiftASN1
import X509

/// A certificate with its key, as it is in a file: both in one, so that no crash can part them.
struct Identity: Sendable {
    let certificate: Certificate
    let key: P256.Signing.PrivateKey

    init(_ certificate: Certificate, _ key: P256.Signing.PrivateKey) {
        self.certificate = certificate
        self.key = key
    }

    /// Nil: no such text, or the key is another's.
    init?(pem: String) {
        guard let documents = try? PEMDocument.parseMultiple(pemString: pem), documents.count == 2,
            let first = documents.first, let last = documents.last,
            let certificate = try? Certificate(pemDocument: first),
            let key = try? P256.Signing.PrivateKey(pemRepresentation: last.pemString),
            certificate.publicKey == Certificate.PublicKey(key.publicKey)
        else { return nil }
        self.init(certificate, key)
    }

    func certificatePEM() throws(TLSFailure) -> String {
        try Self.orFailure { try certificate.serializeAsPEM().pemString }
    }

    func pem() throws(TLSFailure) -> String { try certificatePEM() + "\n" + key.pemRepresentation + "\n" }

    /// The SHA-256 of the certificate, as browsers and openssl show it.
    func fingerprint() throws(TLSFailure) -> String {
        let bytes = try Self.orFailure { try certificate.serializeAsPEM().derBytes }
        return SHA256.hash(data: bytes).map { byte in
            let text = String(byte, radix: 16, uppercase: true)
            return text.count == 1 ? "0" + text : text
        }.joined(separator: ":")
    }

    fileprivate static func orFailure<Result>(_ body: () throws -> Result) throws(TLSFailure) -> Result {
        do { return try body() } catch { throw TLSFailure("a certificate cannot be made (a fault of anicca-gateway)") }
    }
}

/// The root of a home without a name (gateway-design §0.9): people install it on their phones, `anicca provision` gives it
/// to speakers.
struct HomeAuthority: Sendable {
    static let years = 10
    static let serverDays = 90
    /// A server's certificate is replaced when it has less than this left.
    static let spareDays = 30
    static let day: TimeInterval = 86_400
    /// A clock before this was not set yet: a root made by it would be over before it is used. 2026-01-01.
    static let earliest = Date(timeIntervalSince1970: 1_767_225_600)

    let identity: Identity

    /// The one of a file. Nil: it is no root of ours.
    init?(pem: String) {
        guard let identity = Identity(pem: pem),
            case .isCertificateAuthority? = try? identity.certificate.extensions.basicConstraints
        else { return nil }
        self.identity = identity
    }

    /// A fresh one.
    init(at now: Date) throws(TLSFailure) {
        let key = P256.Signing.PrivateKey()
        let certificate = try Identity.orFailure {
            // The name tells two homes apart on one phone.
            let number = Certificate.SerialNumber()
            let short = number.bytes.prefix(4).map { String($0, radix: 16) }.joined()
            let name = try DistinguishedName { CommonName("Anicca gateway \(short)") }
            return try Certificate(
                version: .v3, serialNumber: number, publicKey: .init(key.publicKey),
                notValidBefore: now - Self.day, notValidAfter: now + Double(Self.years) * 365.25 * Self.day,
                issuer: name, subject: name,
                extensions: Certificate.Extensions {
                    Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                    Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                    SubjectKeyIdentifier(hash: .init(key.publicKey))
                }, issuerPrivateKey: .init(key))
        }
        identity = Identity(certificate, key)
    }

    /// A certificate for the server.
    func issue(for names: [ServerName], at now: Date) throws(TLSFailure) -> Identity {
        let key = P256.Signing.PrivateKey()
        let certificate = try Identity.orFailure {
            try Certificate(
                version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
                // Clocks of speakers differ.
                notValidBefore: now - Self.day, notValidAfter: now + Double(Self.serverDays) * Self.day,
                issuer: identity.certificate.subject, subject: DistinguishedName { CommonName("anicca-gateway") },
                extensions: Certificate.Extensions {
                    Critical(BasicConstraints.notCertificateAuthority)
                    Critical(KeyUsage(digitalSignature: true))
                    try ExtendedKeyUsage([.serverAuth])
                    SubjectAlternativeNames(names.map(\.general))
                    SubjectKeyIdentifier(hash: .init(key.publicKey))
                    AuthorityKeyIdentifier(
                        keyIdentifier: try identity.certificate.extensions.subjectKeyIdentifier?.keyIdentifier)
                }, issuerPrivateKey: .init(identity.key))
        }
        return Identity(certificate, key)
    }

    private func hasSigned(_ certificate: Certificate) -> Bool {
        identity.certificate.publicKey.isValidSignature(certificate.signature, for: certificate)
    }

    /// Whether a certificate of the server may serve while there can be no other: of this root, and not over. By a clock
    /// that is not set nothing is over.
    func mayServe(_ server: Identity, at now: Date) -> Bool {
        let certificate = server.certificate
        guard hasSigned(certificate) else { return false }
        return now < Self.earliest || (certificate.notValidBefore <= now && now < certificate.notValidAfter)
    }

    /// Whether a certificate of the server can stay: of this root, for these names, with time left.
    func isGood(_ server: Identity, for names: [ServerName], at now: Date) -> Bool {
        let certificate = server.certificate
        guard hasSigned(certificate), let stored = try? certificate.extensions.subjectAlternativeNames else {
            return false
        }
        return Array(stored) == names.map(\.general) && certificate.notValidBefore <= now
            && certificate.notValidAfter.timeIntervalSince(now) > Double(Self.spareDays) * Self.day
    }
}
