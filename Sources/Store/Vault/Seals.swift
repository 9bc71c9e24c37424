import Bedside
import Foundation
import Synchronization

/// The vault of one state folder as the tables use it: opened by the first record, and forgotten when its key is
/// destroyed. Any thread.
///
/// A record is the JSON of a value, with its private words, sealed for a purpose such as `memory/12`.
final class Seals: Sendable {
    private struct State {
        var vault: Vault?
        /// Why something could not be sealed since this was last asked for.
        var fault: VaultError?
    }

    private let folder: StateFolder
    private let state = Mutex(State())

    init(folder: StateFolder) { self.folder = folder }

    /// Made only when it is needed: most starts seal and open nothing.
    private var file: VaultKeyFile { VaultKeyFile(folder: folder, credential: Seals.credential()) }

    /// Opens a record; never makes a key.
    func open<Value: Decodable>(_ type: Value.Type, _ record: [UInt8], for purpose: String) throws(VaultError) -> Value
    {
        let bytes = try vault(holdsRecords: true).open(record, for: purpose)
        do { return try Seals.decoder.decode(type, from: Data(bytes)) } catch { throw .damagedRecord }
    }

    /// Seals a value.
    ///
    /// - Parameter holdsRecords: whether something is sealed already; otherwise a key is made if there is none.
    func seal(_ value: some Encodable, for purpose: String, holdsRecords: Bool) throws(VaultError) -> [UInt8] {
        let bytes: [UInt8]
        do { bytes = Array(try Seals.encoder.encode(value)) } catch { throw .damagedRecord }
        return try vault(holdsRecords: holdsRecords).seal(bytes, for: purpose)
    }

    /// Destroys the key: nothing that was sealed can be opened again.
    func destroyKey() throws(StoreError) {
        state.withLock { $0.vault = nil }
        try file.destroy()
    }

    // MARK: A change of keys

    /// Whether a change of keys was begun and not ended; false as long as nothing was opened or sealed.
    var isChangingKeys: Bool { state.withLock { $0.vault?.hasOlderKeys ?? false } }

    /// Begins a change of keys, or goes on with one that a power cut interrupted: what is sealed from now on is sealed
    /// under the new key. False if there is neither a key nor a record.
    func addKey(holdsRecords: Bool) throws(VaultError) -> Bool {
        try state.withLock { (state) throws(VaultError) -> Bool in
            guard holdsRecords || file.exists else { return false }
            state.vault = try file.addKey()
            return true
        }
    }

    /// A record sealed again under the newest key; nil if it is already.
    func resealed(_ record: [UInt8], for purpose: String) throws(VaultError) -> [UInt8]? {
        try vault(holdsRecords: true).resealed(record, for: purpose)
    }

    /// Ends a change of keys. Every record on the disk must be sealed under the newest key by then.
    func forgetOlderKeys() throws(VaultError) {
        try state.withLock { (state) throws(VaultError) in
            guard file.exists else { return }
            try file.forgetOlderKeys()
            state.vault = nil
        }
    }

    /// Notes that a change was left out because it could not be sealed. An alarm's changes in the same transaction must
    /// not wait for a key.
    func note(_ fault: VaultError) { state.withLock { $0.fault = fault } }

    func takeFault() -> VaultError? {
        state.withLock { state in
            defer { state.fault = nil }
            return state.fault
        }
    }

    private func vault(holdsRecords: Bool) throws(VaultError) -> Vault {
        try state.withLock { (state) throws(VaultError) -> Vault in
            if let vault = state.vault { return vault }
            let vault = try file.open(holdsRecords: holdsRecords)
            state.vault = vault
            return vault
        }
    }

    /// What systemd gave the service under the name `vault.key` (`LoadCredential=`); empty if nothing.
    static func credential() -> [UInt8] {
        getenv("CREDENTIALS_DIRECTORY").map { credential(in: String(cString: $0)) } ?? []
    }

    /// What systemd gave the running service, as root and the service's own user can read it; empty if nothing.
    static func serviceCredential() -> [UInt8] { credential(in: "/run/credentials/anicca.service") }

    private static func credential(in folder: String) -> [UInt8] {
        StateFolder(path: folder).read(folder + "/" + StateFolder.vaultKeyName, limit: 4096) ?? []
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        if let key = CodingUserInfoKey.privateWords { encoder.userInfo[key] = true }
        return encoder
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        if let key = CodingUserInfoKey.privateWords { decoder.userInfo[key] = true }
        return decoder
    }
}

extension VaultFault {
    init(_ error: VaultError) {
        switch error {
        case .keyMissing, .otherKey: self = .key
        case .unusableKey, .store: self = .keyUnusable
        case .damagedRecord, .tooLong: self = .damaged
        case .newerFormat: self = .newer
        }
    }
}
