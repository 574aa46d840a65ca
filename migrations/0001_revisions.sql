-- Editions, their revisions, and what the revisions' files mean.
--
-- The text is the truth: source_files and blobs hold it byte for byte. The tables of parsed facts below are derived
-- from it, so they carry no constraint that a strange file could break: a range may be reversed, an item type may be
-- unknown, an index may occur twice. What they do promise is that every place in a file is in a file of the revision.
--
-- Times are milliseconds since 1970. Hashes are SHA-256 in lower-case hexadecimal.

CREATE TABLE editions (
    id         INTEGER PRIMARY KEY,
    slug       TEXT    NOT NULL UNIQUE
               CHECK (length(slug) BETWEEN 1 AND 64 AND slug NOT GLOB '*[^a-z0-9-]*' AND slug NOT GLOB '-*'),
    title      TEXT    NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
    game       TEXT    NOT NULL CHECK (game <> ''),
    created_at INTEGER NOT NULL CHECK (created_at >= 0)
) STRICT;

CREATE TABLE revisions (
    id           INTEGER PRIMARY KEY,
    edition_id   INTEGER NOT NULL REFERENCES editions (id) ON DELETE CASCADE,
    number       INTEGER NOT NULL CHECK (number >= 1),
    parent_id    INTEGER,
    content_hash TEXT    NOT NULL CHECK (length(content_hash) = 64 AND content_hash NOT GLOB '*[^0-9a-f]*'),
    -- 'proposal' has no writer yet; it stands here because widening a CHECK means rebuilding this table and all below.
    made_by      TEXT    NOT NULL CHECK (made_by IN ('import', 'starter', 'proposal')),
    note         TEXT    NOT NULL,
    created_at   INTEGER NOT NULL CHECK (created_at >= 0),
    UNIQUE (edition_id, number),
    UNIQUE (edition_id, id),
    -- A parent is of the same edition, and only the first revision has none.
    FOREIGN KEY (edition_id, parent_id) REFERENCES revisions (edition_id, id),
    CHECK ((number = 1) = (parent_id IS NULL))
) STRICT;

-- Files by content, so that ten revisions which differ in one file don't hold ten copies of the others.
CREATE TABLE blobs (
    sha256 TEXT NOT NULL PRIMARY KEY CHECK (length(sha256) = 64 AND sha256 NOT GLOB '*[^0-9a-f]*'),
    bytes  BLOB NOT NULL
) STRICT;

CREATE TABLE source_files (
    revision_id INTEGER NOT NULL REFERENCES revisions (id) ON DELETE CASCADE,
    position    INTEGER NOT NULL CHECK (position BETWEEN 0 AND 65535),
    -- Names are compared without regard to case, as the core does.
    name        TEXT    NOT NULL COLLATE NOCASE
                CHECK (name <> '' AND instr(name, '/') = 0 AND instr(name, char(10)) = 0),
    sha256      TEXT    NOT NULL REFERENCES blobs (sha256),
    PRIMARY KEY (revision_id, position),
    UNIQUE (revision_id, name)
) STRICT, WITHOUT ROWID;

-- A revision is immutable; these make a bug that forgets it fail loudly.
CREATE TRIGGER revisions_never_change BEFORE UPDATE ON revisions
BEGIN SELECT RAISE (ABORT, 'a revision never changes'); END;
CREATE TRIGGER source_files_never_change BEFORE UPDATE ON source_files
BEGIN SELECT RAISE (ABORT, 'a source file never changes'); END;
CREATE TRIGGER blobs_never_change BEFORE UPDATE ON blobs
BEGIN SELECT RAISE (ABORT, 'a blob never changes'); END;

-- Item types with the counts of start pages.
CREATE TABLE item_types (
    revision_id         INTEGER NOT NULL REFERENCES revisions (id) ON DELETE CASCADE,
    tval                INTEGER NOT NULL,
    name                TEXT    NOT NULL,
    takes_affixes       INTEGER NOT NULL CHECK (takes_affixes IN (0, 1)),
    kinds               INTEGER NOT NULL CHECK (kinds >= 0),
    affixes             INTEGER NOT NULL CHECK (affixes >= 0),
    allocations         INTEGER NOT NULL CHECK (allocations >= 0),
    themes              INTEGER NOT NULL CHECK (themes >= 0),
    artifacts           INTEGER NOT NULL CHECK (artifacts >= 0),
    kinds_without_affix INTEGER NOT NULL CHECK (kinds_without_affix BETWEEN 0 AND kinds),
    PRIMARY KEY (revision_id, tval)
) STRICT, WITHOUT ROWID;

-- From here on `position` is the place in the catalog's vector (or within the parent entry), `file` that of the source
-- file, and start_byte .. end_byte the record or line in it.

