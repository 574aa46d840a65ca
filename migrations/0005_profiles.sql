-- Drop profiles: how many drops of each quality a dive sees at each depth, as a team writes it down. They belong to no
-- edition. The text is kept as it was written; what it means is the core's to say.

CREATE TABLE profiles (
    -- No id comes again after its profile was deleted: links and exported files name profiles by it.
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT    NOT NULL UNIQUE COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 60),
    -- Which of those that ship with the program it is; NULL for all others.
    starter    TEXT    UNIQUE CHECK (starter <> ''),
    created_at INTEGER NOT NULL CHECK (created_at >= 0)
) STRICT;

CREATE TABLE profile_versions (
    profile_id INTEGER NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL CHECK (number >= 1),
    text       TEXT    NOT NULL CHECK (length(CAST(text AS BLOB)) BETWEEN 1 AND 16384),
    made_by    TEXT    NOT NULL CHECK (made_by IN ('starter', 'edit')),
    created_at INTEGER NOT NULL CHECK (created_at >= 0),
    PRIMARY KEY (profile_id, number)
) STRICT;

-- Numbers that were computed with a version name it.
CREATE TRIGGER profile_versions_never_change BEFORE UPDATE ON profile_versions
BEGIN SELECT RAISE (ABORT, 'a version of a profile never changes'); END;
CREATE TRIGGER starter_profiles_stay BEFORE DELETE ON profiles WHEN OLD.starter IS NOT NULL
BEGIN SELECT RAISE (ABORT, 'a profile that ships stays'); END;

CREATE VIEW profile_rows AS
SELECT profiles.id, profiles.name, profiles.starter IS NOT NULL AS is_starter, profile_versions.number,
       profile_versions.text, profile_versions.made_by, profile_versions.created_at,
       profile_versions.number = (SELECT max(number) FROM profile_versions WHERE profile_id = profiles.id) AS is_newest
FROM profiles
JOIN profile_versions ON profile_versions.profile_id = profiles.id;
