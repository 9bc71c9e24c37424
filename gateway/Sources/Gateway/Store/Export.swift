import GatewayRules
import SQLEngines

/// Everything that is kept of a person, as one JSON with names that stay (GATEWAY-8). No hash of a credential is in it,
/// so neither are the audit's keys, which have some.
extension Store {
    /// Rows of each part, the newest ones. More than the years that are kept have at the busiest.
    static let mostExportedRows = 50_000

    private enum Kind { case text, integer, time }

    private struct Part: Sendable {
        let name: String
        let query: Query
        let columns: [(name: String, kind: Kind)]

        init(_ name: String, _ from: String, _ columns: KeyValuePairs<String, (name: String, kind: Kind)>) {
            self.name = name
            query = Query("SELECT \(columns.map(\.key).joined(separator: ", ")) \(from) LIMIT \(mostExportedRows)")
            self.columns = columns.map(\.value)
        }

        func json(_ rows: [Row]) throws(EngineError) -> JSON {
            var objects: [JSON] = []
            for row in rows {
                var members: [JSON.Member] = []
                for (index, column) in columns.enumerated() {
                    let value: JSON?
                    switch column.kind {
                    case .text: value = try row.textIfAny(index).map(JSON.text)
                    case .integer: value = try row.integerIfAny(index).map(JSON.integer)
                    case .time: value = try row.integerIfAny(index).map { .text(CivilTime.text(at: $0)) }
                    }
                    members.append(JSON.Member(name: column.name, value: value ?? .null))
                }
                objects.append(.object(members))
            }
            return .array(objects)
        }
    }

    /// A query for the keys that talks have in the ledger.
    ///
    /// - Parameter condition: Which talks, as an SQL condition on `sessions`.
    private static func ledgerKeys(where condition: String) -> String {
        """
        SELECT 'session:' || id || suffix FROM sessions
          CROSS JOIN (SELECT '' AS suffix UNION ALL SELECT ':later' UNION ALL SELECT ':pack') AS suffixes
          WHERE \(condition)
        """
    }

