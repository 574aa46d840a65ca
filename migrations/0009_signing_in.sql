-- A second factor beside the password, and signing in by others.
--
-- 0001 keeps of passwords, sessions, links and tokens a hash only, and so do recovery codes here. The secret of a second
-- factor is kept as it is: the codes that it makes are computed from it. Who can read the database can make them.

-- 0: nobody signs in with it. The column `password` has `$argon2id$none` then, which is no password's.
ALTER TABLE accounts ADD COLUMN has_password INTEGER NOT NULL DEFAULT 1 CHECK (has_password IN (0, 1));

CREATE TABLE second_factors (
    account_id INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    secret     BLOB    NOT NULL CHECK (length(secret) = 20),
    -- The time step of the newest code that was taken: it is good once, and those before it no longer.
    last_step  INTEGER NOT NULL CHECK (last_step >= 0),
    created_at INTEGER NOT NULL CHECK (created_at >= 0)
) STRICT;

-- Those that weren't used yet.
CREATE TABLE recovery_codes (
    account_id INTEGER NOT NULL REFERENCES second_factors (account_id) ON DELETE CASCADE,
    code_hash  BLOB    NOT NULL CHECK (length(code_hash) = 32),
    PRIMARY KEY (account_id, code_hash)
) STRICT, WITHOUT ROWID;

-- What accounts are elsewhere: at a provider, by the address that it gives itself and the subject that it never gives to
-- anybody else; at a trusted proxy, by `proxy` and the name that it says.
CREATE TABLE identities (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    issuer     TEXT    NOT NULL CHECK (length(issuer) BETWEEN 1 AND 500),
    subject    TEXT    NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
    -- What they were called there when it was connected, to be shown; nothing is looked up by it.
    label      TEXT    NOT NULL CHECK (length(label) <= 120),
    created_at INTEGER NOT NULL CHECK (created_at >= 0),
    UNIQUE (issuer, subject)
) STRICT;
CREATE INDEX identities_by_account ON identities (account_id);

-- By what a session began, where not by a password: it ends with it.
ALTER TABLE sessions ADD COLUMN identity_id INTEGER REFERENCES identities (id) ON DELETE CASCADE;
CREATE INDEX sessions_by_identity ON sessions (identity_id);
