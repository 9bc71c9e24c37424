import Bedside
import Foundation
import GRDB

/// The owner's own voice (MIND-9). The words of a consent hold the owner's name, and are sealed with the vault's key.
/// Without it the standard voice reads, and the gateway still lists the voice.
enum VoiceTables: PartTables {
    static let name = "own voice"
    static let sealedTable = "voice_consent"
    /// What a row is sealed for, with its number.
    static let purpose = "voice_consent"
    static let tables = ["own_voice", sealedTable, "voice_receipt", "voice_deletion"]
    static let migrations = [Schema.Migration(number: 20, name: "own voice", apply: firstTables)]

    /// The consent whose words a row of `voice_consent` holds.
    private enum Consent: Int { case voice = 1, sending = 2 }

    @Sendable private static func firstTables(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE own_voice (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    choice TEXT NOT NULL,
                    chosen_at INTEGER,
                    -- 1 from before the first raw recording until none is left.
                    may_hold_raw INTEGER NOT NULL,
                    may_hold_clips INTEGER NOT NULL,
                    -- A voice_id that is NULL means: there is no voice.
                    voice_id TEXT,
                    voice_gateway TEXT,
                    voice_user TEXT,
                    voice_made_at INTEGER,
                    voice_language TEXT,
                    voice_consent_sha256 TEXT,
                    voice_consent_at INTEGER,
                    -- A sending_key that is NULL means: no upload waits for its answer.
                    sending_key TEXT,
                    sending_name TEXT,
                    sending_gateway TEXT,
                    sending_user TEXT,
                    sending_language TEXT,
                    sending_consent_sha256 TEXT,
                    sending_consent_at INTEGER,
                    sending_is_unwanted INTEGER
                ) STRICT;
                -- 1: of the voice; 2: of the upload.
                CREATE TABLE voice_consent (id INTEGER PRIMARY KEY, sealed BLOB NOT NULL) STRICT;
                -- In the order in which they were recorded.
                CREATE TABLE voice_receipt (
                    position INTEGER PRIMARY KEY,
                    file INTEGER NOT NULL,
                    kind TEXT NOT NULL,
                    sha256 TEXT NOT NULL,
                    made INTEGER NOT NULL,
                    sent INTEGER,
                    destroyed INTEGER
                ) STRICT;
                CREATE TABLE voice_deletion (
                    position INTEGER PRIMARY KEY,
                    voice_id TEXT NOT NULL,
                    gateway TEXT NOT NULL,
                    user TEXT NOT NULL,
                    asked_at INTEGER NOT NULL,
                    last_tried_at INTEGER,
                    is_accepted INTEGER NOT NULL
                ) STRICT;
                """)
    }

    // MARK: Reading

    static func read(_ db: Database, into durable: inout Durable, _ seals: Seals) throws {
        var part = OwnerVoice()
        if let row = try Row.fetchOne(db, sql: "SELECT * FROM own_voice WHERE id = 1") {
            let columns = Columns(row)
            part.choice = try columns.parsed("choice") { VoiceChoice(rawValue: $0) }
            part.chosenAt = try time("chosen_at", columns)
            part.mayHoldRaw = try columns.flag("may_hold_raw")
            part.mayHoldClips = try columns.flag("may_hold_clips")
            part.voice = try voice(columns, words(.voice, db, seals))
            part.sending = try sending(columns, words(.sending, db, seals))
        }
        let receipts = try Row.fetchCursor(
            db, sql: "SELECT * FROM voice_receipt ORDER BY position LIMIT ?", arguments: [1000])
        while let row = try receipts.next() {
            let columns = Columns(row)
            part.receipts.append(
                VoiceReceipt(
                    file: Int(clamping: try columns.integer("file")),
                    kind: try columns.parsed("kind") { VoiceTakeKind(rawValue: $0) },
                    sha256: try columns.text("sha256"),
                    made: CivilTime(nanoseconds: try columns.integer("made")),
                    sent: try time("sent", columns), destroyed: try time("destroyed", columns)))
        }
        let deletions = try Row.fetchCursor(db, sql: "SELECT * FROM voice_deletion ORDER BY position")
        while let row = try deletions.next() {
            let columns = Columns(row)
            part.deletions.append(
                VoiceDeletion(
                    id: try columns.text("voice_id"), gateway: try columns.text("gateway"),
                    user: try columns.text("user"),
                    askedAt: CivilTime(nanoseconds: try columns.integer("asked_at")),
                    lastTriedAt: try time("last_tried_at", columns), isAccepted: try columns.flag("is_accepted")))
        }
        durable.ownVoice = part
    }

    private static func time(_ column: String, _ columns: Columns) throws -> CivilTime? {
        try columns.optionalInteger(column).map { CivilTime(nanoseconds: $0) }
    }

    private static func voice(_ columns: Columns, _ text: PrivateText?) throws -> ClonedVoice? {
        guard let id = try columns.optionalText("voice_id") else { return nil }
        return ClonedVoice(
            id: id, gateway: try columns.text("voice_gateway"), user: try columns.text("voice_user"),
            madeAt: CivilTime(nanoseconds: try columns.integer("voice_made_at")),
            consent: try consent("voice", columns, text))
    }

    private static func sending(_ columns: Columns, _ text: PrivateText?) throws -> VoiceSending? {
        guard let key = try columns.optionalText("sending_key") else { return nil }
        return VoiceSending(
            key: key, name: try columns.text("sending_name"), gateway: try columns.text("sending_gateway"),
            user: try columns.text("sending_user"), consent: try consent("sending", columns, text),
            isUnwanted: try columns.flag("sending_is_unwanted"))
    }

    private static func consent(
        _ prefix: String, _ columns: Columns, _ text: PrivateText?
    ) throws -> VoiceConsent {
        VoiceConsent(
            text: text, language: try columns.parsed("\(prefix)_language") { Language(rawValue: $0) },
            sha256: try columns.text("\(prefix)_consent_sha256"),
            givenAt: CivilTime(nanoseconds: try columns.integer("\(prefix)_consent_at")))
    }

    /// Nil where they were erased, or cannot be opened: then the hash and the date are what is left.
    private static func words(_ consent: Consent, _ db: Database, _ seals: Seals) throws -> PrivateText? {
        let row = try Row.fetchOne(
            db, sql: "SELECT sealed FROM voice_consent WHERE id = ?", arguments: [consent.rawValue])
        guard let row else { return nil }
        do {
            return try seals.open(
                PrivateText.self, try Columns(row).blob("sealed"), for: "\(purpose)/\(consent.rawValue)")
        } catch is VaultError {
            return nil
        }
    }

    // MARK: Writing

    static func write(_ durable: Durable, to db: Database, _ seals: Seals) throws {
        if durable.ownVoice != OwnerVoice() { try apply(.ownVoice(durable.ownVoice), to: db, seals) }
    }

    static func apply(_ change: Change, to db: Database, _ seals: Seals) throws {
        guard case .ownVoice(let part) = change else { return }
        try apply(part, to: db)
        for (consent, words) in [(Consent.voice, part.voice?.consent.text), (.sending, part.sending?.consent.text)] {
            do {
                try keep(words, as: consent, db, seals)
            } catch let error as VaultError {
                seals.note(error)
            }
        }
    }

    private static func apply(_ part: OwnerVoice, to db: Database) throws {
        let (voice, sending) = (part.voice, part.sending)
        try db.put(
            "own_voice",
            [
                "id": 1, "choice": part.choice.rawValue, "chosen_at": part.chosenAt?.nanoseconds,
                "may_hold_raw": part.mayHoldRaw, "may_hold_clips": part.mayHoldClips, "voice_id": voice?.id,
                "voice_gateway": voice?.gateway, "voice_user": voice?.user, "voice_made_at": voice?.madeAt.nanoseconds,
                "voice_language": voice?.consent.language.rawValue, "voice_consent_sha256": voice?.consent.sha256,
                "voice_consent_at": voice?.consent.givenAt.nanoseconds, "sending_key": sending?.key,
                "sending_name": sending?.name, "sending_gateway": sending?.gateway, "sending_user": sending?.user,
                "sending_language": sending?.consent.language.rawValue,
                "sending_consent_sha256": sending?.consent.sha256,
                "sending_consent_at": sending?.consent.givenAt.nanoseconds,
                "sending_is_unwanted": sending?.isUnwanted,
            ])
        try db.run("DELETE FROM voice_receipt", [])
        for (position, receipt) in part.receipts.enumerated() {
            try db.put(
                "voice_receipt",
                [
                    "position": position, "file": receipt.file, "kind": receipt.kind.rawValue,
                    "sha256": receipt.sha256, "made": receipt.made.nanoseconds, "sent": receipt.sent?.nanoseconds,
                    "destroyed": receipt.destroyed?.nanoseconds,
                ])
        }
        try db.run("DELETE FROM voice_deletion", [])
        for (position, deletion) in part.deletions.enumerated() {
            try db.put(
                "voice_deletion",
                [
                    "position": position, "voice_id": deletion.id, "gateway": deletion.gateway,
                    "user": deletion.user, "asked_at": deletion.askedAt.nanoseconds,
                    "last_tried_at": deletion.lastTriedAt?.nanoseconds, "is_accepted": deletion.isAccepted,
                ])
        }
    }

    private static func keep(_ words: PrivateText?, as consent: Consent, _ db: Database, _ seals: Seals) throws {
        try db.run("DELETE FROM voice_consent WHERE id = ?", [consent.rawValue])
        guard let words else { return }
        let sealed = try seals.seal(
            words, for: "\(purpose)/\(consent.rawValue)", holdsRecords: try MemoryTables.holdsRecords(db))
        try db.put(sealedTable, ["id": consent.rawValue, "sealed": Data(sealed)])
    }

    static func waiting(_ change: Change) -> Waiting { .overrides("own voice") }
}
