-- A database as a gateway of schema step 9 has left it: an owner with four speakers. One of them is talking.
-- Read by upgrade.py, which puts milliseconds for NOW and the month for MONTH. The steps are as they were released.

CREATE TABLE migrations (
  version BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, additive BIGINT NOT NULL,
  applied_at BIGINT NOT NULL);

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
INSERT INTO migrations VALUES (1, 'accounts and speakers', '36a813d62e970de2', 0, NOW - 90000000);

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
INSERT INTO migrations VALUES (2, 'minutes and profiles', 'e1c25f34a222723f', 1, NOW - 90000000);

-- When the owner gave it a name of their own, which a new sign-in does not overwrite.
ALTER TABLE devices ADD COLUMN renamed_at BIGINT;
-- The newest version of the profile that the speaker has seen. In the speaker's row, not in a table of its own:
-- a reference to it would be locked in another order than everywhere else.
ALTER TABLE devices ADD COLUMN profile_version BIGINT;
ALTER TABLE devices ADD COLUMN profile_seen_at BIGINT;

-- Of the deleted, until their month is over: a keyed hash of how they sign in, and what the month had. Who
-- comes back in that month has what was left of it, and no second one.
CREATE TABLE forgotten (
  hash TEXT PRIMARY KEY, period TEXT NOT NULL, granted BIGINT NOT NULL, used BIGINT NOT NULL,
  ends_at BIGINT NOT NULL);
CREATE INDEX forgotten_by_end ON forgotten(ends_at);

-- Keys that this gateway has made for itself.
CREATE TABLE own_keys (name TEXT PRIMARY KEY, key TEXT NOT NULL, made_at BIGINT NOT NULL);
INSERT INTO migrations VALUES (3, 'the pages of a person', '2f12b9c269a0c8b6', 1, NOW - 90000000);

-- Until when the plan is paid for; none: without an end. `plan_as_of` is when the seller was asked for what is
-- stored here; an older answer never replaces a newer one. `plan_revision` counts the changes.
ALTER TABLE accounts ADD COLUMN plan_until BIGINT;
ALTER TABLE accounts ADD COLUMN plan_as_of BIGINT NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN plan_revision BIGINT NOT NULL DEFAULT 0;
CREATE INDEX accounts_by_plan_end ON accounts(plan_until) WHERE plan_until IS NOT NULL;

-- Each change of an account's plan. Without a reference, as `sessions.device`.
CREATE TABLE plan_changes (
  account_id TEXT NOT NULL, revision BIGINT NOT NULL, as_of BIGINT NOT NULL, plan_before TEXT NOT NULL,
  plan TEXT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (account_id, revision));

-- Events as the seller told of them, one row for each account that they are about, or one with '' if there is
-- none. Their words are not kept: the customer is read again. `as_of` is the reading that covers it.
CREATE TABLE webhook_inbox (
  source TEXT NOT NULL, event_id TEXT NOT NULL, account_id TEXT NOT NULL, type TEXT NOT NULL,
  occurred_at BIGINT NOT NULL, received_at BIGINT NOT NULL, as_of BIGINT, done_at BIGINT, outcome TEXT,
  PRIMARY KEY (source, event_id, account_id));
CREATE INDEX webhook_inbox_waiting ON webhook_inbox(account_id) WHERE done_at IS NULL;
CREATE INDEX webhook_inbox_by_age ON webhook_inbox(received_at);

-- How often a job was asked for, so that what is asked for while it runs is done again.
ALTER TABLE jobs ADD COLUMN asks BIGINT NOT NULL DEFAULT 1;

-- A purchase is granted once, whoever it is moved to.
CREATE UNIQUE INDEX ledger_packs ON ledger(key) WHERE period = '' AND minutes > 0;
INSERT INTO migrations VALUES (4, 'plans and purchases', '7b043fe28adeeca2', 1, NOW - 90000000);

-- Nonces by their SHA-256: our own from the moment they are made, an app's own from its first use. A row is
-- kept until no token with it can be valid any more.
CREATE TABLE apple_nonces (hash TEXT PRIMARY KEY, expires_at BIGINT NOT NULL, used_at BIGINT);
CREATE INDEX apple_nonces_by_expiry ON apple_nonces(expires_at);

-- Sign-ins that a browser has begun, by the SHA-256 of its cookie, and where it goes on afterwards.
CREATE TABLE apple_sign_ins (
  hash TEXT PRIMARY KEY, user_code TEXT, language TEXT, expires_at BIGINT NOT NULL, used_at BIGINT);
