PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('v1 first tables');
INSERT INTO grdb_migrations VALUES('v2 unseen miss');
CREATE TABLE profile (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    owner_name TEXT,
    language TEXT NOT NULL,
    sleep_location TEXT,
    training_focus TEXT NOT NULL,
    companion TEXT NOT NULL,
    volume_floor_percent INTEGER NOT NULL,
    volume_ceiling_percent INTEGER NOT NULL
) STRICT;
INSERT INTO profile VALUES(1,'Aki','ja','attic','push-up,stretch','openai',10,70);
CREATE TABLE habit (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    is_on INTEGER NOT NULL,
    at TEXT NOT NULL,
    days TEXT NOT NULL,
    follow_ups INTEGER NOT NULL,
    follow_up_interval_seconds INTEGER NOT NULL,
    sound TEXT,
    curve TEXT NOT NULL,
    prompt TEXT NOT NULL,
    guards_against_sleep INTEGER NOT NULL
) STRICT;
INSERT INTO habit VALUES(1,'wake',1,'06:00','mon,tue,wed,thu,fri,sat,sun',10,60,NULL,'steady','wake_up',1);
INSERT INTO habit VALUES(2,'training',0,'19:00','mon,tue,wed,thu,fri,sat,sun',10,60,NULL,'steady','training',0);
INSERT INTO habit VALUES(3,'bedtime',0,'22:30','mon,tue,wed,thu,fri,sat,sun',10,60,NULL,'steady','bedtime',0);
INSERT INTO habit VALUES(4,'reading',1,'06:00','mon,tue,wed,thu,fri',2,90,'bell.wav','gentle','reading',0);
CREATE TABLE settings (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    voice_percent INTEGER NOT NULL,
    is_microphone_muted INTEGER NOT NULL
, has_unseen_miss INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO settings VALUES(1,35,1,1);
CREATE TABLE setup (id INTEGER PRIMARY KEY CHECK (id = 1), step TEXT) STRICT;
INSERT INTO setup VALUES(1,'wake_place');
CREATE TABLE record (
    habit TEXT NOT NULL,
    date TEXT NOT NULL,
    due INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    committed_follow_up INTEGER,
    rings INTEGER NOT NULL,
    ended_at INTEGER,
    PRIMARY KEY (date, habit)
) STRICT, WITHOUT ROWID;
INSERT INTO record VALUES('reading','2026-03-28',1774677450000000000,'missed',NULL,3,1774691850000000000);
INSERT INTO record VALUES('wake','2026-03-29',1774764000000000000,'open',0,1,NULL);
CREATE TABLE exception (
    habit TEXT NOT NULL,
    date TEXT NOT NULL,
    moved_to TEXT,
    PRIMARY KEY (date, habit)
) STRICT, WITHOUT ROWID;
INSERT INTO exception VALUES('reading','2026-03-31','2026-03-31T06:00');
INSERT INTO exception VALUES('wake','2026-03-31',NULL);
CREATE TABLE one_off (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    at TEXT NOT NULL,
    like_habit TEXT NOT NULL
) STRICT;
INSERT INTO one_off VALUES(1,'once-1','2026-03-30T06:00','wake');
INSERT INTO one_off VALUES(2,'once-2','2026-04-01T06:00','reading');
CREATE TABLE armed_since (habit TEXT PRIMARY KEY, since INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO armed_since VALUES('reading',1774677450000000000);
INSERT INTO armed_since VALUES('wake',1774504650000000000);
CREATE TABLE night (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    habit TEXT,
    date TEXT,
    follow_up INTEGER,
    cause TEXT,
    detail TEXT
) STRICT;
INSERT INTO night VALUES(1,1774764000000000000,'ring','wake','2026-03-29',0,'timer','first');
INSERT INTO night VALUES(2,1774764000000000000,'started',NULL,NULL,NULL,NULL,NULL);
CREATE TABLE store (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- Counts commits, so that a schedule copy newer than the database is recognized.
    commits INTEGER NOT NULL,
    -- The last of them that the schedule copy had to follow at once.
    schedule_commits INTEGER NOT NULL,
    last_written INTEGER,
    -- 1 from a wipe's transaction until its last trace is off the disk.
    is_wiping INTEGER NOT NULL
) STRICT;
INSERT INTO store VALUES(1,3,1,1774764000000000000,0);
COMMIT;
