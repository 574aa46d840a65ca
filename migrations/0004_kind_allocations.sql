-- Where kinds are drawn, as a table of its own: in some games a kind has several allocations.
--
-- The columns of `kinds` that held the one allocation (commonness, min_level, max_level, line_file, line_start_byte,
-- line_end_byte) stay, because SQLite cannot drop columns that a CHECK names. In revisions stored from now on they are
-- NULL, in earlier ones they keep what they had; nothing reads them.

CREATE TABLE kind_allocations (
    revision_id INTEGER NOT NULL,
    kind        INTEGER NOT NULL,
    position    INTEGER NOT NULL CHECK (position >= 0),
    commonness  INTEGER NOT NULL,
    min_level   INTEGER NOT NULL,
    max_level   INTEGER NOT NULL,
    file        INTEGER NOT NULL,
    start_byte  INTEGER NOT NULL,
    end_byte    INTEGER NOT NULL,
    PRIMARY KEY (revision_id, kind, position),
    FOREIGN KEY (revision_id, kind) REFERENCES kinds (revision_id, position) ON DELETE CASCADE,
    FOREIGN KEY (revision_id, file) REFERENCES source_files (revision_id, position),
    CHECK (start_byte BETWEEN 0 AND end_byte)
) STRICT, WITHOUT ROWID;

INSERT INTO kind_allocations (revision_id, kind, position, commonness, min_level, max_level, file, start_byte, end_byte)
SELECT revision_id, position, 0, commonness, min_level, max_level, line_file, line_start_byte, line_end_byte
FROM kinds
WHERE commonness IS NOT NULL;
