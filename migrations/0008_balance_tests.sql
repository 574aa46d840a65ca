-- What an edition's team wants of its items, as the text of a file of balance tests; and whether a test that fails holds a merge.
CREATE TABLE balance_tests (
    edition_id  INTEGER PRIMARY KEY REFERENCES editions (id) ON DELETE CASCADE,
    text        TEXT    NOT NULL CHECK (length(CAST(text AS BLOB)) BETWEEN 1 AND 262144),
    holds_merge INTEGER NOT NULL CHECK (holds_merge IN (0, 1)),
    changed_at  INTEGER NOT NULL CHECK (changed_at >= 0)
) STRICT;
