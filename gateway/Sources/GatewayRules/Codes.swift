/// The code that a speaker says and its owner types: 9 digits, in threes. Digits are spoken alike in Japanese and
/// English and need no letters on a telephone's keyboard. 11 digits while somebody is guessing.
public struct UserCode: Hashable, Sendable {
    public let digits: String

    public static let length = 9
    public static let lengthUnderAttack = 11
    /// No more is read of what somebody typed.
    static let longestInput = 64

    /// Whether it has the eleven digits of codes that are made while somebody guesses.
    public var isLong: Bool { digits.utf8.count == Self.lengthUnderAttack }

    /// A code of random digits.
    public init(length: Int = Self.length, using generator: inout some RandomNumberGenerator) {
        digits = (0..<length).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
    }

    /// What an owner typed: spaces, hyphens and the like are left out, full-width digits are digits.
    public init?(typed text: String) {
        guard text.unicodeScalars.count <= Self.longestInput else { return nil }
        var digits = ""
        for scalar in text.unicodeScalars where !scalar.isBetweenGroups {
            guard (0x30...0x39).contains(scalar.halfWidth.value) else { return nil }
            digits.unicodeScalars.append(scalar.halfWidth)
        }
        guard digits.utf8.count == Self.length || digits.utf8.count == Self.lengthUnderAttack else { return nil }
        self.digits = digits
    }

    /// "482 913 775"
    public var grouped: String {
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0 && index % 3 == 0 { text += " " }
            text.append(digit)
        }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether people put it between the groups of a code: spaces, hyphens and the like, Japanese ones too.
    fileprivate var isBetweenGroups: Bool {
        switch value {
        case 0x20, 0x2D, 0x2E, 0x2F, 0x3000, 0x2010...0x2015, 0x2212, 0xFF0D, 0x30FC, 0xFF70, 0x09, 0xA0: true
        default: false
        }
    }

    /// The same letter or digit in ASCII, if it is a full-width one, as Japanese keyboards write them.
    fileprivate var halfWidth: Unicode.Scalar {
        (0xFF01...0xFF5E).contains(value) ? Unicode.Scalar(value - 0xFEE0) ?? self : self
    }
}

/// An owner's invitation into the household. Its code looks like the owner's own (`OwnerCode`).
public enum Invitation {
    public static let lifetimeMilliseconds: Int64 = 86_400_000
}

/// The code that `anicca-gateway owner-code` prints: 12 characters in fours, of letters and digits that nobody confuses.
public struct OwnerCode: Hashable, Sendable {
    public let text: String

    /// No 0 and O, 1, I and L, 8 and B, 5 and S, 2 and Z, U and V: 22 characters, 12 of which are 53 bits.
    static let alphabet = Array("ACDEFGHJKMNPQRTWXY3467")
    static let length = 12
    public static let lifetimeMilliseconds: Int64 = 3_600_000
    /// So often may somebody try before the code is void.
    public static let tries: Int64 = 5
    /// So long after its use may the same browser send it again, because the answer was lost.
    public static let repeatMilliseconds: Int64 = 120_000

    public init(using generator: inout some RandomNumberGenerator) {
        text = String((0..<Self.length).compactMap { _ in Self.alphabet.randomElement(using: &generator) })
    }

    /// What somebody typed: any case, full-width letters too, with or without spaces, hyphens and the like.
    public init?(typed: String) {
        guard typed.unicodeScalars.count <= UserCode.longestInput else { return nil }
        let scalars = typed.unicodeScalars.filter { !$0.isBetweenGroups }.map(\.halfWidth)
        let text = String(String.UnicodeScalarView(scalars)).uppercased()
        guard text.count == Self.length, text.allSatisfy({ Self.alphabet.contains($0) }) else { return nil }
        self.text = text
    }

    /// "ACDE-FGHJ-KMNP"
    public var grouped: String {
        text.enumerated().map { $0 > 0 && $0 % 4 == 0 ? "-\($1)" : "\($1)" }.joined()
    }
}
