"""The baseline schema of a new database, and the migrations from released versions.

Type names are SQLite's; the PostgreSQL backend translates them (`define`). Never edit a released
version: add an entry to `UPGRADES` instead.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "BASELINE",
    "BASELINE_VERSION",
    "DAILY_DEALS",
    "FILL_COLUMNS_11",
    "MOVE_DAILY_DEALS",
    "UPGRADES",
]

Steps = tuple[str, ...]

# Tables unchanged since 0.1.0.
TABLES_OF_0_1 = (
    # A table at which a game is played. `seq` counts its events, `number` its positions. The
    # other columns are derived from the events, so that queries do not need a replay.
    """
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
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX tables_in_lobby ON tables (updated, id) WHERE listed = 1 AND status <> 'over'",
    "CREATE INDEX tables_due ON tables (deadline) WHERE deadline IS NOT NULL",
    """
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
    """,
    # A move that is sent twice counts once.
    """
    CREATE UNIQUE INDEX events_by_move ON events (table_id, author, move_id)
    WHERE move_id IS NOT NULL
    """,
    """
    CREATE TABLE seats (
        table_id TEXT NOT NULL,
        seat INTEGER NOT NULL,
        person TEXT NOT NULL,
        PRIMARY KEY (table_id, seat)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX seats_of_person ON seats (person)",
    """
    CREATE TABLE people (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('guest', 'account')),
        created INTEGER NOT NULL,
        seen INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    # `login` is case-folded, `password` an argon2id hash.
    """
    CREATE TABLE accounts (
        person TEXT PRIMARY KEY,
        login TEXT NOT NULL UNIQUE,
        password TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE sessions (
        token_hash BLOB PRIMARY KEY,
        person TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('session', 'token')),
        label TEXT NOT NULL,
        created INTEGER NOT NULL,
        seen INTEGER NOT NULL,
        expires INTEGER
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX sessions_of_person ON sessions (person)",
    # A subject is a person id, or a bot such as 'bot:level-3'.
    """
    CREATE TABLE ratings (
        subject TEXT NOT NULL,
        game TEXT NOT NULL,
        players INTEGER NOT NULL,
        mu REAL NOT NULL,
        sigma REAL NOT NULL,
        games INTEGER NOT NULL,
        PRIMARY KEY (subject, game, players)
    ) STRICT, WITHOUT ROWID
    """,
    """
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
    """,
    """
    CREATE TABLE records (
        id TEXT PRIMARY KEY,
        person TEXT NOT NULL,
        game TEXT NOT NULL,
        text TEXT NOT NULL,
        created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX records_of_person ON records (person, created, id)",
)

