import Crypto

/// Seals words of the owner's before they go to the disk, and opens them again (GUARD-1).
///
/// A sealed record is ChaCha20-Poly1305 (RFC 8439) with a random nonce. The record is bound to its purpose (what it is
/// and which one), so that a record cannot be put in the place of another. Its first bytes name the format and the key:
///
/// | bytes | content |
/// | --- | --- |
/// | 1 | format, 1 |
/// | 8 | identifier of the key |
/// | 12 | nonce |
/// | as many as were sealed | the sealed bytes |
/// | 16 | tag |
///
/// Any thread may use it. The keys are overwritten in memory when the last copy goes.
public struct Vault: Sendable {
    private static let format: UInt8 = 1
    /// Bytes that sealing adds.
    public static let overheadBytes = 1 + VaultKey.identifierBytes + 12 + 16
    /// Maximum number of bytes that one record can hold.
    public static let maximumBytes = 1 << 21

    /// The key that seals.
    private let current: VaultKey
    /// Keys of records that are not sealed under the current one yet.
    private let older: [VaultKey]

    init(current: VaultKey, older: [VaultKey] = []) {
        self.current = current
        self.older = older
    }

    /// Whether a change of keys is under way.
    var hasOlderKeys: Bool { !older.isEmpty }

    /// Seals bytes.
    ///
    /// - Parameter purpose: what the record is, such as `memory/12`; needed to open it.
    public func seal(_ bytes: [UInt8], for purpose: String) throws(VaultError) -> [UInt8] {
        guard bytes.count <= Vault.maximumBytes else { throw .tooLong(bytes: bytes.count) }
        do {
            let box = try ChaChaPoly.seal(bytes, using: current.key, authenticating: Array(purpose.utf8))
            return [Vault.format] + current.identifier + box.combined
        } catch {
            throw .damagedRecord
        }
    }

    /// Opens a sealed record; throws unless it was sealed for this purpose and is whole.
    public func open(_ record: [UInt8], for purpose: String) throws(VaultError) -> [UInt8] {
        let key = try key(of: record)
        do {
            let box = try ChaChaPoly.SealedBox(combined: record.dropFirst(1 + VaultKey.identifierBytes))
            return Array(try ChaChaPoly.open(box, using: key.key, authenticating: Array(purpose.utf8)))
        } catch {
            throw .damagedRecord
        }
    }

    /// Seals a record again under the current key; nil if it is already. See `VaultKeyFile.addKey`.
    public func resealed(_ record: [UInt8], for purpose: String) throws(VaultError) -> [UInt8]? {
        guard try key(of: record).identifier != current.identifier else { return nil }
        return try seal(try open(record, for: purpose), for: purpose)
    }

    private func key(of record: [UInt8]) throws(VaultError) -> VaultKey {
        guard let format = record.first, record.count >= Vault.overheadBytes else { throw .damagedRecord }
        guard format == Vault.format else { throw .newerFormat }
        let identifier = record.dropFirst().prefix(VaultKey.identifierBytes)
        guard let key = ([current] + older).first(where: { $0.identifier.elementsEqual(identifier) }) else {
            throw .otherKey
        }
        return key
    }
}

/// One key of the vault, made of a secret in the state folder and, if the system gives one, a credential.
struct VaultKey: Sendable {
    static let identifierBytes = 8
    static let secretBytes = 32

    let key: SymmetricKey
    /// Names the key without saying anything about it.
    let identifier: [UInt8]

    /// - Parameters:
    ///   - secret: the random bytes of the key file.
    ///   - credential: bytes that systemd gave the service; empty if there are none. Neither part opens anything alone.
    init(secret: [UInt8], credential: [UInt8]) {
        func derive(_ use: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: SymmetricKey(data: secret), salt: credential,
                info: Array("anicca vault 1 \(use)".utf8),
                outputByteCount: count)
        }
        key = derive("key", 32)
        identifier = derive("identifier", VaultKey.identifierBytes).withUnsafeBytes { Array($0) }
    }
}
