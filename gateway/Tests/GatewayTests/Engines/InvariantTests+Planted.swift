import Testing

@testable import Gateway
@testable import SQLEngines

/// Rows that violate an invariant, and the good ones around them.
extension InvariantTests {
    struct Planted: Sendable, CustomTestStringConvertible {
        let number: String
        /// The first words of the invariant's sentence.
        let sentence: String
        let rows: [String]
        var testDescription: String { "\(number) \(sentence)" }
    }

    static let household = [
        "INSERT INTO accounts (id, created_at) VALUES ('a', 0)",
        "INSERT INTO users (id, account_id, created_at) VALUES ('u', 'a', 0)",
        "INSERT INTO devices (id, device_id, user_id, name, created_at) VALUES ('d', 'speaker', 'u', 'Bedroom', 0)",
    ]
    /// A minute of January that was granted and charged for session s.
    static let charged = [
        """
        INSERT INTO ledger (account_id, key, period, minutes, plan_minutes, at)
          VALUES ('a', 'grant:2027-01', '2027-01', 30, 30, 0)
        """,
        "INSERT INTO ledger (account_id, key, period, minutes, at) VALUES ('a', 'session:s', '2027-01', -1, 0)",
    ]

    static func session(talk: String, connected: String) -> String {
        """
        INSERT INTO sessions (id, account_id, user_id, device, request_key, period, opened_at, talk_at, connected_at,
          seen_at, lease_until, ended_at, ended_by, seconds, minutes)
          VALUES ('s', 'a', 'u', 'd', 'k', '2027-01', 0, \(talk), \(connected), 0, 0, 9, 'stop', 60, 1)
        """
    }

    static func token(_ hash: String, grant: String = "NULL", used: String, superseded: String = "NULL")
        -> String
    {
        """
        INSERT INTO credentials (hash, kind, user_id, device, grant_hash, issued_at, expires_at, used_at, superseded_at)
          VALUES ('\(hash)', 'device', 'u', 'd', \(grant), 0, 9, \(used), \(superseded))
        """
    }

    static func grant(decided: String, consumed: String) -> String {
        """
        INSERT INTO device_grants (device_code_hash, user_code, client_id, device_id, device_name, asked_from, created_at,
          expires_at, interval_s, user_id, decided_at, redeemed_at, consumed_at)
          VALUES ('g', '1', 'c', 'speaker', 'n', 'x', 0, 9, 5, 'u', \(decided), 1, \(consumed))
        """
    }

    static func audit(_ key: String) -> String {
        "INSERT INTO audit (key, at, user_id, action) VALUES ('\(key)', 0, 'u', 'x')"
    }

    /// A session that is open until its lease ends, at 1970.
    private static func open(_ id: String, holding minutes: Int = 0) -> String {
        """
        INSERT INTO sessions (id, account_id, user_id, device, request_key, period, opened_at, talk_at, connected_at,
          seen_at, lease_until, held_minutes)
          VALUES ('\(id)', 'a', 'u', 'd', 'key of \(id)', '2027-01', 0, 1, 1, 0, 0, \(minutes))
        """
    }

    private static func event(received: Int = 0, asOf: String, done: String, outcome: String = "NULL") -> String {
        """
        INSERT INTO webhook_inbox (source, event_id, account_id, type, occurred_at, received_at, as_of, done_at,
          outcome) VALUES ('revenuecat', 'e', 'a', 'RENEWAL', 0, \(received), \(asOf), \(done), \(outcome))
        """
    }

    private static func change(_ revision: Int, asOf: Int, from before: String, to after: String) -> String {
        """
        INSERT INTO plan_changes (account_id, revision, as_of, plan_before, plan, at)
          VALUES ('a', \(revision), \(asOf), '\(before)', '\(after)', 0)
        """
    }

    private static func voice(_ id: String, provider: String, deleting: String) -> String {
        """
        INSERT INTO voices (id, account_id, user_id, request_key, name, provider_id, consent_text, consent_hash,
          consented_at, created_at, deleting_at)
          VALUES ('\(id)', 'a', 'u', 'key of \(id)', 'n', \(provider), 'yes', 'h', 0, 0, \(deleting))
        """
    }

    private static func job(_ kind: String, _ key: String) -> String {
        "INSERT INTO jobs (kind, key, due_at, created_at) VALUES ('\(kind)', '\(key)', 0, 0)"
    }

