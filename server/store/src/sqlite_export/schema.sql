-- An edition's revision for questions in SQL. docs/sql.md describes each table, view and column.
CREATE TABLE metadata (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE files (
    id     INTEGER NOT NULL PRIMARY KEY,
    name   TEXT    NOT NULL UNIQUE,
    folder TEXT    NOT NULL,
    bytes  INTEGER NOT NULL,
    sha256 TEXT    NOT NULL
) STRICT;

CREATE TABLE sorts (
    id       INTEGER NOT NULL PRIMARY KEY,
    name     TEXT    NOT NULL UNIQUE,
    singular TEXT    NOT NULL,
    plural   TEXT    NOT NULL
) STRICT;

CREATE TABLE item_types (
    tval          INTEGER NOT NULL PRIMARY KEY,
    name          TEXT    NOT NULL,
    takes_affixes INTEGER NOT NULL
) STRICT;

CREATE TABLE entries (
    id            INTEGER NOT NULL PRIMARY KEY,
    sort_id       INTEGER NOT NULL REFERENCES sorts (id),
    serial_number INTEGER NOT NULL,
    name          TEXT    NOT NULL,
    group_name    TEXT    NOT NULL,
    tval          INTEGER,
    sval          INTEGER,
    file_id       INTEGER REFERENCES files (id),
    first_line    INTEGER,
    last_line     INTEGER
) STRICT;
CREATE INDEX entries_by_sort ON entries (sort_id, serial_number);
CREATE INDEX entries_by_name ON entries (name);

CREATE TABLE lines (
    file_id   INTEGER NOT NULL REFERENCES files (id),
    number    INTEGER NOT NULL,
    text      TEXT    NOT NULL,
    directive TEXT,
    entry_id  INTEGER REFERENCES entries (id),
    PRIMARY KEY (file_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX lines_by_entry ON lines (entry_id);

CREATE TABLE fields (
    entry_id  INTEGER NOT NULL REFERENCES entries (id),
    position  INTEGER NOT NULL,
    file_id   INTEGER REFERENCES files (id),
    line      INTEGER,
    directive TEXT,
    name      TEXT    NOT NULL,
    text      TEXT    NOT NULL,
    number    INTEGER,
    PRIMARY KEY (entry_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX fields_by_name ON fields (name, number);

CREATE TABLE flags (
    entry_id INTEGER NOT NULL REFERENCES entries (id),
    flag     TEXT    NOT NULL,
    PRIMARY KEY (entry_id, flag)
) STRICT, WITHOUT ROWID;
CREATE INDEX flags_by_flag ON flags (flag);

CREATE TABLE allocations (
    entry_id    INTEGER NOT NULL REFERENCES entries (id),
    position    INTEGER NOT NULL,
    tval        INTEGER,
    item_type   TEXT,
    min_sval    INTEGER,
    max_sval    INTEGER,
    kinds       TEXT,
    affix_level TEXT,
    commonness  INTEGER,
    min_level   INTEGER NOT NULL,
    max_level   INTEGER NOT NULL,
    file_id     INTEGER NOT NULL REFERENCES files (id),
    line        INTEGER NOT NULL,
    PRIMARY KEY (entry_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX allocations_by_type ON allocations (tval, affix_level);

CREATE TABLE theme_parts (
    theme_id INTEGER NOT NULL REFERENCES entries (id),
    affix_id INTEGER NOT NULL REFERENCES entries (id),
    weight   INTEGER NOT NULL,
    chance   INTEGER NOT NULL,
    file_id  INTEGER NOT NULL REFERENCES files (id),
    line     INTEGER NOT NULL
) STRICT;
CREATE INDEX theme_parts_by_theme ON theme_parts (theme_id);
CREATE INDEX theme_parts_by_affix ON theme_parts (affix_id);

CREATE TABLE pools (
    kind_id     INTEGER NOT NULL REFERENCES entries (id),
    level       INTEGER NOT NULL,
    affix_level TEXT    NOT NULL,
    affix_id    INTEGER NOT NULL REFERENCES entries (id),
    weight      INTEGER NOT NULL,
    chance      REAL    NOT NULL,
    PRIMARY KEY (kind_id, level, affix_level, affix_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX pools_by_affix ON pools (affix_id, level);

CREATE TABLE chances (
    subject  TEXT    NOT NULL,
    place    TEXT    NOT NULL,
    level    INTEGER,
    quality  TEXT,
    metric   TEXT    NOT NULL,
    tval     INTEGER,
    sval     INTEGER,
    name     TEXT    NOT NULL,
    at       INTEGER,
    entry_id INTEGER REFERENCES entries (id),
    mean     REAL    NOT NULL,
    error_bound REAL NOT NULL
) STRICT;
CREATE INDEX chances_by_subject ON chances (subject, place, metric);
CREATE INDEX chances_by_entry ON chances (entry_id);

CREATE TABLE remarks (
    position INTEGER NOT NULL PRIMARY KEY,
    severity TEXT    NOT NULL,
    rule     TEXT    NOT NULL,
    file     TEXT    NOT NULL,
    line     INTEGER,
    found    TEXT    NOT NULL,
    expected TEXT    NOT NULL
) STRICT;

CREATE TABLE batches (
    id          INTEGER NOT NULL PRIMARY KEY,
    subject     TEXT    NOT NULL,
    seed        TEXT    NOT NULL,
    trials      INTEGER NOT NULL,
    rules       TEXT    NOT NULL,
    finished_at INTEGER
) STRICT;

CREATE TABLE tallies (
    batch_id INTEGER NOT NULL REFERENCES batches (id),
    place    TEXT    NOT NULL,
    level    INTEGER,
    quality  TEXT,
    metric   TEXT    NOT NULL,
    tval     INTEGER,
    sval     INTEGER,
    name     TEXT    NOT NULL,
    n        INTEGER NOT NULL,
    count    INTEGER NOT NULL
) STRICT;
CREATE INDEX tallies_by_name ON tallies (batch_id, metric, name);

CREATE VIEW entry_lines AS
SELECT sorts.name AS sort, entries.serial_number, entries.name, files.name AS file, lines.number AS line, lines.directive,
       lines.text
FROM entries
JOIN sorts ON sorts.id = entries.sort_id
JOIN lines ON lines.entry_id = entries.id
JOIN files ON files.id = lines.file_id;

CREATE VIEW allocation_lines AS
SELECT sorts.name AS sort, entries.serial_number, entries.name, allocations.tval, allocations.item_type,
       allocations.min_sval, allocations.max_sval, allocations.kinds, allocations.affix_level, allocations.commonness,
       allocations.min_level, allocations.max_level, files.name AS file, allocations.line, lines.text
FROM allocations
JOIN entries ON entries.id = allocations.entry_id
JOIN sorts ON sorts.id = entries.sort_id
JOIN files ON files.id = allocations.file_id
JOIN lines ON lines.file_id = allocations.file_id AND lines.number = allocations.line;
