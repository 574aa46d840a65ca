-- What an edition's team calls a gap, where it isn't what the program does by itself. What isn't shown is kept as it was
-- written, a pattern a line; what it means is the core's to say.

CREATE TABLE gap_limits (
    edition_id   INTEGER PRIMARY KEY REFERENCES editions (id) ON DELETE CASCADE,
    few_affixes  INTEGER NOT NULL CHECK (few_affixes BETWEEN 0 AND 1000),
    theme_weight INTEGER NOT NULL CHECK (theme_weight BETWEEN 0 AND 1000),
    first_level  INTEGER NOT NULL CHECK (first_level BETWEEN 1 AND 127),
    last_level   INTEGER NOT NULL CHECK (last_level BETWEEN first_level AND 127),
    ignored      TEXT    NOT NULL CHECK (length(CAST(ignored AS BLOB)) <= 65536),
    changed_at   INTEGER NOT NULL CHECK (changed_at >= 0)
) STRICT;