    static let all = aboutTalks + aboutSpeakersAndPeople + aboutPlansAndVoices + aboutTheDeleted

    private static let aboutTalks: [Planted] = [
        Planted(
            number: "I1", sentence: "no month's",
            rows: [
                """
                INSERT INTO ledger (account_id, key, period, minutes, at)
                  VALUES ('a', 'returned:2027-01', '2027-01', -1, 0)
                """
            ]),
        Planted(
            number: "I2", sentence: "an ended session is charged", rows: [session(talk: "1", connected: "1")]),
        Planted(
            number: "I3", sentence: "nothing is charged without",
            rows: [
                charged[0],
                """
                INSERT INTO ledger (account_id, key, period, minutes, at)
                  VALUES ('a', 'session:s', '2027-01', -1, \(today))
                """,
            ]),
        Planted(
            number: "I4", sentence: "a month that is closed",
            rows: [
                charged[0],
                "INSERT INTO ledger (account_id, key, period, minutes, at) VALUES ('a', 'close:2027-01', '2027-01', 1, 0)",
            ]),
        // A row that no cause explains, although its name begins like one.
        Planted(
            number: "I4", sentence: "a month is granted at most",
            rows: [
                "INSERT INTO ledger (account_id, key, period, minutes, at) VALUES ('a', 'close:2027-02', '2027-01', 1, 0)"
            ]),
        Planted(
            number: "I5", sentence: "what open sessions hold is covered", rows: [open("s", holding: 10)]),
        // Thirty minutes of the month are there, and one more is held.
        Planted(
            number: "I5", sentence: "what open sessions hold is covered", rows: [charged[0], open("s", holding: 31)]),
        // January's thirty and February's two are there, and one more is held.
        Planted(
            number: "I5", sentence: "what open sessions hold is covered",
            rows: [
                charged[0], charged[0].replacing("2027-01", with: "2027-02").replacing("30, 30", with: "2, 2"),
                "UPDATE accounts SET period = '2027-02'", open("s", holding: 33),
            ]),
        Planted(
            number: "I6", sentence: "a speaker has at most one open session", rows: [open("s"), open("s2")]),
        Planted(
            number: "I7", sentence: "minutes are the seconds rounded up",
            rows: [
                charged[0],
                "INSERT INTO ledger (account_id, key, period, minutes, at) VALUES ('a', 'session:s', '2027-01', -2, 0)",
                session(talk: "1", connected: "1").replacing("60, 1)", with: "60, 2)"),
            ]),
        Planted(
            number: "I8", sentence: "nothing stays open past its lease",
            rows: [
                open("s"), "INSERT INTO pulse (name, at, resumed_at) VALUES ('gateway', 1800000000000, 0)",
            ]),
    ]

    private static let aboutPlansAndVoices: [Planted] = [
        Planted(
            number: "I10", sentence: "an older answer of the seller's",
            rows: [
                "UPDATE accounts SET plan_as_of = 5, plan_revision = 2", change(1, asOf: 5, from: "free", to: "pro"),
                change(2, asOf: 5, from: "pro", to: "free"),
            ]),
        Planted(
            number: "I10", sentence: "an older answer of the seller's",
            rows: [
                "UPDATE accounts SET plan = 'pro', plan_as_of = 1, plan_revision = 1",
                change(1, asOf: 2, from: "free", to: "pro"),
            ]),
        Planted(
            number: "I10", sentence: "a plan is what its last change made it",
            rows: [
                "UPDATE accounts SET plan_as_of = 1, plan_revision = 1", change(1, asOf: 1, from: "free", to: "pro"),
            ]),
        Planted(
            number: "I10", sentence: "a plan is what its last change made it",
            rows: ["UPDATE accounts SET plan_revision = 1"]),
        Planted(
            number: "I10", sentence: "a plan is what its last change made it",
            rows: ["UPDATE accounts SET plan = 'pro'"]),
        Planted(
            number: "I14", sentence: "an event without its effect has a job",
            rows: [event(asOf: "NULL", done: "NULL")]),
        // Its effect is not in the account, and nobody is to bring it there any more.
        Planted(
            number: "I14", sentence: "an event is done when", rows: [event(asOf: "NULL", done: "9")]),
        Planted(
            number: "I14", sentence: "an event is done when",
            rows: ["UPDATE accounts SET plan_as_of = 1", event(asOf: "1", done: "NULL"), job("billing", "a")]),
        Planted(
            number: "I14", sentence: "an event is done when",
            rows: ["UPDATE accounts SET plan_as_of = 1", event(received: 2, asOf: "1", done: "9")]),
        Planted(
            number: "I14", sentence: "an event is done when",
            rows: [event(asOf: "NULL", done: "NULL", outcome: "'unknown'"), job("billing", "a")]),
        Planted(
            number: "I16", sentence: "what revokes a sign-in at Apple",
            rows: ["INSERT INTO apple_tokens (id, client_id, sealed, made_at) VALUES ('t', 'c', 'x', 0)"]),
        Planted(
            number: "I16", sentence: "a deleted voice is gone at the provider",
            rows: [voice("v", provider: "'p'", deleting: "1")]),
        Planted(
            number: "I16", sentence: "a voice that is being made",
            rows: [voice("v", provider: "NULL", deleting: "NULL")]),
        Planted(
            number: "I16", sentence: "no job deletes a voice that its owner has",
            rows: [voice("v", provider: "'p'", deleting: "NULL"), job("voice", "id:p")]),
        // The schema refuses it, too.
        Planted(
            number: "I16", sentence: "an account has at most one voice",
            rows: [
                "DROP INDEX voices_living", voice("v", provider: "'p'", deleting: "NULL"),
                voice("v2", provider: "'p2'", deleting: "NULL"),
            ]),
    ]

