import Crypto

/// A fingerprint of a file's content, which proves later what it was and holds nothing of it (V-2).
public enum ContentDigest {
    /// SHA-256 in lower-case hexadecimal.
    public static func sha256(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef")
        return SHA256.hash(data: bytes).reduce(into: "") { text, byte in
            for nibble in [Int(byte >> 4), Int(byte & 15)] where digits.indices.contains(nibble) {
                text.append(digits[nibble])
            }
        }
    }
}
