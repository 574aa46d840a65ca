-- Who may act: accounts, their sessions and tokens, links that are good for once, and the log of what was done.
-- Of every secret there is a hash only: argon2id of passwords, SHA-256 of random tokens.

CREATE TABLE accounts (
    -- No number comes again, and no account goes: the log names them.
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    name        TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    -- The name in lower case: SQLite's own comparison knows the case of ASCII only.
    folded      TEXT    NOT NULL UNIQUE,
    role        TEXT    NOT NULL CHECK (role IN ('reader', 'proposer', 'reviewer', 'maintainer')),
    -- A PHC string.
    password    TEXT    NOT NULL CHECK (password GLOB '$argon2id$*'),
    created_at  INTEGER NOT NULL CHECK (created_at >= 0),
    disabled_at INTEGER CHECK (disabled_at >= created_at)
) STRICT;

CREATE TABLE sessions (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    token_hash BLOB    NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL CHECK (created_at >= 0),
    seen_at    INTEGER NOT NULL CHECK (seen_at >= created_at),
    address    TEXT    NOT NULL CHECK (length(address) <= 60),
    agent      TEXT    NOT NULL CHECK (length(agent) <= 120)
) STRICT;
CREATE INDEX sessions_by_account ON sessions (account_id);

-- One-time links: for the first maintainer, for whoever is invited, and for a new password.
CREATE TABLE invitations (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    token_hash BLOB    NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    purpose    TEXT    NOT NULL CHECK (purpose IN ('first', 'invite', 'reset')),
    role       TEXT    CHECK (role IN ('reader', 'proposer', 'reviewer', 'maintainer')),
    -- Whose password is to be set.
    account_id INTEGER REFERENCES accounts (id),
    -- Nobody: the program.
    made_by    INTEGER REFERENCES accounts (id),
    created_at INTEGER NOT NULL CHECK (created_at >= 0),
    expires_at INTEGER CHECK (expires_at > created_at),
    used_at    INTEGER,
    used_by    INTEGER REFERENCES accounts (id),
    CHECK ((purpose = 'reset') = (account_id IS NOT NULL)),
    CHECK ((purpose = 'reset') = (role IS NULL)),
    CHECK ((purpose = 'first') = (made_by IS NULL)),
    CHECK ((purpose = 'first') = (expires_at IS NULL)),
    CHECK ((used_at IS NULL) = (used_by IS NULL))
) STRICT;

CREATE TABLE api_tokens (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    token_hash BLOB    NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name       TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    scope      TEXT    NOT NULL CHECK (scope IN ('read', 'propose', 'all')),
    created_at INTEGER NOT NULL CHECK (created_at >= 0),
    expires_at INTEGER NOT NULL CHECK (expires_at > created_at)
) STRICT;
CREATE INDEX api_tokens_by_account ON api_tokens (account_id);

-- What was done. Lines are only ever added.
CREATE TABLE acts (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    at         INTEGER NOT NULL CHECK (at >= 0),
    -- Nobody: the program.
    account_id INTEGER REFERENCES accounts (id),
    what       TEXT    NOT NULL CHECK (length(what) BETWEEN 1 AND 60),
    about      TEXT    NOT NULL CHECK (length(about) <= 200),
    was        TEXT    CHECK (length(was) <= 200),
    became     TEXT    CHECK (length(became) <= 200)
) STRICT;
CREATE TRIGGER acts_stay BEFORE UPDATE ON acts BEGIN SELECT RAISE(ABORT, 'the log is only added to'); END;
CREATE TRIGGER acts_are_kept BEFORE DELETE ON acts BEGIN SELECT RAISE(ABORT, 'the log is only added to'); END;