CREATE INDEX apple_sign_ins_by_expiry ON apple_sign_ins(expires_at);
INSERT INTO migrations VALUES (5, 'sign in with apple', '66bc25cb455bd395', 1, NOW - 90000000);

-- Voices that a provider has made of a recording. No recording is kept: of the consent there is the text, the
-- time and the SHA-256 of the recording. A voice without the provider's name for it is being made; `deleting_at`
-- is when its owner wanted it gone, `gone_at` when the provider had confirmed that. Without references, as
-- `sessions.device`.
CREATE TABLE voices (
  id TEXT PRIMARY KEY, account_id TEXT NOT NULL, user_id TEXT NOT NULL, request_key TEXT NOT NULL,
  name TEXT NOT NULL, provider_id TEXT UNIQUE, consent_text TEXT NOT NULL, consent_hash TEXT NOT NULL,
  consented_at BIGINT NOT NULL, created_at BIGINT NOT NULL, deleting_at BIGINT, gone_at BIGINT,
  UNIQUE (user_id, request_key), CHECK (gone_at IS NULL OR deleting_at IS NOT NULL));
CREATE UNIQUE INDEX voices_living ON voices(account_id) WHERE deleting_at IS NULL;
INSERT INTO migrations VALUES (6, 'voices of their own', 'b8e3c98f9f710715', 1, NOW - 90000000);

-- When it was opened to be answered later; none: Start was pressed at once, or it is older than this column.
ALTER TABLE sessions ADD COLUMN prepared_at BIGINT;
-- How often a speaker begins is read from its newest sessions, so that instances agree without a counter.
CREATE INDEX sessions_started ON sessions(device, talk_at) WHERE talk_at IS NOT NULL;
CREATE INDEX sessions_prepared ON sessions(device, prepared_at) WHERE prepared_at IS NOT NULL;

CREATE INDEX audit_by_age ON audit(at);

-- Codes that let somebody into a household, by their SHA-256. `user_id` is the person who signs in again with
-- it; none: a new one.
CREATE TABLE invitations (
  id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL REFERENCES accounts(id),
  user_id TEXT REFERENCES users(id), made_at BIGINT NOT NULL, expires_at BIGINT NOT NULL);
CREATE INDEX invitations_by_account ON invitations(account_id);
CREATE INDEX invitations_by_user ON invitations(user_id);
CREATE INDEX invitations_by_expiry ON invitations(expires_at);
INSERT INTO migrations VALUES (7, 'starts, retention and invitations', '698600dba42e9d6b', 1, NOW - 90000000);

-- `credential_id` is the authenticator's name for it, `public_key` a point of P-256, both in base64url;
-- `counter` is how many signatures the authenticator has counted.
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY, credential_id TEXT NOT NULL UNIQUE, user_id TEXT NOT NULL REFERENCES users(id),
  public_key TEXT NOT NULL, counter BIGINT NOT NULL CHECK (counter >= 0), name TEXT NOT NULL,
  made_at BIGINT NOT NULL, used_at BIGINT);
CREATE INDEX passkeys_by_user ON passkeys(user_id);

-- What browsers were asked, by the SHA-256 of their cookie, from which the challenge follows. A row is gone
-- with its first answer. For a new passkey it has whose it will be, and the browser's sign-in by its hash.
CREATE TABLE passkey_challenges (
  hash TEXT PRIMARY KEY, user_id TEXT REFERENCES users(id), session TEXT, expires_at BIGINT NOT NULL,
  CHECK ((user_id IS NULL) = (session IS NULL)));
CREATE INDEX passkey_challenges_by_user ON passkey_challenges(user_id);
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges(expires_at);

-- The passkey with which a browser signed in. Without a reference, as `sessions.device`.
ALTER TABLE credentials ADD COLUMN passkey TEXT;
CREATE INDEX credentials_by_passkey ON credentials(passkey) WHERE passkey IS NOT NULL;
INSERT INTO migrations VALUES (8, 'passkeys', '2dd8cee5ffbb7162', 1, NOW - 90000000);

DROP INDEX sessions_open;
DROP INDEX sessions_open_by_account;
DROP INDEX sessions_open_by_device;
CREATE INDEX sessions_open ON sessions(lease_until) WHERE ended_at IS NULL AND lease_until > 0;
CREATE INDEX sessions_open_by_account ON sessions(account_id) WHERE ended_at IS NULL AND account_id <> '';
CREATE INDEX sessions_open_by_device ON sessions(device) WHERE ended_at IS NULL AND device <> '';
INSERT INTO migrations VALUES (9, 'one index for each question about open talks', '6a4d6564e526dbd6', 1, NOW - 90000000);

