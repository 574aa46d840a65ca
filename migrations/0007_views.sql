-- Sheets as they were shown: addresses within the dashboard, so that links to them are short, and some with a name.

CREATE TABLE views (
    -- No number comes again: links name views by it.
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    path       TEXT    NOT NULL UNIQUE CHECK (length(CAST(path AS BLOB)) BETWEEN 2 AND 2000 AND path GLOB '/[^/]*'),
    name       TEXT    UNIQUE COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 60),
    created_at INTEGER NOT NULL CHECK (created_at >= 0)
) STRICT;