    private static let aboutSpeakersAndPeople: [Planted] = [
        Planted(
            number: "I9", sentence: "what nobody answered is free",
            rows: charged + [session(talk: "NULL", connected: "1")]),
        Planted(
            number: "I9", sentence: "what nobody answered is free",
            rows: charged + [session(talk: "1", connected: "NULL")]),
        Planted(
            number: "I9", sentence: "what began with Start and has a call",
            rows: [open("s").replacing("0, 1, 1,", with: "0, NULL, 1,")]),
        Planted(
            number: "I12", sentence: "at most one used token",
            rows: [token("one", used: "1"), token("two", used: "2")]),
        Planted(
            number: "I12", sentence: "a token is superseded only by",
            rows: [token("one", used: "1", superseded: "\(today)"), token("two", used: "3")]),
        Planted(
            number: "I12", sentence: "of a speaker's unused tokens at most four",
            rows: (0..<5).map { token("t\($0)", used: "NULL") }),
        Planted(
            number: "I13", sentence: "an approved code has an owner and a time",
            rows: [grant(decided: "NULL", consumed: "NULL"), audit("approve:g")]),
        Planted(
            number: "I13", sentence: "one token at most of those issued for a code",
            rows: [
                grant(decided: "1", consumed: "1"), audit("approve:g"), audit("sign-in:g"),
                token("one", grant: "'g'", used: "1", superseded: "2"), token("two", grant: "'g'", used: "2"),
            ]),
        Planted(
            number: "I13", sentence: "a code is used up when",
            rows: [grant(decided: "1", consumed: "1"), audit("approve:g"), audit("sign-in:g")]),
        Planted(
            number: "I17", sentence: "each approval, sign-in and revocation",
            rows: [
                grant(decided: "1", consumed: "NULL")
            ]),
        Planted(
            number: "I17", sentence: "each approval, sign-in and revocation",
            rows: [grant(decided: "1", consumed: "1"), audit("approve:g"), token("one", grant: "'g'", used: "1")]),
        Planted(
            number: "I17", sentence: "each approval, sign-in and revocation",
            rows: [
                """
                INSERT INTO credentials (hash, kind, user_id, issued_at, expires_at) VALUES ('w', 'web', 'u', 0, 9)
                """
            ]),
        Planted(
            number: "I17", sentence: "each approval, sign-in and revocation",
            rows: [token("one", used: "1"), "UPDATE credentials SET revoked_at = \(today)"]),
        // What happened at the same time, and revokes nothing.
        Planted(
            number: "I17", sentence: "each approval, sign-in and revocation",
            rows: [
                token("one", used: "1"), "UPDATE credentials SET revoked_at = \(today)",
                "INSERT INTO audit (key, at, user_id, action) VALUES ('k', \(today), 'u', 'export')",
            ]),
        // Signed out before it was ever used.
        Planted(
            number: "I17", sentence: "each approval, sign-in and revocation",
            rows: [token("one", used: "NULL"), "UPDATE credentials SET revoked_at = \(today)"]),
        Planted(
            number: "I17", sentence: "each approval, sign-in and revocation",
            rows: [token("one", used: "1"), "UPDATE credentials SET way = 'apple'"]),
        Planted(
            number: "I17", sentence: "where somebody was deleted",
            rows: [
                "INSERT INTO forgotten (hash, period, granted, used, ends_at) VALUES ('\(hash)', '2027-01', 1, 0, 9)"
            ]),
        Planted(
            number: "I17", sentence: "where somebody was deleted",
            rows: ["INSERT INTO audit (key, at, user_id, action) VALUES ('k', 0, 'u', 'deletion')"]),
        Planted(
            number: "I15", sentence: "what limits new passkeys is somebody's",
            rows: ["INSERT INTO rate_limits (bucket, units, at) VALUES ('passkey:user:gone', 0, 0)"]),
        Planted(
            number: "I17", sentence: "each new passkey is in the audit",
            rows: [
                """
                INSERT INTO passkeys (id, credential_id, user_id, public_key, counter, name, made_at)
                  VALUES ('k', 'c', 'u', 'x', 0, 'n', 1800000000000)
                """
            ]),
        Planted(
            number: "I17", sentence: "each change of a plan",
            rows: [
                "UPDATE accounts SET plan = 'pro', plan_as_of = 1, plan_revision = 1",
                """
                INSERT INTO plan_changes (account_id, revision, as_of, plan_before, plan, at)
                  VALUES ('a', 1, 1, 'free', 'pro', 1800000000000)
                """,
            ]),
    ]

