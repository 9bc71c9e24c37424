import Foundation
import GatewayRules
import SQLEngines

/// The gateway's database, before the morning and after it.
enum FleetDatabase {
    private static let insertAccount = Query("INSERT INTO accounts (id, created_at, period) VALUES ($1, $2, '')")
    private static let insertUser = Query("INSERT INTO users (id, account_id, created_at) VALUES ($1, $2, $3)")
    private static let insertDevice = Query(
        "INSERT INTO devices (id, device_id, user_id, name, created_at) VALUES ($1, $2, $3, 'Fleet', $4)")
    private static let insertCredential = Query(
        """
        INSERT INTO credentials (hash, kind, user_id, device, issued_at, expires_at, used_at)
        VALUES ($1, 'device', $2, $3, $4, $5, $4)
        """)
    private static let sessions = Query(
        "SELECT id, ended_by, minutes, talk_at, ended_at FROM sessions WHERE id > $1 ORDER BY id LIMIT 5000")
    private static let debits = Query(
        """
        SELECT key, account_id, minutes FROM ledger WHERE key LIKE 'session:%' AND (key, account_id) > ($1, $2)
        ORDER BY key, account_id LIMIT 5000
        """)

    /// Puts signed-in speakers into a fresh database, a household each: what the sign-in by code would leave behind.
    /// Returns their tokens.
    static func seed(_ path: String, speakers: Range<Int>, at now: Int64) async throws -> [String] {
        let engine = try SQLiteEngine(path: path, role: .server)
        var tokens: [String] = []
        for first in stride(from: speakers.lowerBound, to: speakers.upperBound, by: 1000) {
            let batch = try (first..<min(first + 1000, speakers.upperBound)).map { index in
                (index: index, token: try freshToken())
            }
            tokens += batch.map(\.token)
            try await engine.write { transaction throws(EngineError) in
                for (index, token) in batch {
                    let (account, device) = ("acc_0fleet\(index)", "dev_0fleet\(index)")
                    let user = Speaker.user(index)
                    try transaction.enqueue(insertAccount(.text(account), .integer(now)))
                    try transaction.enqueue(insertUser(.text(user), .text(account), .integer(now)))
                    try transaction.enqueue(
                        insertDevice(.text(device), .text(Speaker.deviceID(index)), .text(user), .integer(now)))
                    let hash = base64url(SHA256.hash(Array(token.utf8)))
                    try transaction.enqueue(
                        insertCredential(
                            .text(hash), .text(user), .text(device), .integer(now), .integer(now + 90 * 86_400_000)))
                }
            }
        }
        await engine.close()
        return tokens
    }

    private static func freshToken() throws -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<Token.randomBytes).map { _ in UInt8.random(in: 0...255, using: &generator) }
        guard let token = Token(.device, random: bytes) else { throw FleetFailure("no token") }
        return token.text
    }

    /// A session as the gateway has it.
    struct Session {
        let endedBy: String?
        let minutes: Int64?
        let talkAt: Int64?
        let endedAt: Int64?
        /// What the ledger has taken for it.
        var debited: Int64 = 0
    }

    /// Every session, with what it cost.
    static func sessions(in path: String) async throws -> [String: Session] {
        let engine = try SQLiteEngine(path: path, role: .command)
        var found: [String: Session] = [:]
        var last = ""
        while true {
            let rows = try await engine.read(sessions(.text(last)))
            for row in rows {
                last = try row.text(0)
                found[last] = Session(
                    endedBy: try row.textIfAny(1), minutes: try row.integerIfAny(2), talkAt: try row.integerIfAny(3),
                    endedAt: try row.integerIfAny(4))
            }
            if rows.count < 5000 { break }
        }
        var place = ("", "")
        while true {
            let rows = try await engine.read(debits(.text(place.0), .text(place.1)))
            for row in rows {
                place = (try row.text(0), try row.text(1))
                // "session:ID", "session:ID:later" or "session:ID:pack".
                let id = String(place.0.split(separator: ":").dropFirst().first ?? "")
                found[id, default: Session(endedBy: nil, minutes: nil, talkAt: nil, endedAt: nil)].debited -=
                    try row.integer(2)
            }
            if rows.count < 5000 { break }
        }
        await engine.close()
        return found
    }
}

/// FIPS 180-4, for tokens at rest, so that the simulator needs no library of ciphers.
enum SHA256 {
    private static let constants: [UInt32] = primes(64).map { fraction(cbrt(Double($0))) }
    private static let start: [UInt32] = primes(8).map { fraction(Double($0).squareRoot()) }

    private static func primes(_ count: Int) -> [Int] {
        var found: [Int] = []
        var candidate = 2
        while found.count < count {
            if found.allSatisfy({ !candidate.isMultiple(of: $0) }) { found.append(candidate) }
            candidate += 1
        }
        return found
    }

    /// The first 32 bits after the point.
    private static func fraction(_ value: Double) -> UInt32 {
        UInt32((value - value.rounded(.down)) * 4_294_967_296)
    }

    static func hash(_ message: [UInt8]) -> [UInt8] {
        var padded = message + [0x80]
        while padded.count % 64 != 56 { padded.append(0) }
        let bits = UInt64(message.count) * 8
        padded += (0..<8).reversed().map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) }
        var state = start
        for block in stride(from: 0, to: padded.count, by: 64) { mix(padded[block..<(block + 64)], into: &state) }
        return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }
        let bytes = Array(block)
        var words = stride(from: 0, to: 64, by: 4).map { place in
            bytes[place..<(place + 4)].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (near, far) = (words[index - 2], words[index - 15])
            let first = turned(far, 7) ^ turned(far, 18) ^ far >> 3
            let second = turned(near, 17) ^ turned(near, 19) ^ near >> 10
            words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
        }
        var s = state
        for index in 0..<64 {
            let first = turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)
            let choice = (s[4] & s[5]) ^ (~s[4] & s[6])
            let one = s[7] &+ first &+ choice &+ constants[index] &+ words[index]
            let second = turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)
            let majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2])
            s = [one &+ second &+ majority, s[0], s[1], s[2], s[3] &+ one, s[4], s[5], s[6]]
        }
        for index in 0..<8 { state[index] &+= s[index] }
    }
}
