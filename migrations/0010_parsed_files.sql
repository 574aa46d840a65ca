-- What a revision's files mean, for questions in SQL: every line, field, entry and allocation with its place, the pools that
-- kinds draw from and computed chances. docs/sql.md describes the views.
--
-- The text stays the truth: these rows are made of it by the program, in the import's own transaction, and made again where a
-- later program reads the files another way. They are kept as JSON arrays, in pieces of one file each, and pieces by their
-- content: a revision that changes one file shares the rows of all others with the one before.

CREATE TABLE parsed_pieces (
    sha256 TEXT NOT NULL PRIMARY KEY CHECK (length(sha256) = 64 AND sha256 NOT GLOB '*[^0-9a-f]*'),
    rows   TEXT NOT NULL
) STRICT;

CREATE TABLE parsed_tables (
    revision_id INTEGER NOT NULL REFERENCES revisions (id) ON DELETE CASCADE,
    name        TEXT    NOT NULL CHECK (name <> ''),
    position    INTEGER NOT NULL CHECK (position >= 0),
    sha256      TEXT    NOT NULL REFERENCES parsed_pieces (sha256),
    PRIMARY KEY (revision_id, name, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX parsed_tables_by_piece ON parsed_tables (sha256);

-- By which program a revision's rows were made.
CREATE TABLE parsed_revisions (
    revision_id   INTEGER NOT NULL PRIMARY KEY REFERENCES revisions (id) ON DELETE CASCADE,
    -- The version of these rows, which grows with each change of their meaning, and that of the game's rules.
    format        INTEGER NOT NULL CHECK (format >= 1),
    rules_version INTEGER NOT NULL CHECK (rules_version >= 0),
    -- Whether pools and chances are there: they come after the import, for an edition's newest revision.
    is_computed   INTEGER NOT NULL CHECK (is_computed IN (0, 1))
) STRICT;

CREATE VIEW parsed_rows AS
SELECT parsed_tables.revision_id, parsed_tables.name AS table_name, json_each.value AS fields
FROM parsed_tables JOIN parsed_pieces USING (sha256) JOIN json_each(parsed_pieces.rows);

CREATE VIEW files AS
SELECT revision_id, fields ->> 0 AS id, fields ->> 1 AS name, fields ->> 2 AS folder, fields ->> 3 AS bytes,
       fields ->> 4 AS sha256
FROM parsed_rows WHERE table_name = 'files';

CREATE VIEW sorts AS
SELECT revision_id, fields ->> 0 AS id, fields ->> 1 AS name, fields ->> 2 AS singular, fields ->> 3 AS plural
FROM parsed_rows WHERE table_name = 'sorts';

CREATE VIEW entries AS
SELECT revision_id, fields ->> 0 AS id, fields ->> 1 AS sort_id, fields ->> 2 AS serial_number, fields ->> 3 AS name,
       fields ->> 4 AS group_name, fields ->> 5 AS tval, fields ->> 6 AS sval, fields ->> 7 AS file_id,
       fields ->> 8 AS first_line, fields ->> 9 AS last_line
FROM parsed_rows WHERE table_name = 'entries';

CREATE VIEW lines AS
SELECT revision_id, fields ->> 0 AS file_id, fields ->> 1 AS number, fields ->> 2 AS text, fields ->> 3 AS directive,
       fields ->> 4 AS entry_id
FROM parsed_rows WHERE table_name = 'lines';

CREATE VIEW fields AS
SELECT revision_id, fields ->> 0 AS entry_id, fields ->> 1 AS position, fields ->> 2 AS file_id, fields ->> 3 AS line,
       fields ->> 4 AS directive, fields ->> 5 AS name, fields ->> 6 AS text, fields ->> 7 AS number
FROM parsed_rows WHERE table_name = 'fields';

CREATE VIEW flags AS
SELECT revision_id, fields ->> 0 AS entry_id, fields ->> 1 AS flag
FROM parsed_rows WHERE table_name = 'flags';

CREATE VIEW allocations AS
SELECT revision_id, fields ->> 0 AS entry_id, fields ->> 1 AS position, fields ->> 2 AS tval, fields ->> 3 AS item_type,
       fields ->> 4 AS min_sval, fields ->> 5 AS max_sval, fields ->> 6 AS kinds, fields ->> 7 AS affix_level,
       fields ->> 8 AS commonness, fields ->> 9 AS min_level, fields ->> 10 AS max_level, fields ->> 11 AS file_id,
       fields ->> 12 AS line
FROM parsed_rows WHERE table_name = 'allocations';

CREATE VIEW theme_parts AS
SELECT revision_id, fields ->> 0 AS theme_id, fields ->> 1 AS affix_id, fields ->> 2 AS weight, fields ->> 3 AS chance,
       fields ->> 4 AS file_id, fields ->> 5 AS line
FROM parsed_rows WHERE table_name = 'theme_parts';

CREATE VIEW remarks AS
SELECT revision_id, fields ->> 0 AS position, fields ->> 1 AS severity, fields ->> 2 AS rule, fields ->> 3 AS file,
       fields ->> 4 AS line, fields ->> 5 AS found, fields ->> 6 AS expected
FROM parsed_rows WHERE table_name = 'remarks';

-- Many kinds draw from one pool, so each is kept once: where it is drawn from, and what is in it.
CREATE VIEW pools AS
SELECT revision_id, draw.value ->> 0 AS kind_id, draw.value ->> 1 AS level, draw.value ->> 2 AS affix_level,
       member.value ->> 0 AS affix_id, member.value ->> 1 AS weight, member.value ->> 2 AS chance
FROM parsed_rows JOIN json_each(parsed_rows.fields, '$[0]') AS draw JOIN json_each(parsed_rows.fields, '$[1]') AS member
WHERE table_name = 'pools';

CREATE VIEW chances AS
SELECT revision_id, fields ->> 0 AS subject, fields ->> 1 AS place, fields ->> 2 AS level, fields ->> 3 AS quality,
       fields ->> 4 AS metric, fields ->> 5 AS tval, fields ->> 6 AS sval, fields ->> 7 AS name, fields ->> 8 AS at,
       fields ->> 9 AS entry_id, fields ->> 10 AS mean, fields ->> 11 AS error_bound
FROM parsed_rows WHERE table_name = 'chances';
