-- What a revision's files mean is read from the files whenever it is asked for. Of what the tables of parsed facts held,
-- start pages count entries by sort; nothing read the rest.

CREATE TABLE entry_counts (
    revision_id INTEGER NOT NULL REFERENCES revisions (id) ON DELETE CASCADE,
    -- The order in which pages name the sorts.
    position    INTEGER NOT NULL CHECK (position >= 0),
    -- The stable word: affix, kind, or the name that the game declares.
    sort        TEXT    NOT NULL CHECK (sort <> ''),
    -- Entries with a record in the files, and the lines that say where these may appear.
    entries     INTEGER NOT NULL CHECK (entries >= 0),
    allocations INTEGER NOT NULL CHECK (allocations >= 0),
    -- Entries in the catalog, those too that the program makes up: positions in it are below this.
    positions   INTEGER NOT NULL CHECK (positions >= entries),
    PRIMARY KEY (revision_id, position),
    UNIQUE (revision_id, sort)
) STRICT, WITHOUT ROWID;

INSERT INTO entry_counts (revision_id, position, sort, entries, allocations, positions)
SELECT id, 0, 'affix', (SELECT count(*) FROM affixes WHERE revision_id = id),
       (SELECT count(*) FROM affix_allocations WHERE revision_id = id),
       (SELECT count(*) FROM affixes WHERE revision_id = id) FROM revisions
UNION ALL
SELECT id, 1, 'theme', (SELECT count(*) FROM themes WHERE revision_id = id),
       (SELECT count(*) FROM theme_allocations WHERE revision_id = id),
       (SELECT count(*) FROM themes WHERE revision_id = id) FROM revisions
UNION ALL
SELECT id, 2, 'artifact', (SELECT count(*) FROM artifacts WHERE revision_id = id),
       (SELECT count(*) FROM artifact_allocations WHERE revision_id = id),
       (SELECT count(*) FROM artifacts WHERE revision_id = id) FROM revisions
UNION ALL
SELECT id, 3, 'kind', (SELECT count(*) FROM kinds WHERE revision_id = id AND file IS NOT NULL),
       (SELECT count(*) FROM kind_allocations JOIN kinds USING (revision_id)
        WHERE revision_id = id AND kind = kinds.position AND kinds.file IS NOT NULL),
       (SELECT count(*) FROM kinds WHERE revision_id = id) FROM revisions;

DROP TABLE theme_parts;
DROP TABLE theme_allocations;
DROP TABLE themes;
DROP TABLE affix_allocations;
DROP TABLE affixes;
DROP TABLE kind_allocations;
DROP TABLE kinds;
DROP TABLE artifact_allocations;
DROP TABLE artifacts;
