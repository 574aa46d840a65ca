-- What a team's own program counted, held against the chances by a revision's rules: the file as it was sent, packed, and what it
-- came to by the rules that are named.
CREATE TABLE own_counts (
    -- No number comes again: links name counts by it.
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    revision_id INTEGER NOT NULL REFERENCES revisions (id) ON DELETE CASCADE,
    name        TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    sha256      TEXT    NOT NULL CHECK (length(sha256) = 64 AND sha256 NOT GLOB '*[^0-9a-f]*'),
    -- gzip.
    counts      BLOB    NOT NULL,
    objects     INTEGER NOT NULL CHECK (objects >= 0),
    cells       INTEGER NOT NULL CHECK (cells > 0),
    created_at  INTEGER NOT NULL CHECK (created_at >= 0),
    -- Game and version of the rules it was held against last; with it come the others.
    rules       TEXT    CHECK (length(rules) BETWEEN 1 AND 100),
    agrees      INTEGER CHECK (agrees IN (0, 1)),
    comparisons INTEGER CHECK (comparisons >= 0),
    disagreements INTEGER CHECK (disagreements >= 0),
    held_at     INTEGER CHECK (held_at >= 0),
    CHECK ((rules IS NULL) = (agrees IS NULL) AND (rules IS NULL) = (held_at IS NULL)
           AND (rules IS NULL) = (comparisons IS NULL) AND (rules IS NULL) = (disagreements IS NULL)),
    -- The same file is kept once for a revision.
    UNIQUE (revision_id, sha256)
) STRICT;

CREATE VIEW own_counts_rows AS
SELECT own_counts.id, own_counts.revision_id, revisions.number AS revision_number, editions.id AS edition_id, editions.slug,
       own_counts.name, own_counts.sha256, own_counts.objects, own_counts.cells, own_counts.created_at, own_counts.rules,
       own_counts.agrees, own_counts.comparisons, own_counts.disagreements, own_counts.held_at
FROM own_counts
JOIN revisions ON revisions.id = own_counts.revision_id
JOIN editions ON editions.id = revisions.edition_id;
