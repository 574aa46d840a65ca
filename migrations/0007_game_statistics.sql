-- What the game's own program counted on levels, as its statistics front end wrote it: read once, and kept as counts. The file
-- itself isn't kept; its hash says which one it was.
CREATE TABLE game_statistics (
    -- No number comes again: links name statistics by it.
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    revision_id INTEGER NOT NULL REFERENCES revisions (id) ON DELETE CASCADE,
    name        TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    sha256      TEXT    NOT NULL CHECK (length(sha256) = 64 AND sha256 NOT GLOB '*[^0-9a-f]*'),
    bytes       INTEGER NOT NULL CHECK (bytes > 0),
    version     TEXT    NOT NULL CHECK (length(version) <= 400),
    least_visits INTEGER NOT NULL CHECK (least_visits > 0),
    most_visits INTEGER NOT NULL CHECK (most_visits >= least_visits),
    levels      INTEGER NOT NULL CHECK (levels > 0),
    objects     INTEGER NOT NULL CHECK (objects >= 0),
    -- Names and counts: `server/store/src/game_stats/codec.rs`.
    counts      BLOB    NOT NULL,
    created_at  INTEGER NOT NULL CHECK (created_at >= 0),
    -- The same file is kept once for a revision.
    UNIQUE (revision_id, sha256)
) STRICT;

CREATE VIEW game_statistics_rows AS
SELECT game_statistics.id, game_statistics.revision_id, revisions.number AS revision_number, editions.id AS edition_id,
       editions.slug, game_statistics.name, game_statistics.sha256, game_statistics.bytes, game_statistics.version,
       game_statistics.least_visits, game_statistics.most_visits, game_statistics.levels, game_statistics.objects,
       game_statistics.created_at
FROM game_statistics
JOIN revisions ON revisions.id = game_statistics.revision_id
JOIN editions ON editions.id = revisions.edition_id;