INSERT INTO accounts (id, created_at, plan) VALUES ('acc_0old', NOW - 90000000, 'owner');
INSERT INTO users (id, account_id, created_at) VALUES ('usr_0old', 'acc_0old', NOW - 90000000);
INSERT INTO identities VALUES ('owner', 'owner', 'usr_0old', NOW - 90000000);
INSERT INTO audit VALUES ('owner:usr_0old', NOW - 90000000, 'usr_0old', 'owner-made', NULL);
INSERT INTO devices (id, device_id, user_id, name, created_at) VALUES ('dev_0old1', 'speaker-1', 'usr_0old', 'Speaker 1', NOW - 80000000);
INSERT INTO credentials (hash, kind, user_id, device, issued_at, expires_at, used_at) VALUES
  ('7oULkpWSFGT1gAJ7Vsjg6gxQf7SHZf_DnEHf3PHDWtI', 'device', 'usr_0old', 'dev_0old1', NOW - 80000000, NOW + 7000000000, NOW - 80000000);
INSERT INTO devices (id, device_id, user_id, name, created_at) VALUES ('dev_0old2', 'speaker-2', 'usr_0old', 'Speaker 2', NOW - 80000000);
INSERT INTO credentials (hash, kind, user_id, device, issued_at, expires_at, used_at) VALUES
  ('TVqMBugCVmvgtIAN8D2zIyE7TtRX8auwEUuuGM1J4vc', 'device', 'usr_0old', 'dev_0old2', NOW - 80000000, NOW + 7000000000, NOW - 80000000);
INSERT INTO devices (id, device_id, user_id, name, created_at) VALUES ('dev_0old3', 'speaker-3', 'usr_0old', 'Speaker 3', NOW - 80000000);
INSERT INTO credentials (hash, kind, user_id, device, issued_at, expires_at, used_at) VALUES
  ('Tef4iBkNKqg9HsXe9K8O8ccz5IfeBu9qqpLSDvXB7gA', 'device', 'usr_0old', 'dev_0old3', NOW - 80000000, NOW + 7000000000, NOW - 80000000);
INSERT INTO devices (id, device_id, user_id, name, created_at) VALUES ('dev_0old4', 'speaker-4', 'usr_0old', 'Speaker 4', NOW - 80000000);
INSERT INTO credentials (hash, kind, user_id, device, issued_at, expires_at, used_at) VALUES
  ('foU-3jCB7FHZYstD76CjEdWi1OAtj8C6_ZLq-1YGRIU', 'device', 'usr_0old', 'dev_0old4', NOW - 80000000, NOW + 7000000000, NOW - 80000000);
UPDATE accounts SET period = 'MONTH';
INSERT INTO ledger VALUES ('acc_0old', 'grant:MONTH', 'MONTH', 100000, 100000, NOW - 80000000);
INSERT INTO ledger VALUES ('acc_0old', 'pack:old-purchase', '', 60, NULL, NOW - 80000000);
INSERT INTO ledger VALUES ('acc_0old', 'session:ses_0ended', 'MONTH', -3, NULL, NOW - 70000000);
INSERT INTO sessions (id, account_id, user_id, device, request_key, period, opened_at, talk_at, seen_at, lease_until,
  connected_at, ended_at, ended_by, seconds, minutes) VALUES ('ses_0ended', 'acc_0old', 'usr_0old', 'dev_0old2', 'ended', 'MONTH',
  NOW - 70170000, NOW - 70170000, NOW - 70000000, NOW - 69000000, NOW - 70170000, NOW - 70000000, 'stop', 170, 3);
INSERT INTO sessions (id, account_id, user_id, device, request_key, period, opened_at, talk_at, seen_at, lease_until,
  held_minutes, connected_at) VALUES ('ses_0talking', 'acc_0old', 'usr_0old', 'dev_0old1', 'talking', 'MONTH', NOW - 90000, NOW - 90000,
  NOW - 90000, NOW + 540000, 10, NOW - 90000);
INSERT INTO profiles VALUES ('usr_0old', '{"displayName":"Akari","trainingFocus":[],"habits":[]}', 1, NOW - 80000000, 'speaker-1', NOW - 80000000);