    /// Rows that outlive somebody, and rows of somebody who is not there.
    private static let aboutTheDeleted: [Planted] = [
        Planted(
            number: "I15", sentence: "whatever names a person",
            rows: [open("s").replacing("'u'", with: "'nobody'")]),
        Planted(
            number: "I15", sentence: "whatever names a person",
            rows: ["INSERT INTO audit (key, at, user_id, action) VALUES ('k', 0, 'nobody', 'x')"]),
        Planted(
            number: "I15", sentence: "whatever names a person",
            rows: ["INSERT INTO audit (key, at, user_id, action, detail) VALUES ('k', 0, 'u', 'invitation', 'nobody')"]
        ),
        Planted(
            number: "I15", sentence: "whatever names a person", rows: [budget("guess:user:nobody")]),
        Planted(
            number: "I15", sentence: "an account is somebody's",
            rows: ["INSERT INTO accounts (id, created_at) VALUES ('empty', 0)"]),
        Planted(
            number: "I15", sentence: "what is kept of the deleted",
            rows: [
                "INSERT INTO forgotten (hash, period, granted, used, ends_at) VALUES ('\(hash)', '2027-01', 1, 2, 9)",
                "INSERT INTO audit (key, at, action) VALUES ('k', 0, 'deletion')",
            ]),
        Planted(
            number: "I15", sentence: "what is kept of the deleted",
            rows: ["INSERT INTO spent_packs (hash) VALUES ('short')"]),
        Planted(
            number: "I15", sentence: "what is kept of the deleted",
            rows: [
                token(hash, used: "1"), "INSERT INTO deleted_speakers (hash, ends_at) VALUES ('\(hash)', 9)",
            ]),
        // It was signed out, and nobody is going to delete its owner.
        Planted(
            number: "I15", sentence: "what is kept of the deleted",
            rows: [
                token(hash, used: "1"), "UPDATE credentials SET revoked_at = \(today)",
                "INSERT INTO audit (key, at, user_id, action) VALUES ('k', \(today), 'u', 'sign-out')",
                "INSERT INTO deleted_speakers (hash, ends_at) VALUES ('\(hash)', 9)",
            ]),
        Planted(
            number: "I15", sentence: "a voice is somebody's",
            rows: [voice("v", provider: "'p'", deleting: "NULL").replacing("'u'", with: "'nobody'")]),
        Planted(number: "I15", sentence: "a voice is somebody's", rows: [budget("voice:nobody")]),
        Planted(number: "I15", sentence: "a voice is somebody's", rows: [budget("speech:nobody")]),
    ]

    private static func budget(_ bucket: String) -> String {
        "INSERT INTO rate_limits (bucket, units, at) VALUES ('\(bucket)', 0, 0)"
    }

    private static let hash = String(repeating: "x", count: 43)
    /// The database's time in these tests.
    static let today: Int64 = 1_800_000_000_000
}
