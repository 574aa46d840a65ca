-- Paired batches: what was run on a revision and on what somebody proposed to make of it. What they counted follows from
-- that, whenever it is asked for, and isn't kept.
CREATE TABLE paired_batches (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    base_id       INTEGER NOT NULL REFERENCES revisions (id) ON DELETE CASCADE,
    -- What is proposed, as the program names sides of comparisons, and its changes as they were then.
    side          TEXT    NOT NULL CHECK (length(side) BETWEEN 1 AND 200),
    changes       TEXT    NOT NULL,
    rules_version INTEGER NOT NULL CHECK (rules_version >= 0),
    -- The plan, as that of a batch.
    seed          INTEGER NOT NULL,
    drops         INTEGER NOT NULL CHECK (drops > 0),
    depths        TEXT    NOT NULL CHECK (json_type(depths) = 'array' AND json_array_length(depths) > 0),
    qualities     TEXT    NOT NULL CHECK (json_type(qualities) = 'array' AND json_array_length(qualities) > 0),
    switches      TEXT    NOT NULL CHECK (json_type(switches) = 'array'),
    -- Who asked for it; nobody: somebody at the machine itself, before there were accounts.
    account_id    INTEGER REFERENCES accounts (id),
    is_stopped    INTEGER NOT NULL DEFAULT 0 CHECK (is_stopped IN (0, 1)),
    created_at    INTEGER NOT NULL CHECK (created_at >= 0)
) STRICT;
