-- Batches of subjects: what turns up beside drops, such as monsters.

-- The subject's name and its points, each a list of as many numbers as points have; NULL in batches of drops. In shards and
-- tallies a point stands as `depth`: its position in this list.
ALTER TABLE batches ADD COLUMN subject TEXT CHECK (subject <> '');
ALTER TABLE batches ADD COLUMN points TEXT CHECK (json_type(points) = 'array' AND json_array_length(points) > 0);

-- What the keys of their tallies mean.
CREATE TABLE subject_keys (
    batch_id INTEGER NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    key      INTEGER NOT NULL CHECK (key >= 0),
    metric   TEXT    NOT NULL CHECK (metric <> ''),
    name     TEXT    NOT NULL,
    -- The fields under the subject's columns in tallies.
    columns  TEXT    NOT NULL CHECK (json_type(columns) = 'array'),
    PRIMARY KEY (batch_id, key)
) STRICT, WITHOUT ROWID;

DROP VIEW batch_rows;
CREATE VIEW batch_rows AS
SELECT batches.id, batches.revision_id, revisions.edition_id, editions.slug, editions.game,
       revisions.number AS revision_number, batches.rules_version, batches.seed, batches.drops, batches.depths,
       batches.qualities, batches.kinds, batches.switches, batches.detail, batches.subject, batches.points, batches.state,
       batches.drops_done, batches.error, batches.created_at, batches.started_at, batches.finished_at
FROM batches
JOIN revisions ON revisions.id = batches.revision_id
JOIN editions ON editions.id = revisions.edition_id;
