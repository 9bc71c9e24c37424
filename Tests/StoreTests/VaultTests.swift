import Bedside
import Foundation
import TestKit
import Testing

@testable import Store

/// The vault's records: what is sealed opens again whole and for its purpose, or not at all (GUARD-1).
@Suite(.requirement("GUARD-1")) struct VaultTests {
    private static let words = Array("明日は六時に窓を開ける".utf8)

    private func vault(_ secret: UInt8 = 7, credential: [UInt8] = []) -> Vault {
        Vault(current: key(secret, credential: credential))
    }

    private func key(_ secret: UInt8, credential: [UInt8] = []) -> VaultKey {
        VaultKey(secret: [UInt8](repeating: secret, count: VaultKey.secretBytes), credential: credential)
    }

    @Test(arguments: [0, 1, 15, 16, 17, 4096, 100_000]) func whatIsSealedOpensAgain(bytes: Int) throws {
        var random = SeededRandom(seed: UInt64(bytes))
        let clear = (0..<bytes).map { _ in UInt8.random(in: 0...255, using: &random) }
        let sealed = try vault().seal(clear, for: "memory/1")
        #expect(sealed.count == clear.count + Vault.overheadBytes)
        #expect(try vault().open(sealed, for: "memory/1") == clear)
    }

    @Test func theSameWordsAreNeverSealedAlike() throws {
        let sealed = try (0..<500).map { _ in try vault().seal(Self.words, for: "memory/1") }
        #expect(Set(sealed).count == 500)
        #expect(Set(sealed.map { $0.dropFirst(1 + VaultKey.identifierBytes).prefix(12) }).count == 500)
    }

    @Test func noByteCanBeChangedAndNoneCanBeMissing() throws {
        let sealed = try vault().seal(Self.words, for: "memory/1")
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: VaultError.self) { try vault().open(changed, for: "memory/1") }
            #expect(throws: VaultError.self) { try vault().open(Array(sealed[..<index]), for: "memory/1") }
        }
        #expect(throws: VaultError.damagedRecord) { try vault().open(sealed + [0], for: "memory/1") }
    }

    @Test func aRecordOpensForItsPurposeOnly() throws {
        let sealed = try vault().seal(Self.words, for: "memory/1")
        for other in ["memory/2", "memory/1 ", "", "recording/1"] {
            #expect(throws: VaultError.damagedRecord) { try vault().open(sealed, for: other) }
        }
    }

    @Test func anotherSecretOrCredentialIsCalledAnotherKey() throws {
        let sealed = try vault(credential: [1]).seal(Self.words, for: "memory/1")
        for other in [vault(8, credential: [1]), vault(credential: [2]), vault()] {
            #expect(throws: VaultError.otherKey) { try other.open(sealed, for: "memory/1") }
        }
        #expect(try vault(credential: [1]).open(sealed, for: "memory/1") == Self.words)
    }

    @Test func nothingOfTheWordsOrTheSecretIsInARecord() throws {
        let sealed = Data(try vault().seal(Self.words, for: "memory/1"))
        #expect(sealed.range(of: Data(Self.words.prefix(6))) == nil)
        #expect(sealed.range(of: Data(repeating: 7, count: 4)) == nil)
    }

    @Test func aRecordIsSealedAgainUnderTheNewKeyOnce() throws {
        let old = try vault(1).seal(Self.words, for: "memory/1")
        let both = Vault(current: key(2), older: [key(1)])
        let renewed = try #require(try both.resealed(old, for: "memory/1"))
        #expect(try vault(2).open(renewed, for: "memory/1") == Self.words)
        #expect(try both.resealed(renewed, for: "memory/1") == nil)
        #expect(try both.open(old, for: "memory/1") == Self.words)
        #expect(throws: VaultError.otherKey) { try vault(2).resealed(old, for: "memory/1") }
    }

    @Test func boundsAndFormatsAreChecked() throws {
        let tooLong = [UInt8](repeating: 0, count: Vault.maximumBytes + 1)
        #expect(throws: VaultError.tooLong(bytes: tooLong.count)) { try vault().seal(tooLong, for: "memory/1") }
        var newer = try vault().seal(Self.words, for: "memory/1")
        newer[0] = 2
        #expect(throws: VaultError.newerFormat) { try vault().open(newer, for: "memory/1") }
    }

    /// A record of the first version that had the vault, made by another implementation of RFC 8439 and RFC 5869. Every
    /// later version has to open it.
    @Test func aRecordOfTheFirstFormatOpens() throws {
        let record =
            "Ae4M3Ff/Fk+nAAECAwQFBgcICQoLnwlzo0IlGqheRbXIvJJMUDt1l5rlpmDz7w2tO+c6Qp3qv1aCBzwEN5dHn4mitgFlLw=="
        let bytes = try #require(Data(base64Encoded: record))
        #expect(try vault(credential: [9]).open([UInt8](bytes), for: "memory/12") == Self.words)
    }

    @Test(arguments: 0..<20) func noiseIsRefused(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<200 {
            var noise = (0..<random.below(120)).map { _ in UInt8.random(in: 0...255, using: &random) }
            if random.chance(50), !noise.isEmpty { noise[0] = 1 }
            #expect(throws: VaultError.self) { try vault().open(noise, for: "memory/1") }
        }
    }
}
