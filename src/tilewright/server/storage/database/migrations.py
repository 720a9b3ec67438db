"""All that was ever done to the schema, one version after the other.

Types are SQLite's; the PostgreSQL backend translates them (``define``). A migration that has
been released is never edited: the next change is a new one at the end of the list.
"""

from __future__ import annotations

__all__ = ["MIGRATIONS"]

VERSION_1 = (
    # A table at which a game is played. `seq` counts its events, `number` its positions. What
    # stands beside them is derived from the events, so that tables can be found without replay.
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
    "CREATE INDEX tables_for_bots ON tables (updated, id) WHERE bot_due = 1",
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
    # A move counts once, however often it is sent.
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
    # A subject is a person's id or a bot such as 'bot:level-3'.
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

VERSION_2 = (
    # The deal of a day, the same for everybody. `par` is what could have been made of it.
    """
    CREATE TABLE daily_deals (
        day TEXT PRIMARY KEY,
        secret BLOB NOT NULL,
        created INTEGER NOT NULL,
        par INTEGER
    ) STRICT, WITHOUT ROWID
    """,
    # Everybody plays it once; who did not finish it within the day has no score.
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

VERSION_3 = (
    # Nothing that is done for somebody, or now and then, looks at every row of a table that grows.
    "CREATE INDEX tables_of_host ON tables (host)",
    "CREATE INDEX tables_leased ON tables (lease_by) WHERE lease_by IS NOT NULL",
    "CREATE INDEX sessions_by_end ON sessions (expires) WHERE expires IS NOT NULL",
    "CREATE INDEX guests ON people (id) WHERE kind = 'guest'",
    "CREATE INDEX ratings_of_category ON ratings (game, players)",
    # Bots are shared out by host.
    "DROP INDEX tables_for_bots",
    "CREATE INDEX tables_for_bots ON tables (host, updated, id) WHERE bot_due = 1",
)

VERSION_4 = (
    # How many tables of a host wait for players.
    "CREATE INDEX tables_open ON tables (host) WHERE status = 'open'",
)

VERSION_5 = (
    # How often two have met in rated games lately: it cools down, and is 1 more with each game.
    """
    CREATE TABLE rating_pairs (
        one TEXT NOT NULL,
        other TEXT NOT NULL,
        heat REAL NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (one, other)
    ) STRICT, WITHOUT ROWID
    """,
    # Where somebody's name stands.
    """
    CREATE INDEX events_with_names ON events (author, table_id)
    WHERE author IS NOT NULL AND move_id IS NULL
    """,
    # Guests take no place among the results of a day.
    "ALTER TABLE daily_plays ADD COLUMN ranked INTEGER NOT NULL DEFAULT 1",
    # When no process was there, in game time: nobody's clock ran.
    """
    CREATE TABLE outages (
        gone INTEGER PRIMARY KEY,
        back INTEGER NOT NULL
    ) STRICT
    """,
)

VERSION_6 = (
    # Deals of before have one seed for all their chance.
    "ALTER TABLE daily_deals ADD COLUMN chance TEXT NOT NULL DEFAULT 'seed'",
)

VERSION_7 = (
    # Where people want to hear of their turns; `token` stands in every letter.
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
    # How somebody's rating came to be what it is.
    "CREATE INDEX rating_changes_of_subject ON rating_changes (subject)",
    # The latest turn at a table that a letter was sent for, or will be again.
    """
    CREATE TABLE turn_mails (
        table_id TEXT PRIMARY KEY,
        number INTEGER NOT NULL,
        tries INTEGER NOT NULL,
        next_try INTEGER
    ) STRICT, WITHOUT ROWID
    """,
)

VERSION_8 = (
    # The first try of somebody with an account at a puzzle, and their rating after it.
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
    # How much harder a puzzle has proved than it came.
    """
    CREATE TABLE puzzle_shifts (
        game TEXT NOT NULL,
        puzzle TEXT NOT NULL,
        shift REAL NOT NULL,
        tries INTEGER NOT NULL,
        PRIMARY KEY (game, puzzle)
    ) STRICT, WITHOUT ROWID
    """,
)

# What comes of a play of a deal. VERSION_10 makes the table anew, with the same columns.
RESULT_OF_PLAY = """
        ranked INTEGER NOT NULL,
        at INTEGER,
        place INTEGER,
        score INTEGER,
        margin INTEGER,
        line TEXT,
        adjusted REAL,
        error REAL
""".strip()

VERSION_9 = (
    # A deal that many play: of a day, for each game, or by link. `setup` has the seats.
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
    # Everybody plays it once; who did not finish it in time has no place. `adjusted` is the result
    # without the luck.
    f"""
    CREATE TABLE deal_plays (
        deal TEXT NOT NULL,
        person TEXT NOT NULL,
        table_id TEXT NOT NULL UNIQUE,
        {RESULT_OF_PLAY},
        PRIMARY KEY (deal, person)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE INDEX deal_results ON deal_plays (deal, place, margin DESC, at, person)
    WHERE place IS NOT NULL
    """,
    # An evening of a club: some of these deals, with a name.
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
    # Until then one game had a deal a day: one for a single player, where less is better. Its
    # tables know which; a deal that nobody has played is forgotten.
    """
    INSERT INTO deals
    SELECT DISTINCT daily_deals.day || '-' || tables.game, tables.game, daily_deals.day,
        '{"seats":[null],"options":{}}', daily_deals.secret, daily_deals.chance,
        daily_deals.created, CASE WHEN par IS NULL THEN NULL ELSE 1 END, par, -par,
        CASE WHEN par IS NULL THEN NULL ELSE '' END
    FROM daily_deals JOIN daily_plays ON daily_plays.day = daily_deals.day
    JOIN tables ON tables.id = daily_plays.table_id
    """,
    """
    INSERT INTO deal_plays
    SELECT day || '-' || tables.game, person, table_id, ranked, at,
        CASE WHEN score IS NULL THEN NULL ELSE 1 END, score, -score,
        CASE WHEN score IS NULL THEN NULL ELSE '' END, NULL, NULL
    FROM daily_plays JOIN tables ON tables.id = daily_plays.table_id
    """,
    "DROP TABLE daily_plays",
    "DROP TABLE daily_deals",
)

VERSION_10 = (
    # People may play a deal against each other: several have played it at one table then.
    "ALTER TABLE deal_plays RENAME TO deal_plays_of_one",
    f"""
    CREATE TABLE deal_plays (
        deal TEXT NOT NULL,
        person TEXT NOT NULL,
        table_id TEXT NOT NULL,
        seat INTEGER NOT NULL,
        {RESULT_OF_PLAY},
        PRIMARY KEY (deal, person)
    ) STRICT, WITHOUT ROWID
    """,
    """
    INSERT INTO deal_plays
    SELECT deal, plays.person, plays.table_id, COALESCE(seats.seat, 0), ranked, at,
        place, score, margin, line, adjusted, error
    FROM deal_plays_of_one AS plays
    LEFT JOIN seats ON seats.table_id = plays.table_id AND seats.person = plays.person
    """,
    "DROP TABLE deal_plays_of_one",
    """
    CREATE INDEX deal_results ON deal_plays (deal, place, margin DESC, at, person)
    WHERE place IS NOT NULL
    """,
    "CREATE UNIQUE INDEX deal_seats ON deal_plays (table_id, seat)",
    # Who wants to be seated where an evening is played at tables.
    """
    CREATE TABLE evening_people (
        evening TEXT NOT NULL,
        person TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (evening, person)
    ) STRICT, WITHOUT ROWID
    """,
)

MIGRATIONS: list[tuple[str, ...]] = [
    *(VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5, VERSION_6, VERSION_7, VERSION_8),
    *(VERSION_9, VERSION_10),
]
