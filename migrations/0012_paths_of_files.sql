-- Files of tables without rules lie in folders of a source tree: their names are paths in it, which never lead out of it.
CREATE TABLE source_files_2 (
    revision_id INTEGER NOT NULL REFERENCES revisions (id) ON DELETE CASCADE,
    position    INTEGER NOT NULL CHECK (position BETWEEN 0 AND 65535),
    -- Names are compared without regard to case, as the core does.
    name        TEXT    NOT NULL COLLATE NOCASE
                CHECK (name <> '' AND instr(name, char(10)) = 0 AND substr(name, 1, 1) <> '/'
                    AND instr('/' || name || '/', '/../') = 0),
    sha256      TEXT    NOT NULL REFERENCES blobs (sha256),
    PRIMARY KEY (revision_id, position),
    UNIQUE (revision_id, name)
) STRICT, WITHOUT ROWID;
INSERT INTO source_files_2 SELECT revision_id, position, name, sha256 FROM source_files;
-- Remarks name files of theirs, which are gone for a moment.
CREATE TEMP TABLE kept_diagnostics AS SELECT * FROM diagnostics;
DELETE FROM diagnostics;
DROP TABLE source_files;
ALTER TABLE source_files_2 RENAME TO source_files;
INSERT INTO diagnostics SELECT * FROM kept_diagnostics;
DROP TABLE kept_diagnostics;
CREATE TRIGGER source_files_never_change BEFORE UPDATE ON source_files
BEGIN SELECT RAISE (ABORT, 'a source file never changes'); END;

DROP VIEW upload_rows;
CREATE TABLE upload_files_2 (
    upload_id INTEGER NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    name      TEXT    NOT NULL COLLATE NOCASE
              CHECK (name <> '' AND substr(name, 1, 1) <> '/' AND instr('/' || name || '/', '/../') = 0),
    bytes     BLOB    NOT NULL,
    PRIMARY KEY (upload_id, name)
) STRICT;
INSERT INTO upload_files_2 SELECT upload_id, name, bytes FROM upload_files;
DROP TABLE upload_files;
ALTER TABLE upload_files_2 RENAME TO upload_files;
CREATE VIEW upload_rows AS
SELECT uploads.*, (SELECT count(*) FROM upload_files WHERE upload_id = uploads.id) AS files,
       (SELECT ifnull(sum(length(bytes)), 0) FROM upload_files WHERE upload_id = uploads.id) AS bytes
FROM uploads;
