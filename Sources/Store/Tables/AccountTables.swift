import Bedside
import GRDB

/// How the account at a gateway stands (ACCOUNT-1, ACCOUNT-3). The token is not in it: it has a file of its own. If it
/// is lost, the owner signs in again. The gateway ends by itself the sessions that nobody stops.
enum AccountTables: PartTables {
    static let name = "account"
    static let tables = ["account", "owed_stop"]
    static let migrations = [Schema.Migration(number: 19, name: "account", apply: firstTables)]

    @Sendable private static func firstTables(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE account (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    gateway TEXT,
                    user TEXT,
                    is_held INTEGER NOT NULL,
                    open_session TEXT,
                    is_profile_owed INTEGER NOT NULL,
                    profile_changed_at INTEGER,
                    profile_version INTEGER,
                    profile_held_at INTEGER,
                    profile_zone TEXT,
                    profile_user TEXT
                ) STRICT;
                -- In the order in which they ended.
                CREATE TABLE owed_stop (position INTEGER PRIMARY KEY, session TEXT NOT NULL) STRICT;
                """)
    }

    static func read(_ db: Database, into durable: inout Durable, _ seals: Seals) throws {
        if let row = try Row.fetchOne(db, sql: "SELECT * FROM account WHERE id = 1") {
            let columns = Columns(row)
            durable.account.gateway = try columns.optionalText("gateway")
            durable.account.user = try columns.optionalText("user")
            durable.account.isHeld = try columns.flag("is_held")
            durable.account.openSession = try columns.optionalText("open_session")
            durable.account.profile = ProfileStanding(
                isOwed: try columns.flag("is_profile_owed"),
                changedAt: try columns.optionalInteger("profile_changed_at").map { CivilTime(nanoseconds: $0) },
                version: try columns.optionalInteger("profile_version").map { Int($0) },
                heldAt: try columns.optionalInteger("profile_held_at").map { CivilTime(nanoseconds: $0) },
                zone: try columns.optionalText("profile_zone"), user: try columns.optionalText("profile_user"))
        }
        durable.account.owedStops = try String.fetchAll(
            db, sql: "SELECT session FROM owed_stop ORDER BY position LIMIT ?",
            arguments: [AccountStanding.maximumOwedStops])
    }

    static func write(_ durable: Durable, to db: Database, _ seals: Seals) throws {
        if durable.account != AccountStanding() { try apply(.account(durable.account), to: db, seals) }
    }

    static func apply(_ change: Change, to db: Database, _ seals: Seals) throws {
        switch change {
        case .account(let standing):
            try db.put(
                "account",
                [
                    "id": 1, "gateway": standing.gateway, "user": standing.user, "is_held": standing.isHeld,
                    "open_session": standing.openSession, "is_profile_owed": standing.profile.isOwed,
                    "profile_changed_at": standing.profile.changedAt?.nanoseconds,
                    "profile_version": standing.profile.version,
                    "profile_held_at": standing.profile.heldAt?.nanoseconds, "profile_zone": standing.profile.zone,
                    "profile_user": standing.profile.user,
                ])
            try db.run("DELETE FROM owed_stop", [])
            for (position, session) in standing.owedStops.enumerated() {
                try db.put("owed_stop", ["position": position, "session": session])
            }
        case .profile, .settings, .record, .removeRecord, .exception, .oneOff, .removeOneOff, .armedSince, .lastRing,
            .lastWritten, .zone, .setup, .memory, .talks, .teaching, .meditation, .fading, .nudge, .affirmation,
            .ownVoice, .night, .forgetNight, .wipe:
            break
        }
    }

    static func waiting(_ change: Change) -> Waiting { .overrides("account") }
}
