/// A public key on the curve P-256, for ECDSA with SHA-256 (ES256).
public struct PasskeyKey: Hashable, Sendable {
    /// The point without compression (SEC 1 §2.3.3): 4, then x and y.
    public let point: [UInt8]

    /// Reads a stored key. Does not check that the point is on the curve.
    public init?(point: [UInt8]) {
        guard point.count == 65, point.first == 4 else { return nil }
        self.point = point
    }

    /// From a COSE key (RFC 9053 §7.1.1), which has exactly what such a key needs.
    init(cose: CBOR) throws(PasskeyFault) {
        guard case .map(let entries) = cose else { throw .key }
        // Another algorithm's key looks otherwise, so this comes first.
        guard cose[3] == .negative(6) else { throw .algorithm }
        guard entries.count == 5, cose[1] == .unsigned(2), cose[-1] == .unsigned(1), case .bytes(let x)? = cose[-2],
            case .bytes(let y)? = cose[-3], x.count == 32, y.count == 32
        else { throw .key }
        point = [4] + x + y
    }
}

/// What an authenticator says of itself and of what it has made (WebAuthn §6.1).
public struct AuthenticatorData: Hashable, Sendable {
    /// The SHA-256 of the place's id.
    public let placeHash: [UInt8]
    /// Somebody has touched it.
    public let isPresent: Bool
    /// It knows who: by a finger, a face or a code of its own.
    public let isVerified: Bool
    /// How many signatures it has made, for all places or for this one; 0: it does not count.
    public let counter: UInt32
    /// The passkey that was made.
    public let made: Made?

    public struct Made: Hashable, Sendable {
        /// The authenticator's name for it.
        public let id: [UInt8]
        public let key: PasskeyKey
    }

    public static let longestID = 1_023
    private static let (placeBytes, counterBytes, modelBytes) = (32, 4, 16)

    public init(_ bytes: [UInt8]) throws(PasskeyFault) {
        guard bytes.count <= CBOR.longest else { throw .tooLong }
        var rest = Slices(bytes: bytes)
        placeHash = Array(try rest.take(Self.placeBytes))
        guard let flags = try rest.take(1).first else { throw .authenticatorData }
        isPresent = flags & 0x01 != 0
        isVerified = flags & 0x04 != 0
        // A passkey that was copied to a cloud is one that can be.
        guard flags & 0x18 != 0x10 else { throw .authenticatorData }
        counter = try rest.take(Self.counterBytes).reduce(0) { $0 << 8 | UInt32($1) }
        var found: Made?
        if flags & 0x40 != 0 {
            // Which model it is was not asked for.
            _ = try rest.take(Self.modelBytes)
            let length = try rest.take(2).reduce(0) { $0 << 8 | Int($1) }
            guard (1...Self.longestID).contains(length) else { throw .credentialID }
            let id = Array(try rest.take(length))
            found = Made(id: id, key: try PasskeyKey(cose: try rest.cbor()))
        }
        made = found
        if flags & 0x80 != 0 {
            // Some say something that nobody has asked for, such as how well the passkey is protected.
            guard case .map = try rest.cbor() else { throw .authenticatorData }
        }
        guard rest.isEmpty else { throw .authenticatorData }
    }

    private struct Slices {
        let bytes: [UInt8]
        var position = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        var isEmpty: Bool { position == bytes.count }

        mutating func take(_ count: Int) throws(PasskeyFault) -> ArraySlice<UInt8> {
            guard count <= bytes.count - position else { throw .authenticatorData }
            defer { position += count }
            return bytes[position..<position + count]
        }

        mutating func cbor() throws(PasskeyFault) -> CBOR {
            do throws(CBOR.Fault) {
                let (value, end) = try CBOR.read(bytes, from: position)
                position = end
                return value
            } catch { throw .authenticatorData }
        }
    }
}
