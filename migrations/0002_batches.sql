-- Batches: the queue of what is to be generated, the finished shards of unfinished batches, and what was counted.

CREATE TABLE batches (
    id            INTEGER PRIMARY KEY,
    revision_id   INTEGER NOT NULL REFERENCES revisions (id) ON DELETE CASCADE,
    rules_version INTEGER NOT NULL CHECK (rules_version >= 0),
    -- All 64 bits of an unsigned number; seeds from 2^63 on look negative here.
    seed          INTEGER NOT NULL,
    drops         INTEGER NOT NULL CHECK (drops > 0),
    -- The rest of the plan is read and written as a whole only; an empty list of kinds means whole drops.
    depths        TEXT    NOT NULL CHECK (json_type(depths) = 'array' AND json_array_length(depths) > 0),
    qualities     TEXT    NOT NULL CHECK (json_type(qualities) = 'array' AND json_array_length(qualities) > 0),
    kinds         TEXT    NOT NULL CHECK (json_type(kinds) = 'array'),
    state         TEXT    NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    -- Kept in step with the shards, so that asking for progress reads one row and not thousands.
    drops_done    INTEGER NOT NULL DEFAULT 0 CHECK (drops_done >= 0),
    error         TEXT,
    created_at    INTEGER NOT NULL CHECK (created_at >= 0),
    started_at    INTEGER,
    finished_at   INTEGER,
    CHECK (state NOT IN ('running', 'done', 'failed') OR started_at IS NOT NULL),
    CHECK ((state IN ('done', 'failed', 'cancelled')) = (finished_at IS NOT NULL)),
    CHECK ((state = 'failed') = (error IS NOT NULL))
) STRICT;

CREATE INDEX batches_by_revision ON batches (revision_id);
CREATE INDEX batches_unfinished ON batches (state, id) WHERE state IN ('queued', 'running');

-- What queued and running batches have counted so far; a restart resumes from it. `kind` is a position in the catalog,
-- -1 where whole drops were made. `counts` is the store's codec: (key, count) pairs by key.
CREATE TABLE shards (
    batch_id INTEGER NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    depth    INTEGER NOT NULL CHECK (depth >= 0),
    quality  INTEGER NOT NULL CHECK (quality >= 0),
    kind     INTEGER NOT NULL CHECK (kind >= -1),
    piece    INTEGER NOT NULL CHECK (piece >= 0),
    drops    INTEGER NOT NULL CHECK (drops > 0),
    counts   BLOB    NOT NULL,
    PRIMARY KEY (batch_id, depth, quality, kind, piece)
) STRICT;

-- What done batches counted: one row per cell.
CREATE TABLE tallies (
    batch_id INTEGER NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    depth    INTEGER NOT NULL CHECK (depth >= 0),
    quality  INTEGER NOT NULL CHECK (quality >= 0),
    kind     INTEGER NOT NULL CHECK (kind >= -1),
    drops    INTEGER NOT NULL CHECK (drops > 0),
    counts   BLOB    NOT NULL,
    PRIMARY KEY (batch_id, depth, quality, kind)
) STRICT;

-- What the keys of a batch's tallies mean. Keys are numbered by the rules version that counted them; with this
-- dictionary old tallies can be read by any later program.
CREATE TABLE tally_keys (
    batch_id    INTEGER NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    key         INTEGER NOT NULL CHECK (key >= 0),
    metric      TEXT    NOT NULL CHECK (metric <> ''),
    -- The kind it was counted for; NULL where it isn't counted per kind.
    kind        INTEGER CHECK (kind >= 0),
    tval        INTEGER,
    sval        INTEGER,
    entry       TEXT    NOT NULL CHECK (entry IN ('kind', 'affix', 'theme', 'artifact', 'fixed')),
    entry_index INTEGER CHECK (entry_index >= 0),
    name        TEXT    NOT NULL,
    PRIMARY KEY (batch_id, key),
    CHECK ((tval IS NULL) = (sval IS NULL)),
    CHECK ((entry = 'kind') = (entry_index IS NULL))
) STRICT, WITHOUT ROWID;

CREATE VIEW batch_rows AS
SELECT batches.id, batches.revision_id, revisions.edition_id, editions.slug, editions.game,
       revisions.number AS revision_number, batches.rules_version, batches.seed, batches.drops, batches.depths,
       batches.qualities, batches.kinds, batches.state, batches.drops_done, batches.error, batches.created_at,
       batches.started_at, batches.finished_at
FROM batches
JOIN revisions ON revisions.id = batches.revision_id
JOIN editions ON editions.id = revisions.edition_id;
