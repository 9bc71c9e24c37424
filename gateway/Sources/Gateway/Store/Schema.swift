import SQLEngines

/// The schema, one text for SQLite 3.40 and PostgreSQL 14: TEXT ids, BIGINT milliseconds since 1970, no sequences, enum
/// types or triggers; a flag is a time that may be missing. A step that was released is never edited.
enum Schema {
    static let migrations = [
        accountsAndSpeakers, minutesAndProfiles, personsPages, plansAndPurchases, apple, voices, household,
        passkeys, openTalks, spentPacks, appleTokens, browserSignIns, deletedSpeakers, tries,
        repeatedSignIns,
    ]

    private static let accountsAndSpeakers = Migration(
        version: 1, name: "accounts and speakers", isAdditive: false,
        text: """
            CREATE TABLE accounts (
              id TEXT PRIMARY KEY, created_at BIGINT NOT NULL,
              plan TEXT NOT NULL DEFAULT 'free' CHECK (plan IN ('free', 'pro', 'owner')),
              zone TEXT NOT NULL DEFAULT 'UTC', deleted_at BIGINT);

            CREATE TABLE users (
              id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts(id), created_at BIGINT NOT NULL,
              deleted_at BIGINT);
            CREATE INDEX users_by_account ON users(account_id);

            CREATE TABLE identities (
              provider TEXT NOT NULL, subject TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES users(id),
              created_at BIGINT NOT NULL, PRIMARY KEY (provider, subject));
            CREATE INDEX identities_by_user ON identities(user_id);

            -- A speaker of one user. `device_id` is its own random name for itself, the header of its requests: another
            -- user's speaker of the same name is another row, so nobody can take a speaker away by knowing its name.
            CREATE TABLE devices (
              id TEXT PRIMARY KEY, device_id TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES users(id),
              name TEXT NOT NULL, created_at BIGINT NOT NULL, revoked_at BIGINT, copied_at BIGINT,
              UNIQUE (user_id, device_id));

            CREATE TABLE device_grants (
              device_code_hash TEXT PRIMARY KEY, user_code TEXT NOT NULL UNIQUE, client_id TEXT NOT NULL,
              device_id TEXT NOT NULL, device_name TEXT NOT NULL, asked_from TEXT NOT NULL,
              created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, interval_s BIGINT NOT NULL, polled_at BIGINT,
              user_id TEXT REFERENCES users(id), decided_at BIGINT, redeemed_at BIGINT, denied_at BIGINT,
              consumed_at BIGINT);
            CREATE INDEX device_grants_by_device ON device_grants(device_id);
            CREATE INDEX device_grants_by_expiry ON device_grants(expires_at);

            -- What a speaker or a browser shows, as the SHA-256 of it.
            CREATE TABLE credentials (
              hash TEXT PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('device', 'web')),
              user_id TEXT NOT NULL REFERENCES users(id), device TEXT REFERENCES devices(id), grant_hash TEXT,
              issued_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, used_at BIGINT, revoked_at BIGINT,
              superseded_at BIGINT, CHECK ((kind = 'device') = (device IS NOT NULL)));
            CREATE INDEX credentials_by_user ON credentials(user_id);
            CREATE INDEX credentials_by_device ON credentials(device);
            CREATE INDEX credentials_by_expiry ON credentials(expires_at);

            CREATE TABLE owner_codes (
              hash TEXT PRIMARY KEY, created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL,
              tries BIGINT NOT NULL DEFAULT 0, used_at BIGINT);

            -- Only for what must be counted over all instances: guesses, and speakers that ask.
            CREATE TABLE rate_limits (bucket TEXT PRIMARY KEY, units BIGINT NOT NULL, at BIGINT NOT NULL);
            CREATE INDEX rate_limits_by_age ON rate_limits(at);

            -- Its key names the cause, so that what is repeated is in it once.
            CREATE TABLE audit (
              key TEXT PRIMARY KEY, at BIGINT NOT NULL, user_id TEXT, action TEXT NOT NULL, detail TEXT);
            CREATE INDEX audit_by_user ON audit(user_id, at);
            """)

    private static let minutesAndProfiles = Migration(
        version: 2, name: "minutes and profiles", isAdditive: true,
        text: """
            -- The newest month seen, "2026-12". It never goes back.
            ALTER TABLE accounts ADD COLUMN period TEXT NOT NULL DEFAULT '';

            -- One of each user. `changed_at` is the owner's time of the change, never later than ours.
            CREATE TABLE profiles (
              user_id TEXT PRIMARY KEY REFERENCES users(id), body TEXT NOT NULL, version BIGINT NOT NULL,
              changed_at BIGINT NOT NULL, changed_by TEXT NOT NULL, stored_at BIGINT NOT NULL);

            -- Conversations. `device` names a row of devices, without a reference: the lock that one takes would be taken
            -- in another order than everywhere else.
            CREATE TABLE sessions (
              id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts(id), user_id TEXT NOT NULL,
              device TEXT NOT NULL, request_key TEXT NOT NULL, habit TEXT, period TEXT NOT NULL,
              opened_at BIGINT NOT NULL, talk_at BIGINT, seen_at BIGINT NOT NULL, lease_until BIGINT NOT NULL,
              held_minutes BIGINT NOT NULL DEFAULT 0 CHECK (held_minutes >= 0),
              connected_at BIGINT, call_id TEXT, swept_at BIGINT,
              ended_at BIGINT, ended_by TEXT, seconds BIGINT, minutes BIGINT CHECK (minutes >= 0),
              UNIQUE (device, request_key), CHECK ((ended_at IS NULL) = (minutes IS NULL)),
              CHECK (ended_at IS NULL OR held_minutes = 0));
            CREATE INDEX sessions_open ON sessions(lease_until) WHERE ended_at IS NULL;
            CREATE INDEX sessions_open_by_account ON sessions(account_id) WHERE ended_at IS NULL;
            CREATE INDEX sessions_open_by_device ON sessions(device) WHERE ended_at IS NULL;
            CREATE INDEX sessions_by_user ON sessions(user_id, opened_at);

            -- Append-only; the balance is a sum. The key names the cause: 'grant:2026-12', 'upgrade:2026-12:300',
            -- 'session:ID', 'session:ID:pack', 'pack:TRANSACTION'. A period of '' never expires.
            CREATE TABLE ledger (
              account_id TEXT NOT NULL REFERENCES accounts(id), key TEXT NOT NULL, period TEXT NOT NULL,
              minutes BIGINT NOT NULL, plan_minutes BIGINT, at BIGINT NOT NULL, PRIMARY KEY (account_id, key));
            CREATE INDEX ledger_by_period ON ledger(account_id, period);

            -- What must be done outside, until it is.
            CREATE TABLE jobs (
              kind TEXT NOT NULL, key TEXT NOT NULL, due_at BIGINT NOT NULL, attempts BIGINT NOT NULL DEFAULT 0,
              created_at BIGINT NOT NULL, PRIMARY KEY (kind, key));
            CREATE INDEX jobs_due ON jobs(due_at);

            -- When any instance was last at work, and when all were back after an outage.
            CREATE TABLE pulse (name TEXT PRIMARY KEY, at BIGINT NOT NULL, resumed_at BIGINT NOT NULL);
            """)
}
