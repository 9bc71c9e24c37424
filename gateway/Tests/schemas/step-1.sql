-- A database as a gateway of schema step 1 has left it: an owner with four speakers.
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