CREATE TABLE kinds (
    revision_id     INTEGER NOT NULL REFERENCES revisions (id) ON DELETE CASCADE,
    position        INTEGER NOT NULL CHECK (position >= 0),
    kind_index      INTEGER NOT NULL,
    tval            INTEGER NOT NULL,
    sval            INTEGER NOT NULL,
    name            TEXT    NOT NULL,
    level           INTEGER NOT NULL,
    good            INTEGER NOT NULL CHECK (good IN (0, 1)),
    flags           TEXT    NOT NULL CHECK (json_type(flags) = 'array'),
    -- NULL for kinds the program makes up for artifacts.
    file            INTEGER,
    start_byte      INTEGER,
    end_byte        INTEGER,
    -- NULL where the kind is never drawn.
    commonness      INTEGER,
    min_level       INTEGER,
    max_level       INTEGER,
    line_file       INTEGER,
    line_start_byte INTEGER,
    line_end_byte   INTEGER,
    PRIMARY KEY (revision_id, position),
    FOREIGN KEY (revision_id, file) REFERENCES source_files (revision_id, position),
    FOREIGN KEY (revision_id, line_file) REFERENCES source_files (revision_id, position),
    CHECK ((file IS NULL) = (start_byte IS NULL) AND (file IS NULL) = (end_byte IS NULL)),
    CHECK (start_byte BETWEEN 0 AND end_byte),
    CHECK ((commonness IS NULL) = (min_level IS NULL) AND (commonness IS NULL) = (max_level IS NULL)),
    CHECK ((commonness IS NULL) = (line_file IS NULL) AND (line_file IS NULL) = (line_start_byte IS NULL)),
    CHECK ((line_file IS NULL) = (line_end_byte IS NULL)),
    CHECK (line_start_byte BETWEEN 0 AND line_end_byte)
) STRICT, WITHOUT ROWID;

CREATE TABLE affixes (
    revision_id INTEGER NOT NULL REFERENCES revisions (id) ON DELETE CASCADE,
    position    INTEGER NOT NULL CHECK (position >= 0),
    affix_index INTEGER NOT NULL,
    name        TEXT    NOT NULL,
    role        TEXT    CHECK (role IN ('prefix', 'suffix', 'make', 'material', 'quality')),
    flags       TEXT    NOT NULL CHECK (json_type(flags) = 'array'),
    file        INTEGER NOT NULL,
    start_byte  INTEGER NOT NULL,
    end_byte    INTEGER NOT NULL,
    PRIMARY KEY (revision_id, position),
    FOREIGN KEY (revision_id, file) REFERENCES source_files (revision_id, position),
    CHECK (start_byte BETWEEN 0 AND end_byte)
) STRICT, WITHOUT ROWID;

CREATE TABLE affix_allocations (
    revision_id INTEGER NOT NULL,
    affix       INTEGER NOT NULL,
    position    INTEGER NOT NULL CHECK (position >= 0),
    tval        INTEGER NOT NULL,
    min_sval    INTEGER NOT NULL,
    max_sval    INTEGER NOT NULL,
    affix_level INTEGER NOT NULL,
    commonness  INTEGER NOT NULL,
    min_level   INTEGER NOT NULL,
    max_level   INTEGER NOT NULL,
    file        INTEGER NOT NULL,
    start_byte  INTEGER NOT NULL,
    end_byte    INTEGER NOT NULL,
    PRIMARY KEY (revision_id, affix, position),
    FOREIGN KEY (revision_id, affix) REFERENCES affixes (revision_id, position) ON DELETE CASCADE,
    FOREIGN KEY (revision_id, file) REFERENCES source_files (revision_id, position),
    CHECK (start_byte BETWEEN 0 AND end_byte)
) STRICT, WITHOUT ROWID;

CREATE TABLE themes (
    revision_id INTEGER NOT NULL REFERENCES revisions (id) ON DELETE CASCADE,
    position    INTEGER NOT NULL CHECK (position >= 0),
    theme_index INTEGER NOT NULL,
    name        TEXT    NOT NULL,
    role        TEXT    CHECK (role IN ('prefix', 'suffix', 'make', 'material', 'quality')),
    file        INTEGER NOT NULL,
    start_byte  INTEGER NOT NULL,
    end_byte    INTEGER NOT NULL,
    PRIMARY KEY (revision_id, position),
    FOREIGN KEY (revision_id, file) REFERENCES source_files (revision_id, position),
    CHECK (start_byte BETWEEN 0 AND end_byte)
) STRICT, WITHOUT ROWID;

