BEGIN TRANSACTION;
CREATE TABLE accounts (
        person TEXT PRIMARY KEY,
        login TEXT NOT NULL UNIQUE,
        password TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "accounts" VALUES('ada','ada','$argon2id$...');
CREATE TABLE deal_plays (
        deal TEXT NOT NULL,
        person TEXT NOT NULL,
        table_id TEXT NOT NULL,
        seat INTEGER NOT NULL,
        ranked INTEGER NOT NULL,
        at INTEGER,
        place INTEGER,
        score INTEGER,
        margin INTEGER,
        line TEXT,
        adjusted REAL,
        error REAL, address TEXT,
        PRIMARY KEY (deal, person)
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "deal_plays" VALUES('2026-11-15-nova-luna','ada','t1',0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "deal_plays" VALUES('2026-11-15-nova-luna','bob','t2',0,1,9,1,91,-91,'',NULL,NULL,NULL);
INSERT INTO "deal_plays" VALUES('2026-11-20-nova-luna','ada','t3',0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'00000000c0ffee00');
INSERT INTO "deal_plays" VALUES('xK2c','ada','t4',0,1,10,1,40,7,'F
J',0.75,0.0625,NULL);
CREATE TABLE deals (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        day TEXT,
        setup TEXT NOT NULL,
        secret BLOB NOT NULL,
        chance TEXT NOT NULL,
        created INTEGER NOT NULL,
        par_place INTEGER,
        par_score INTEGER,
        par_margin INTEGER,
        par_line TEXT
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "deals" VALUES('2026-11-15-nova-luna','nova-luna','2026-11-15','{"seats":[null],"options":{}}',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F','seed',5,1,86,-86,'');
INSERT INTO "deals" VALUES('2026-11-20-nova-luna','nova-luna','2026-11-20','{"seats":[null],"options":{}}',X'1414141414141414141414141414141414141414141414141414141414141414','keys',6,NULL,NULL,NULL,NULL);
INSERT INTO "deals" VALUES('eve1a','polyssimo',NULL,'{"seats":["level-3@2",null],"options":{},"until":"2026-11-16","evening":"eve1"}',X'1313131313131313131313131313131313131313131313131313131313131313','keys',11,NULL,NULL,NULL,NULL);
INSERT INTO "deals" VALUES('xK2c','polyssimo',NULL,'{"seats":[null,"level-5@2"],"options":{"first":"seat-1"},"until":"2026-11-22"}',X'1212121212121212121212121212121212121212121212121212121212121212','keys',8,2,31,-4,'F
I');
CREATE TABLE evening_people (
        evening TEXT NOT NULL,
        person TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (evening, person)
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "evening_people" VALUES('eve1','bob',11);
CREATE TABLE evenings (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        host TEXT NOT NULL,
        deals TEXT NOT NULL,
        created INTEGER NOT NULL,
        closed INTEGER
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "evenings" VALUES('eve1','Friday','ada','eve1a',11,12);
CREATE TABLE events (
        table_id TEXT NOT NULL,
        seq INTEGER NOT NULL,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL,
        author TEXT,
        move_id TEXT,
        data TEXT NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "events" VALUES('t1',1,1001,'moved','ada',NULL,'{"move": 1}');
INSERT INTO "events" VALUES('t1',2,1002,'moved','ada','m1','{"move": 2}');
INSERT INTO "events" VALUES('t2',1,1001,'moved','ada','m1','{"move": 1}');
INSERT INTO "events" VALUES('t3',1,1001,'moved','ada',NULL,'{"move": 1}');
CREATE TABLE mail (
        person TEXT PRIMARY KEY,
        address TEXT NOT NULL,
        language TEXT NOT NULL,
        token TEXT NOT NULL UNIQUE,
        asked INTEGER NOT NULL,
        confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1))
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "mail" VALUES('ada','ada@example.org','uk','token',7,1);
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
INSERT INTO "meta" VALUES('schema','11');
INSERT INTO "meta" VALUES('alive','10010');
CREATE TABLE outages (
        gone INTEGER PRIMARY KEY,
        back INTEGER NOT NULL
    ) STRICT
    ;
INSERT INTO "outages" VALUES(10,10010);
CREATE TABLE people (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('guest', 'account')),
        created INTEGER NOT NULL,
        seen INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "people" VALUES('ada','Ada 🌒 "x" 
\','account',1,2);
INSERT INTO "people" VALUES('bob','Боб','guest',1,2);
CREATE TABLE puzzle_shifts (
        game TEXT NOT NULL,
        puzzle TEXT NOT NULL,
        shift REAL NOT NULL,
        tries INTEGER NOT NULL,
        PRIMARY KEY (game, puzzle)
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "puzzle_shifts" VALUES('polyssimo','00000001',0.0,1);
INSERT INTO "puzzle_shifts" VALUES('polyssimo','00000002',2.2323413225894074563e-02,1);
CREATE TABLE puzzle_tries (
        person TEXT NOT NULL,
        game TEXT NOT NULL,
        puzzle TEXT NOT NULL,
        is_right INTEGER NOT NULL CHECK (is_right IN (0, 1)),
        rating REAL NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (person, game, puzzle)
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "puzzle_tries" VALUES('ada','polyssimo','00000001',1,2.95034652816229865379e+01,8);
INSERT INTO "puzzle_tries" VALUES('ada','polyssimo','00000002',0,2.74224691334464196765e+01,9);
CREATE TABLE rating_changes (
        table_id TEXT NOT NULL,
        seat INTEGER NOT NULL,
        subject TEXT NOT NULL,
        mu_before REAL NOT NULL,
        sigma_before REAL NOT NULL,
        mu_after REAL NOT NULL,
        sigma_after REAL NOT NULL,
        PRIMARY KEY (table_id, seat)
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "rating_changes" VALUES('t1',0,'ada',2.76353894931404973087e+01,8.06590141354368,29.8837091672877,7.82480499106735560843e+00);
INSERT INTO "rating_changes" VALUES('t1',1,'bob',25.0,8.33333333333333392545e+00,2.26001349420783377293e+01,8.05812813545915);
INSERT INTO "rating_changes" VALUES('t2',0,'ada',25.0,8.33333333333333392545e+00,2.76353894931404973087e+01,8.06590141354368);
INSERT INTO "rating_changes" VALUES('t2',1,'bot:level-3',25.0,8.33333333333333392545e+00,2.23646105068595026912e+01,8.06590141354368);
CREATE TABLE rating_pairs (
        one TEXT NOT NULL,
        other TEXT NOT NULL,
        heat REAL NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (one, other)
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "rating_pairs" VALUES('ada','bob',1.0,9);
CREATE TABLE ratings (
        subject TEXT NOT NULL,
        game TEXT NOT NULL,
        players INTEGER NOT NULL,
        mu REAL NOT NULL,
        sigma REAL NOT NULL,
        games INTEGER NOT NULL,
        PRIMARY KEY (subject, game, players)
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "ratings" VALUES('ada','nova-luna',2,29.8837091672877,7.82480499106735560843e+00,2);
INSERT INTO "ratings" VALUES('bob','nova-luna',2,2.26001349420783377293e+01,8.05812813545915,1);
INSERT INTO "ratings" VALUES('bot:level-3','nova-luna',2,2.23646105068595026912e+01,8.06590141354368,1);
CREATE TABLE records (
        id TEXT PRIMARY KEY,
        person TEXT NOT NULL,
        game TEXT NOT NULL,
        text TEXT NOT NULL,
        created INTEGER NOT NULL
    , bytes INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID
    ;
INSERT INTO "records" VALUES('r1','ada','polyssimo','line
	line
',7,12);
CREATE TABLE seats (
        table_id TEXT NOT NULL,
        seat INTEGER NOT NULL,
        person TEXT NOT NULL,
        PRIMARY KEY (table_id, seat)
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "seats" VALUES('t1',0,'ada');
INSERT INTO "seats" VALUES('t1',1,'bob');
CREATE TABLE sessions (
        token_hash BLOB PRIMARY KEY,
        person TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('session', 'token')),
        label TEXT NOT NULL,
        created INTEGER NOT NULL,
        seen INTEGER NOT NULL,
        expires INTEGER
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "sessions" VALUES(X'','ada','token','my bot',1,2,-9223372036854775808);
INSERT INTO "sessions" VALUES(X'00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF','ada','token','my bot',1,2,NULL);
CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        players INTEGER NOT NULL,
        status TEXT NOT NULL CHECK (status IN ('open', 'running', 'over')),
        listed INTEGER NOT NULL CHECK (listed IN (0, 1)),
        host TEXT NOT NULL,
        secret BLOB NOT NULL,
        invite TEXT NOT NULL,
        created INTEGER NOT NULL,
        updated INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        number INTEGER NOT NULL,
        mover_id TEXT,
        deadline INTEGER,
        bot_due INTEGER NOT NULL CHECK (bot_due IN (0, 1)),
        lease_until INTEGER,
        lease_by TEXT,
        summary TEXT NOT NULL
    , competitive INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID
    ;
INSERT INTO "tables" VALUES('t1','nova-luna',2,'open',0,'ada',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F','invite-t1',1000,1002,2,0,NULL,4611686018427387904,1,6000,'worker','{}',0);
INSERT INTO "tables" VALUES('t2','nova-luna',2,'running',1,'ada',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F','invite-t2',1000,1001,1,3,'ada',NULL,0,NULL,NULL,'{"names": ["Ada", "Богдан"]}',0);
INSERT INTO "tables" VALUES('t3','nova-luna',2,'running',1,'ada',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F','invite-t3',1000,1001,1,3,'ada',NULL,0,NULL,NULL,'{"names": ["Ada", "Богдан"]}',1);
CREATE TABLE turn_mails (
        table_id TEXT PRIMARY KEY,
        number INTEGER NOT NULL,
        tries INTEGER NOT NULL,
        next_try INTEGER
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "turn_mails" VALUES('t1',3,1,9);
CREATE INDEX tables_in_lobby ON tables (updated, id) WHERE listed = 1 AND status <> 'over';
CREATE INDEX tables_due ON tables (deadline) WHERE deadline IS NOT NULL;
CREATE UNIQUE INDEX events_by_move ON events (table_id, author, move_id)
    WHERE move_id IS NOT NULL
    ;
CREATE INDEX seats_of_person ON seats (person);
CREATE INDEX sessions_of_person ON sessions (person);
CREATE INDEX records_of_person ON records (person, created, id);
CREATE INDEX tables_of_host ON tables (host);
CREATE INDEX tables_leased ON tables (lease_by) WHERE lease_by IS NOT NULL;
CREATE INDEX sessions_by_end ON sessions (expires) WHERE expires IS NOT NULL;
CREATE INDEX guests ON people (id) WHERE kind = 'guest';
CREATE INDEX ratings_of_category ON ratings (game, players);
CREATE INDEX tables_for_bots ON tables (host, updated, id) WHERE bot_due = 1;
CREATE INDEX tables_open ON tables (host) WHERE status = 'open';
CREATE INDEX events_with_names ON events (author, table_id)
    WHERE author IS NOT NULL AND move_id IS NULL
    ;
CREATE INDEX mail_unconfirmed ON mail (asked) WHERE confirmed = 0;
CREATE INDEX rating_changes_of_subject ON rating_changes (subject);
CREATE INDEX deals_of_day ON deals (day, id) WHERE day IS NOT NULL;
CREATE INDEX deal_results ON deal_plays (deal, place, margin DESC, at, person)
    WHERE place IS NOT NULL
    ;
CREATE UNIQUE INDEX deal_seats ON deal_plays (table_id, seat);
CREATE INDEX evenings_of_host ON evenings (host);
CREATE INDEX deal_addresses ON deal_plays (deal, address) WHERE address IS NOT NULL;
CREATE INDEX record_bytes ON records (person, bytes);
COMMIT;