    /// `$1` is the user.
    private static let parts = [
        Part(
            "account", "FROM accounts WHERE id = (SELECT account_id FROM users WHERE id = $1)",
            [
                "created_at": ("createdAt", .time), "plan": ("plan", .text), "zone": ("timeZone", .text),
                "period": ("newestMonth", .text),
            ]),
        Part(
            "user", "FROM users WHERE id = $1", ["id": ("id", .text), "created_at": ("createdAt", .time)]),
        Part(
            "identities", "FROM identities WHERE user_id = $1 ORDER BY created_at DESC",
            ["provider": ("provider", .text), "subject": ("subject", .text), "created_at": ("createdAt", .time)]),
        Part(
            "appleTokens", "FROM apple_tokens WHERE user_id = $1 ORDER BY id",
            ["client_id": ("app", .text), "made_at": ("keptSince", .time)]),
        Part(
            "devices", "FROM devices WHERE user_id = $1 ORDER BY created_at DESC",
            [
                "id": ("id", .text), "device_id": ("ownName", .text), "name": ("name", .text),
                "created_at": ("createdAt", .time), "renamed_at": ("renamedAt", .time),
                "revoked_at": ("signedOutAt", .time), "copied_at": ("copyNoticedAt", .time),
                "profile_version": ("profileVersionSeen", .integer), "profile_seen_at": ("profileSeenAt", .time),
            ]),
        Part(
            "requests", "FROM device_grants WHERE user_id = $1 ORDER BY created_at DESC",
            [
                "device_name": ("deviceName", .text), "asked_from": ("askedFrom", .text),
                "created_at": ("askedAt", .time),
                "decided_at": ("approvedAt", .time), "denied_at": ("takenBackAt", .time),
                "consumed_at": ("usedAt", .time),
            ]),
        Part(
            "signIns", "FROM credentials WHERE user_id = $1 ORDER BY issued_at DESC",
            [
                "kind": ("kind", .text), "device": ("device", .text), "issued_at": ("issuedAt", .time),
                "expires_at": ("expiresAt", .time), "used_at": ("firstUsedAt", .time),
                "revoked_at": ("revokedAt", .time), "superseded_at": ("supersededAt", .time),
                "passkey": ("passkey", .text), "way": ("way", .text),
                "CASE WHEN kind = 'web' THEN seen_at END": ("lastUsedAt", .time),
                "CASE WHEN kind = 'device' THEN seen_at END": ("cameBackAt", .time),
            ]),
        Part(
            "passkeys", "FROM passkeys WHERE user_id = $1 ORDER BY made_at DESC, id",
            [
                "id": ("id", .text), "name": ("name", .text), "credential_id": ("credentialID", .text),
                "public_key": ("publicKey", .text), "counter": ("counter", .integer), "made_at": ("madeAt", .time),
                "used_at": ("lastUsedAt", .time),
            ]),
        Part(
            "planChanges",
            "FROM plan_changes WHERE account_id = (SELECT account_id FROM users WHERE id = $1) ORDER BY revision DESC",
            ["plan_before": ("before", .text), "plan": ("after", .text), "at": ("changedAt", .time)]),
        // What the seller told of the account: that something has changed, not what.
        Part(
            "purchaseEvents",
            """
            FROM webhook_inbox WHERE account_id = (SELECT account_id FROM users WHERE id = $1)
              ORDER BY received_at DESC, event_id
            """,
            [
                "source": ("source", .text), "event_id": ("id", .text), "type": ("type", .text),
                "occurred_at": ("occurredAt", .time), "received_at": ("receivedAt", .time),
                "as_of": ("readAt", .time), "done_at": ("doneAt", .time), "outcome": ("outcome", .text),
            ]),
        // Codes that wait: for this person, and those that the owner has made. A code's hash is left out.
        Part(
            "invitations",
            """
            FROM invitations WHERE user_id = $1 OR account_id IN (SELECT u.account_id FROM users u JOIN identities i
              ON i.user_id = u.id AND i.provider = 'owner' WHERE u.id = $1) ORDER BY made_at DESC, id
            """,
            [
                "id": ("id", .text), "user_id": ("for", .text), "made_at": ("madeAt", .time),
                "expires_at": ("expiresAt", .time),
            ]),
        Part(
            "sessions", "FROM sessions WHERE user_id = $1 ORDER BY opened_at DESC",
            [
                "id": ("id", .text), "device": ("device", .text), "habit": ("habit", .text), "period": ("month", .text),
                "opened_at": ("openedAt", .time), "talk_at": ("startedAt", .time), "seen_at": ("lastSeenAt", .time),
                "ended_at": ("endedAt", .time), "ended_by": ("endedBy", .text), "seconds": ("seconds", .integer),
                "minutes": ("minutes", .integer), "call_id": ("providerCall", .text),
            ]),
        // A household shares its minutes. What was granted is everybody's; of talks there are one's own. The talk's own row
        // is deleted before the row of its minutes. That one is then in the export of whoever has the account alone.
        Part(
            "ledger",
            """
            FROM ledger WHERE account_id = (SELECT account_id FROM users WHERE id = $1) AND (key NOT LIKE 'session:%'
              OR key IN (\(ledgerKeys(where: "user_id = $1")))
              OR (NOT EXISTS (SELECT 1 FROM users WHERE id <> $1
                  AND account_id = (SELECT account_id FROM users WHERE id = $1))
                AND key NOT IN (\(ledgerKeys(where: "user_id = ''"))))) ORDER BY at DESC, key
            """,
            [
                "key": ("cause", .text), "period": ("month", .text), "minutes": ("minutes", .integer),
                "plan_minutes": ("planMinutes", .integer), "at": ("at", .time),
            ]),
        Part(
            "voices", "FROM voices WHERE user_id = $1 ORDER BY created_at DESC",
            [
                "id": ("id", .text), "name": ("name", .text), "created_at": ("createdAt", .time),
                "consent_text": ("consentText", .text), "consented_at": ("consentedAt", .time),
                "consent_hash": ("consentRecordingSHA256", .text), "deleting_at": ("deletionAskedAt", .time),
                "gone_at": ("goneAt", .time),
            ]),
        Part(
            "audit", "FROM audit WHERE user_id = $1 ORDER BY at DESC, key",
            ["at": ("at", .time), "action": ("action", .text), "detail": ("detail", .text)]),
    ]

    /// - Parameter isByCommand: Whoever runs the gateway asks, and not the person.
    func export(of caller: Caller, isByCommand: Bool = false) async throws(EngineError) -> JSON {
        // It is noted first, so that the export has it, too.
        let key = "export:\(base64url16())"
        try await engine.write { transaction throws(EngineError) in
            try Self.lockAccount(of: caller, in: transaction)
            let detail = isByCommand ? "command" : nil
            try AuditEntry(key: key, user: caller.user, action: "export", detail: detail).write(in: transaction)
        }
        var members: [JSON.Member] = [
            JSON.Member(name: "format", value: "anicca-gateway-export-1"),
            JSON.Member(name: "madeAt", value: .text(CivilTime.text(at: engine.now()))),
        ]
        let profile = try await profile(of: caller.user)
        members.append(JSON.Member(name: "profile", value: profile?.answer ?? .null))
        let results = try await engine.read(Self.parts.map { $0.query(.text(caller.user)) })
        var isComplete = true
        for (part, rows) in zip(Self.parts, results) {
            if rows.count >= Self.mostExportedRows { isComplete = false }
            members.append(JSON.Member(name: part.name, value: try part.json(rows)))
        }
        members.append(JSON.Member(name: "isComplete", value: .bool(isComplete)))
        return .object(members)
    }
}