CREATE TABLE theme_parts (
    revision_id INTEGER NOT NULL,
    theme       INTEGER NOT NULL,
    position    INTEGER NOT NULL CHECK (position >= 0),
    affix       INTEGER NOT NULL,
    weight      INTEGER NOT NULL CHECK (weight >= 0),
    chance      INTEGER NOT NULL CHECK (chance BETWEEN 0 AND 255),
    file        INTEGER NOT NULL,
    start_byte  INTEGER NOT NULL,
    end_byte    INTEGER NOT NULL,
    PRIMARY KEY (revision_id, theme, position),
    FOREIGN KEY (revision_id, theme) REFERENCES themes (revision_id, position) ON DELETE CASCADE,
    FOREIGN KEY (revision_id, affix) REFERENCES affixes (revision_id, position) ON DELETE CASCADE,
    FOREIGN KEY (revision_id, file) REFERENCES source_files (revision_id, position),
    CHECK (start_byte BETWEEN 0 AND end_byte)
) STRICT, WITHOUT ROWID;

-- A theme's allocations say only where; affix level and commonness are unused in them.
CREATE TABLE theme_allocations (
    revision_id INTEGER NOT NULL,
    theme       INTEGER NOT NULL,
    position    INTEGER NOT NULL CHECK (position >= 0),
    tval        INTEGER NOT NULL,
    min_sval    INTEGER NOT NULL,
    max_sval    INTEGER NOT NULL,
    min_level   INTEGER NOT NULL,
    max_level   INTEGER NOT NULL,
    file        INTEGER NOT NULL,
    start_byte  INTEGER NOT NULL,
    end_byte    INTEGER NOT NULL,
    PRIMARY KEY (revision_id, theme, position),
    FOREIGN KEY (revision_id, theme) REFERENCES themes (revision_id, position) ON DELETE CASCADE,
    FOREIGN KEY (revision_id, file) REFERENCES source_files (revision_id, position),
    CHECK (start_byte BETWEEN 0 AND end_byte)
) STRICT, WITHOUT ROWID;

CREATE TABLE artifacts (
    revision_id    INTEGER NOT NULL REFERENCES revisions (id) ON DELETE CASCADE,
    position       INTEGER NOT NULL CHECK (position >= 0),
    artifact_index INTEGER NOT NULL,
    name           TEXT    NOT NULL,
    tval           INTEGER NOT NULL,
    sval           INTEGER NOT NULL,
    file           INTEGER NOT NULL,
    start_byte     INTEGER NOT NULL,
    end_byte       INTEGER NOT NULL,
    PRIMARY KEY (revision_id, position),
    FOREIGN KEY (revision_id, file) REFERENCES source_files (revision_id, position),
    CHECK (start_byte BETWEEN 0 AND end_byte)
) STRICT, WITHOUT ROWID;

CREATE TABLE artifact_allocations (
    revision_id INTEGER NOT NULL,
    artifact    INTEGER NOT NULL,
    position    INTEGER NOT NULL CHECK (position >= 0),
    commonness  INTEGER NOT NULL,
    min_level   INTEGER NOT NULL,
    max_level   INTEGER NOT NULL,
    file        INTEGER NOT NULL,
    start_byte  INTEGER NOT NULL,
    end_byte    INTEGER NOT NULL,
    PRIMARY KEY (revision_id, artifact, position),
    FOREIGN KEY (revision_id, artifact) REFERENCES artifacts (revision_id, position) ON DELETE CASCADE,
    FOREIGN KEY (revision_id, file) REFERENCES source_files (revision_id, position),
    CHECK (start_byte BETWEEN 0 AND end_byte)
) STRICT, WITHOUT ROWID;

CREATE TABLE diagnostics (
    revision_id INTEGER NOT NULL REFERENCES revisions (id) ON DELETE CASCADE,
    position    INTEGER NOT NULL CHECK (position >= 0),
    rule        TEXT    NOT NULL,
    severity    TEXT    NOT NULL CHECK (severity IN ('error', 'warning')),
    -- Also where the file is missing, and so has no row in source_files.
    file_name   TEXT    NOT NULL,
    -- NULL where the remark is about a file as a whole.
    file        INTEGER,
    start_byte  INTEGER,
    end_byte    INTEGER,
    found       TEXT    NOT NULL,
    expected    TEXT    NOT NULL,
    PRIMARY KEY (revision_id, position),
    FOREIGN KEY (revision_id, file) REFERENCES source_files (revision_id, position),
    CHECK ((file IS NULL) = (start_byte IS NULL) AND (file IS NULL) = (end_byte IS NULL)),
    CHECK (start_byte BETWEEN 0 AND end_byte)
) STRICT, WITHOUT ROWID;

-- A revision as the program sees it: views keep each statement static without repeating the joins.
CREATE VIEW revision_rows AS
SELECT revisions.id, editions.id AS edition_id, editions.slug, editions.title, editions.game, revisions.number,
       parents.number AS parent_number, revisions.content_hash, revisions.made_by, revisions.note, revisions.created_at
FROM revisions
JOIN editions ON editions.id = revisions.edition_id
LEFT JOIN revisions AS parents ON parents.id = revisions.parent_id;
