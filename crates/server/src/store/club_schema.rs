//! The tables of a club. A server without one has them too, empty, so that a data folder can be used either way.

/// What version 0.3 adds to the database.
pub const CLUB: &str = "
CREATE TABLE members (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE, email TEXT UNIQUE COLLATE NOCASE, password TEXT,
    role TEXT NOT NULL, robot INTEGER NOT NULL, state TEXT NOT NULL, created INTEGER NOT NULL, zone TEXT NOT NULL,
    mails TEXT NOT NULL, muted_until INTEGER NOT NULL, digest INTEGER NOT NULL
) STRICT;
CREATE TABLE pending (
    code TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, password TEXT NOT NULL, expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE resets (
    code TEXT PRIMARY KEY, member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE, expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE invitations (
    code TEXT PRIMARY KEY, uses INTEGER NOT NULL, expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE sessions (
    hash TEXT PRIMARY KEY, member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    created INTEGER NOT NULL, expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_member ON sessions (member);
CREATE TABLE tokens (
    id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    name TEXT NOT NULL, scopes TEXT NOT NULL, created INTEGER NOT NULL, used INTEGER
) STRICT;
CREATE INDEX tokens_by_member ON tokens (member);
CREATE TABLE vacations (
    member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE, began INTEGER NOT NULL, until INTEGER NOT NULL,
    PRIMARY KEY (member, began)
) STRICT, WITHOUT ROWID;
CREATE TABLE challenges (
    id TEXT PRIMARY KEY, state TEXT NOT NULL, challenger INTEGER NOT NULL REFERENCES members (id),
    opponent INTEGER REFERENCES members (id), accepted_by INTEGER REFERENCES members (id), game TEXT NOT NULL,
    variant TEXT NOT NULL, side TEXT NOT NULL, rated INTEGER NOT NULL, clock TEXT NOT NULL, created INTEGER NOT NULL,
    expires INTEGER NOT NULL, game_id TEXT, reason TEXT, rematch_of TEXT
) STRICT;
CREATE INDEX open_challenges ON challenges (expires) WHERE state = 'open';
CREATE INDEX challenges_by_challenger ON challenges (challenger, state);
CREATE INDEX challenges_by_opponent ON challenges (opponent, state);
CREATE TABLE club_games (
    game_id TEXT PRIMARY KEY REFERENCES games (id), first INTEGER NOT NULL REFERENCES members (id),
    second INTEGER NOT NULL REFERENCES members (id), rated INTEGER NOT NULL, clock TEXT NOT NULL, days INTEGER,
    created INTEGER NOT NULL, first_rating REAL NOT NULL, first_deviation REAL NOT NULL, second_rating REAL NOT NULL,
    second_deviation REAL NOT NULL, finished INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX running_games ON club_games (days) WHERE finished IS NULL;
CREATE INDEX games_of_first ON club_games (first, created);
CREATE INDEX games_of_second ON club_games (second, created);
CREATE TABLE ratings (
    member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE, game TEXT NOT NULL, rating REAL NOT NULL,
    deviation REAL NOT NULL, volatility REAL NOT NULL, wins INTEGER NOT NULL, draws INTEGER NOT NULL,
    losses INTEGER NOT NULL, updated INTEGER NOT NULL, PRIMARY KEY (member, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_by_game ON ratings (game, rating DESC);
CREATE TABLE rating_history (
    member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE, game TEXT NOT NULL, game_id TEXT NOT NULL,
    at INTEGER NOT NULL, rating REAL NOT NULL, deviation REAL NOT NULL, PRIMARY KEY (member, game, game_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX events_by_member ON events (member, seq);
CREATE TABLE notifications (
    id INTEGER PRIMARY KEY AUTOINCREMENT, member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    kind TEXT NOT NULL, at INTEGER NOT NULL, read INTEGER NOT NULL, text TEXT NOT NULL, game_id TEXT, challenge_id TEXT
) STRICT;
CREATE INDEX notifications_by_member ON notifications (member, id);
CREATE TABLE chat (
    game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    member INTEGER NOT NULL REFERENCES members (id), at INTEGER NOT NULL, room TEXT NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE blocks (
    member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
    other INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE, PRIMARY KEY (member, other)
) STRICT, WITHOUT ROWID;
CREATE TABLE reports (
    id INTEGER PRIMARY KEY, author INTEGER NOT NULL REFERENCES members (id), about INTEGER NOT NULL REFERENCES members (id),
    game_id TEXT, at INTEGER NOT NULL, text TEXT NOT NULL, state TEXT NOT NULL, note TEXT, handled_by TEXT
) STRICT;
CREATE TABLE admin_log (
    id INTEGER PRIMARY KEY, at INTEGER NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL, detail TEXT NOT NULL
) STRICT;
CREATE TABLE imports (
    id TEXT PRIMARY KEY, member INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE, game TEXT NOT NULL,
    start TEXT NOT NULL, turns TEXT NOT NULL, form TEXT NOT NULL, result TEXT, added INTEGER NOT NULL
) STRICT;
CREATE INDEX imports_by_member ON imports (member, added);
";