# Tables and indexes added after 0.1.0.
SINCE_0_1 = (
    # No request or periodic task may scan a growing table.
    "CREATE INDEX tables_of_host ON tables (host)",
    "CREATE INDEX tables_leased ON tables (lease_by) WHERE lease_by IS NOT NULL",
    "CREATE INDEX sessions_by_end ON sessions (expires) WHERE expires IS NOT NULL",
    "CREATE INDEX guests ON people (id) WHERE kind = 'guest'",
    "CREATE INDEX ratings_of_category ON ratings (game, players)",
    # Bots serve the hosts in turn, round-robin.
    "CREATE INDEX tables_for_bots ON tables (host, updated, id) WHERE bot_due = 1",
    # Number of open tables of a host.
    "CREATE INDEX tables_open ON tables (host) WHERE status = 'open'",
    # Decayed number of rated games between two people.
    """
    CREATE TABLE rating_pairs (
        one TEXT NOT NULL,
        other TEXT NOT NULL,
        heat REAL NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (one, other)
    ) STRICT, WITHOUT ROWID
    """,
    # Events that contain a person's name.
    """
    CREATE INDEX events_with_names ON events (author, table_id)
    WHERE author IS NOT NULL AND move_id IS NULL
    """,
    # Intervals without a running process, in game time: clocks were stopped.
    """
    CREATE TABLE outages (
        gone INTEGER PRIMARY KEY,
        back INTEGER NOT NULL
    ) STRICT
    """,
    # Addresses for turn notifications; each email includes `token`.
    """
    CREATE TABLE mail (
        person TEXT PRIMARY KEY,
        address TEXT NOT NULL,
        language TEXT NOT NULL,
        token TEXT NOT NULL UNIQUE,
        asked INTEGER NOT NULL,
        confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1))
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX mail_unconfirmed ON mail (asked) WHERE confirmed = 0",
    # Index for the rating history of a person.
    "CREATE INDEX rating_changes_of_subject ON rating_changes (subject)",
    # The latest turn at a table whose email was sent or will be retried.
    """
    CREATE TABLE turn_mails (
        table_id TEXT PRIMARY KEY,
        number INTEGER NOT NULL,
        tries INTEGER NOT NULL,
        next_try INTEGER
    ) STRICT, WITHOUT ROWID
    """,
    # An account holder's first attempt at a puzzle, and their rating after it.
    """
    CREATE TABLE puzzle_tries (
        person TEXT NOT NULL,
        game TEXT NOT NULL,
        puzzle TEXT NOT NULL,
        is_right INTEGER NOT NULL CHECK (is_right IN (0, 1)),
        rating REAL NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (person, game, puzzle)
    ) STRICT, WITHOUT ROWID
    """,
    # Rating change of a puzzle since its publication.
    """
    CREATE TABLE puzzle_shifts (
        game TEXT NOT NULL,
        puzzle TEXT NOT NULL,
        shift REAL NOT NULL,
        tries INTEGER NOT NULL,
        PRIMARY KEY (game, puzzle)
    ) STRICT, WITHOUT ROWID
    """,
    # Shared deals: daily ones of each game, or shared by link.
    """
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
    """,
    "CREATE INDEX deals_of_day ON deals (day, id) WHERE day IS NOT NULL",
    # Each person plays a deal once; a play not finished in time has no place. `adjusted` and
    # `error` are no longer used, but older backups contain them.
    """
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
        error REAL,
        PRIMARY KEY (deal, person)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE INDEX deal_results ON deal_plays (deal, place, margin DESC, at, person)
    WHERE place IS NOT NULL
    """,
    "CREATE UNIQUE INDEX deal_seats ON deal_plays (table_id, seat)",
    # A club evening: some of these deals under one name.
    """
    CREATE TABLE evenings (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        host TEXT NOT NULL,
        deals TEXT NOT NULL,
        created INTEGER NOT NULL,
        closed INTEGER
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX evenings_of_host ON evenings (host)",
    # Participants waiting for a seat in an evening whose players meet at tables.
    """
    CREATE TABLE evening_people (
        evening TEXT NOT NULL,
        person TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (evening, person)
    ) STRICT, WITHOUT ROWID
    """,
)

# The daily deals of 0.1.0: one solo deal per day in a single game, where a lower score is better.
# `par` is the best possible score.
DAILY_DEALS = (
    """
    CREATE TABLE daily_deals (
        day TEXT PRIMARY KEY,
        secret BLOB NOT NULL,
        created INTEGER NOT NULL,
        par INTEGER
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE daily_plays (
        day TEXT NOT NULL,
        person TEXT NOT NULL,
        table_id TEXT NOT NULL UNIQUE,
        score INTEGER,
        at INTEGER,
        PRIMARY KEY (day, person)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE INDEX daily_results ON daily_plays (day, score, at, person)
    WHERE score IS NOT NULL
    """,
)

# A deal's game is that of its tables; deals that were never played are dropped.
MOVE_DAILY_DEALS = (
    """
    INSERT INTO deals
    SELECT DISTINCT daily_deals.day || '-' || tables.game, tables.game, daily_deals.day,
        '{"seats":[null],"options":{}}', daily_deals.secret, 'seed',
        daily_deals.created, CASE WHEN par IS NULL THEN NULL ELSE 1 END, par, -par,
        CASE WHEN par IS NULL THEN NULL ELSE '' END
    FROM daily_deals JOIN daily_plays ON daily_plays.day = daily_deals.day
    JOIN tables ON tables.id = daily_plays.table_id
    """,
    """
    INSERT INTO deal_plays (deal, person, table_id, seat, ranked, at, place, score, margin, line)
    SELECT day || '-' || tables.game, plays.person, plays.table_id, COALESCE(seats.seat, 0), 1, at,
        CASE WHEN score IS NULL THEN NULL ELSE 1 END, score, -score,
        CASE WHEN score IS NULL THEN NULL ELSE '' END
    FROM daily_plays AS plays JOIN tables ON tables.id = plays.table_id
    LEFT JOIN seats ON seats.table_id = plays.table_id AND seats.person = plays.person
    """,
    "DROP TABLE daily_plays",
    "DROP TABLE daily_deals",
)

ADD_COLUMNS_11 = (
    # Hash of the address from which a person started a daily deal; deleted after the day.
    "ALTER TABLE deal_plays ADD COLUMN address TEXT",
    "CREATE INDEX deal_addresses ON deal_plays (deal, address) WHERE address IS NOT NULL",
    # Tables whose result counts: rated games and shared deals.
    "ALTER TABLE tables ADD COLUMN competitive INTEGER NOT NULL DEFAULT 0",
    # The storage quota sums a person's bytes for each new record.
    "ALTER TABLE records ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX record_bytes ON records (person, bytes)",
)

# Values of the new columns for existing rows.
FILL_COLUMNS_11 = (
    """
    UPDATE tables SET competitive = 1 WHERE status <> 'over' AND
    (summary LIKE '%"rated":true%' OR summary LIKE '%"day":"%' OR summary LIKE '%"deal":"%')
    """,
    "UPDATE records SET bytes = LENGTH(text)",
)

# The tables of a room share an invitation.
ADD_INDEX_12 = ("CREATE INDEX tables_by_invite ON tables (invite, created, id)",)

BASELINE: Final[Steps] = (*TABLES_OF_0_1, *SINCE_0_1)
BASELINE_VERSION: Final = 10
UPGRADES: Final[dict[int, tuple[int, Steps]]] = {
    2: (10, ("DROP INDEX tables_for_bots", *SINCE_0_1, *MOVE_DAILY_DEALS)),
    10: (11, (*ADD_COLUMNS_11, *FILL_COLUMNS_11)),
    11: (12, ADD_INDEX_12),
}
"""By released version: the version it is upgraded to, and the steps."""
