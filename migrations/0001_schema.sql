-- The schema as it was when the twelve migrations until then became this one (docs/adr/0018-migrations-squashed-once.md).
-- Times are milliseconds since 1970. Hashes are SHA-256 in lower-case hexadecimal.

-- Editions, their revisions, and what the revisions' files mean.
--
-- The text is the truth: source_files and blobs hold it byte for byte. The tables of parsed facts below are derived
-- from it, so they carry no constraint that a strange file could break: a range may be reversed, an item type may be
-- unknown, an index may occur twice. What they do promise is that every place in a file is in a file of the revision.

CREATE TABLE editions (
    id         INTEGER PRIMARY KEY,
    slug       TEXT    NOT NULL UNIQUE
               CHECK (length(slug) BETWEEN 1 AND 64 AND slug NOT GLOB '*[^a-z0-9-]*' AND slug NOT GLOB '-*'),
    title      TEXT    NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
    game       TEXT    NOT NULL CHECK (game <> ''),
    created_at INTEGER NOT NULL CHECK (created_at >= 0),
    -- How many must approve before a proposal can be merged.
    required_approvals INTEGER NOT NULL DEFAULT 1 CHECK (required_approvals BETWEEN 0 AND 9)
) STRICT;

CREATE TABLE revisions (
    id           INTEGER PRIMARY KEY,
    edition_id   INTEGER NOT NULL REFERENCES editions (id) ON DELETE CASCADE,
    number       INTEGER NOT NULL CHECK (number >= 1),
    parent_id    INTEGER,
    content_hash TEXT    NOT NULL CHECK (length(content_hash) = 64 AND content_hash NOT GLOB '*[^0-9a-f]*'),
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
    -- Not used: revisions stored before kind_allocations was there have their one allocation here, later ones NULL.
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

-- Where kinds are drawn: in some games a kind has several allocations.
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

-- Batches: the queue of what is to be generated, the finished shards of unfinished batches, and what was counted.

CREATE TABLE batches (
    id            INTEGER PRIMARY KEY,
    revision_id   INTEGER NOT NULL REFERENCES revisions (id) ON DELETE CASCADE,
    rules_version INTEGER NOT NULL CHECK (rules_version >= 0),
    -- All 64 bits of an unsigned number; seeds from 2^63 on look negative here.
    seed          INTEGER NOT NULL,
    drops         INTEGER NOT NULL CHECK (drops > 0),
    -- The rest of the plan is read and written as a whole only; an empty list of kinds means whole drops.
    depths        TEXT    NOT NULL CHECK (json_type(depths) = 'array' AND json_array_length(depths) > 0),
    qualities     TEXT    NOT NULL CHECK (json_type(qualities) = 'array' AND json_array_length(qualities) > 0),
    kinds         TEXT    NOT NULL CHECK (json_type(kinds) = 'array'),
    state         TEXT    NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    -- Kept in step with the shards, so that asking for progress reads one row and not thousands.
    drops_done    INTEGER NOT NULL DEFAULT 0 CHECK (drops_done >= 0),
    error         TEXT,
    created_at    INTEGER NOT NULL CHECK (created_at >= 0),
    started_at    INTEGER,
    finished_at   INTEGER,
    -- By which rules it is made: the ids of the points of the rules that are as documented.
    switches      TEXT    NOT NULL DEFAULT '[]' CHECK (json_type(switches) = 'array'),
    -- What of its drops is counted.
    detail        TEXT    NOT NULL DEFAULT 'identity' CHECK (detail IN ('identity', 'full')),
    CHECK (state NOT IN ('running', 'done', 'failed') OR started_at IS NOT NULL),
    CHECK ((state IN ('done', 'failed', 'cancelled')) = (finished_at IS NOT NULL)),
    CHECK ((state = 'failed') = (error IS NOT NULL))
) STRICT;

CREATE INDEX batches_by_revision ON batches (revision_id);
CREATE INDEX batches_unfinished ON batches (state, id) WHERE state IN ('queued', 'running');

-- What queued and running batches have counted so far; a restart resumes from it. `kind` is a position in the catalog,
-- -1 where whole drops were made. `counts` is the store's codec: (key, count) pairs by key.
CREATE TABLE shards (
    batch_id INTEGER NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    depth    INTEGER NOT NULL CHECK (depth >= 0),
    quality  INTEGER NOT NULL CHECK (quality >= 0),
    kind     INTEGER NOT NULL CHECK (kind >= -1),
    piece    INTEGER NOT NULL CHECK (piece >= 0),
    drops    INTEGER NOT NULL CHECK (drops > 0),
    counts   BLOB    NOT NULL,
    PRIMARY KEY (batch_id, depth, quality, kind, piece)
) STRICT;

-- What done batches counted: one row per cell.
CREATE TABLE tallies (
    batch_id INTEGER NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    depth    INTEGER NOT NULL CHECK (depth >= 0),
    quality  INTEGER NOT NULL CHECK (quality >= 0),
    kind     INTEGER NOT NULL CHECK (kind >= -1),
    drops    INTEGER NOT NULL CHECK (drops > 0),
    counts   BLOB    NOT NULL,
    PRIMARY KEY (batch_id, depth, quality, kind)
) STRICT;

-- What the keys of a batch's tallies mean. Keys are numbered by the rules version that counted them; with this
-- dictionary old tallies can be read by any later program.
CREATE TABLE tally_keys (
    batch_id    INTEGER NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    key         INTEGER NOT NULL CHECK (key >= 0),
    metric      TEXT    NOT NULL CHECK (metric <> ''),
    -- The kind it was counted for; NULL where it isn't counted per kind.
    kind        INTEGER CHECK (kind >= 0),
    tval        INTEGER,
    sval        INTEGER,
    entry       TEXT    NOT NULL CHECK (entry IN ('kind', 'affix', 'theme', 'artifact', 'fixed')),
    entry_index INTEGER CHECK (entry_index >= 0),
    name        TEXT    NOT NULL,
    PRIMARY KEY (batch_id, key),
    CHECK ((tval IS NULL) = (sval IS NULL)),
    CHECK ((entry = 'kind') = (entry_index IS NULL))
) STRICT, WITHOUT ROWID;

CREATE VIEW batch_rows AS
SELECT batches.id, batches.revision_id, revisions.edition_id, editions.slug, editions.game,
       revisions.number AS revision_number, batches.rules_version, batches.seed, batches.drops, batches.depths,
       batches.qualities, batches.kinds, batches.switches, batches.detail, batches.state, batches.drops_done,
       batches.error, batches.created_at, batches.started_at, batches.finished_at
FROM batches
JOIN revisions ON revisions.id = batches.revision_id
JOIN editions ON editions.id = revisions.edition_id;

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

-- Sheets as they were shown: addresses within the dashboard, so that links to them are short, and some with a name.

CREATE TABLE views (
    -- No number comes again: links name views by it.
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    path       TEXT    NOT NULL UNIQUE CHECK (length(CAST(path AS BLOB)) BETWEEN 2 AND 2000 AND path GLOB '/[^/]*'),
    name       TEXT    UNIQUE COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 60),
    created_at INTEGER NOT NULL CHECK (created_at >= 0)
) STRICT;

-- Who may act: accounts, their sessions and tokens, links that are good for once, and the log of what was done.
-- Of every secret there is a hash only: argon2id of passwords, SHA-256 of random tokens.

CREATE TABLE accounts (
    -- No number comes again, and no account goes: the log names them.
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    name        TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    -- The name in lower case: SQLite's own comparison knows the case of ASCII only.
    folded      TEXT    NOT NULL UNIQUE,
    role        TEXT    NOT NULL CHECK (role IN ('reader', 'proposer', 'reviewer', 'maintainer')),
    -- A PHC string.
    password    TEXT    NOT NULL CHECK (password GLOB '$argon2id$*'),
    created_at  INTEGER NOT NULL CHECK (created_at >= 0),
    disabled_at INTEGER CHECK (disabled_at >= created_at)
) STRICT;

CREATE TABLE sessions (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    token_hash BLOB    NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL CHECK (created_at >= 0),
    seen_at    INTEGER NOT NULL CHECK (seen_at >= created_at),
    address    TEXT    NOT NULL CHECK (length(address) <= 60),
    agent      TEXT    NOT NULL CHECK (length(agent) <= 120)
) STRICT;
CREATE INDEX sessions_by_account ON sessions (account_id);

-- One-time links: for the first maintainer, for whoever is invited, and for a new password.
CREATE TABLE invitations (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    token_hash BLOB    NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    purpose    TEXT    NOT NULL CHECK (purpose IN ('first', 'invite', 'reset')),
    role       TEXT    CHECK (role IN ('reader', 'proposer', 'reviewer', 'maintainer')),
    -- Whose password is to be set.
    account_id INTEGER REFERENCES accounts (id),
    -- Nobody: the program.
    made_by    INTEGER REFERENCES accounts (id),
    created_at INTEGER NOT NULL CHECK (created_at >= 0),
    expires_at INTEGER CHECK (expires_at > created_at),
    used_at    INTEGER,
    used_by    INTEGER REFERENCES accounts (id),
    CHECK ((purpose = 'reset') = (account_id IS NOT NULL)),
    CHECK ((purpose = 'reset') = (role IS NULL)),
    CHECK ((purpose = 'first') = (made_by IS NULL)),
    CHECK ((purpose = 'first') = (expires_at IS NULL)),
    CHECK ((used_at IS NULL) = (used_by IS NULL))
) STRICT;

CREATE TABLE api_tokens (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    token_hash BLOB    NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name       TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    scope      TEXT    NOT NULL CHECK (scope IN ('read', 'propose', 'all')),
    created_at INTEGER NOT NULL CHECK (created_at >= 0),
    expires_at INTEGER NOT NULL CHECK (expires_at > created_at)
) STRICT;
CREATE INDEX api_tokens_by_account ON api_tokens (account_id);

-- What was done. Lines are only ever added.
CREATE TABLE acts (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    at         INTEGER NOT NULL CHECK (at >= 0),
    -- Nobody: the program.
    account_id INTEGER REFERENCES accounts (id),
    what       TEXT    NOT NULL CHECK (length(what) BETWEEN 1 AND 60),
    about      TEXT    NOT NULL CHECK (length(about) <= 200),
    was        TEXT    CHECK (length(was) <= 200),
    became     TEXT    CHECK (length(became) <= 200),
    -- The proposal whose list of activity the line is in too.
    proposal_id     INTEGER REFERENCES proposals (id),
    -- Done on the command line, perhaps in an account's name.
    is_command_line INTEGER NOT NULL DEFAULT 0 CHECK (is_command_line IN (0, 1))
) STRICT;
CREATE TRIGGER acts_stay BEFORE UPDATE ON acts BEGIN SELECT RAISE(ABORT, 'the log is only added to'); END;
CREATE TRIGGER acts_are_kept BEFORE DELETE ON acts BEGIN SELECT RAISE(ABORT, 'the log is only added to'); END;

-- What people propose: drafts, numbered proposals with their revisions, what was said about them, and who looked at what.
-- Changes are kept in the core's notation (docs/proposals.md). No author: somebody at the machine itself, before there
-- are accounts.

CREATE TABLE proposals (
    -- The number that people see. None comes again: notes of revisions name them.
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    edition_id    INTEGER NOT NULL REFERENCES editions (id),
    author_id     INTEGER REFERENCES accounts (id),
    state         TEXT    NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'merged', 'withdrawn')),
    title         TEXT    NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
    description   TEXT    NOT NULL CHECK (length(description) <= 20000),
    created_at    INTEGER NOT NULL CHECK (created_at >= 0),
    -- When anything about it last changed.
    changed_at    INTEGER NOT NULL CHECK (changed_at >= created_at),
    -- When it was merged or withdrawn.
    closed_at     INTEGER CHECK (closed_at >= created_at),
    -- The revision of the edition that merging made.
    merged_id     INTEGER UNIQUE REFERENCES revisions (id),
    merged_by     INTEGER REFERENCES accounts (id),
    -- Merged without approvals by somebody who had nobody to ask.
    is_unreviewed INTEGER NOT NULL DEFAULT 0 CHECK (is_unreviewed IN (0, 1)),
    -- The merged proposal that it undoes.
    reverts       INTEGER REFERENCES proposals (id),
    CHECK ((state = 'open') = (closed_at IS NULL)),
    CHECK ((state = 'merged') = (merged_id IS NOT NULL)),
    CHECK (state = 'merged' OR (merged_by IS NULL AND is_unreviewed = 0))
) STRICT;
CREATE INDEX proposals_by_edition ON proposals (edition_id, state);

CREATE TABLE proposal_revisions (
    proposal_id INTEGER NOT NULL REFERENCES proposals (id),
    number      INTEGER NOT NULL CHECK (number >= 1),
    -- The revision of the edition that the changes were made for.
    base_id     INTEGER NOT NULL REFERENCES revisions (id),
    changes     TEXT    NOT NULL CHECK (changes <> ''),
    -- The fingerprint of everything that follows from them: where it is the same, so is every number.
    effect      TEXT    NOT NULL CHECK (length(effect) = 64 AND effect NOT GLOB '*[^0-9a-f]*'),
    made_by     INTEGER REFERENCES accounts (id),
    note        TEXT    NOT NULL CHECK (length(note) <= 200),
    created_at  INTEGER NOT NULL CHECK (created_at >= 0),
    PRIMARY KEY (proposal_id, number)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER proposal_revisions_never_change BEFORE UPDATE ON proposal_revisions
BEGIN SELECT RAISE (ABORT, 'a revision of a proposal never changes'); END;
CREATE TRIGGER proposal_revisions_are_kept BEFORE DELETE ON proposal_revisions
BEGIN SELECT RAISE (ABORT, 'a revision of a proposal is kept'); END;

-- What one person is editing: a new proposal of an edition, or the next revision of a proposal.
CREATE TABLE drafts (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    author_id   INTEGER REFERENCES accounts (id),
    edition_id  INTEGER NOT NULL REFERENCES editions (id),
    proposal_id INTEGER REFERENCES proposals (id),
    -- Counts every write, so that who saves what they read long ago is told.
    version     INTEGER NOT NULL CHECK (version >= 0),
    -- The step that shows: those after it were undone.
    step        INTEGER NOT NULL CHECK (step >= 0),
    title       TEXT    NOT NULL CHECK (length(title) <= 200),
    description TEXT    NOT NULL CHECK (length(description) <= 20000),
    updated_at  INTEGER NOT NULL CHECK (updated_at >= 0)
) STRICT;
-- One per person and purpose; nobody is somebody here.
CREATE UNIQUE INDEX drafts_once ON drafts (ifnull(author_id, 0), edition_id, ifnull(proposal_id, 0));

CREATE TABLE draft_steps (
    draft_id INTEGER NOT NULL REFERENCES drafts (id) ON DELETE CASCADE,
    number   INTEGER NOT NULL CHECK (number >= 0),
    base_id  INTEGER NOT NULL REFERENCES revisions (id),
    -- The revision of the proposal that this goes on from; 0 for a new proposal.
    revision INTEGER NOT NULL CHECK (revision >= 0),
    changes  TEXT    NOT NULL,
    PRIMARY KEY (draft_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE comments (
    id                  INTEGER PRIMARY KEY AUTOINCREMENT,
    proposal_id         INTEGER NOT NULL,
    -- The revision of the proposal that was read.
    revision            INTEGER NOT NULL,
    -- The comment that began the thread.
    reply_to            INTEGER,
    author_id           INTEGER REFERENCES accounts (id),
    about               TEXT    NOT NULL CHECK (about IN ('whole', 'line', 'cell')),
    -- Which line or cell; the store doesn't look into it.
    anchor              TEXT    NOT NULL CHECK (length(anchor) <= 2000),
    body                TEXT    NOT NULL CHECK (length(body) BETWEEN 1 AND 20000),
    -- What the line should be instead.
    suggestion          TEXT    CHECK (length(suggestion) <= 2000),
    -- The revision of the proposal that took it.
    suggestion_taken_in INTEGER,
    resolved_at         INTEGER,
    resolved_by         INTEGER REFERENCES accounts (id),
    created_at          INTEGER NOT NULL CHECK (created_at >= 0),
    UNIQUE (proposal_id, id),
    FOREIGN KEY (proposal_id, revision) REFERENCES proposal_revisions (proposal_id, number),
    FOREIGN KEY (proposal_id, reply_to) REFERENCES comments (proposal_id, id),
    FOREIGN KEY (proposal_id, suggestion_taken_in) REFERENCES proposal_revisions (proposal_id, number),
    CHECK ((about = 'whole') = (anchor = '')),
    CHECK (suggestion IS NULL OR about = 'line'),
    CHECK (suggestion IS NOT NULL OR suggestion_taken_in IS NULL),
    -- Threads are resolved, replies aren't.
    CHECK (reply_to IS NULL OR resolved_at IS NULL),
    CHECK (resolved_at IS NOT NULL OR resolved_by IS NULL)
) STRICT;

CREATE TABLE verdicts (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    proposal_id INTEGER NOT NULL,
    revision    INTEGER NOT NULL,
    account_id  INTEGER NOT NULL REFERENCES accounts (id),
    verdict     TEXT    NOT NULL CHECK (verdict IN ('comment', 'approve', 'request-changes')),
    body        TEXT    NOT NULL CHECK (length(body) <= 20000),
    created_at  INTEGER NOT NULL CHECK (created_at >= 0),
    FOREIGN KEY (proposal_id, revision) REFERENCES proposal_revisions (proposal_id, number)
) STRICT;
CREATE INDEX verdicts_by_proposal ON verdicts (proposal_id);
CREATE TRIGGER verdicts_stay BEFORE UPDATE ON verdicts BEGIN SELECT RAISE (ABORT, 'a verdict never changes'); END;
CREATE TRIGGER verdicts_are_kept BEFORE DELETE ON verdicts BEGIN SELECT RAISE (ABORT, 'a verdict is kept'); END;

-- How far somebody has read a proposal, and how far they had before there was something new.
CREATE TABLE looks (
    account_id      INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    proposal_id     INTEGER NOT NULL REFERENCES proposals (id),
    revision        INTEGER NOT NULL,
    act_id          INTEGER NOT NULL,
    at              INTEGER NOT NULL CHECK (at >= 0),
    before_revision INTEGER,
    before_act_id   INTEGER,
    before_at       INTEGER,
    PRIMARY KEY (account_id, proposal_id),
    CHECK ((before_revision IS NULL) = (before_act_id IS NULL) AND (before_act_id IS NULL) = (before_at IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX acts_by_proposal ON acts (proposal_id) WHERE proposal_id IS NOT NULL;

-- Verdicts with what they mean now: whether the effect is still the one they were given on, and whether they are the last
-- that count of somebody who may review. A comment takes nothing back.
CREATE VIEW verdict_rows AS
SELECT verdicts.*, accounts.name,
       given.effect = current.effect AS is_current,
       verdicts.verdict <> 'comment' AND accounts.disabled_at IS NULL AND accounts.role IN ('reviewer', 'maintainer')
           AND NOT EXISTS (
               SELECT 1 FROM verdicts AS later
               WHERE later.proposal_id = verdicts.proposal_id AND later.account_id = verdicts.account_id
                   AND later.verdict <> 'comment' AND later.id > verdicts.id) AS counts
FROM verdicts
JOIN accounts ON accounts.id = verdicts.account_id
JOIN proposal_revisions AS given ON given.proposal_id = verdicts.proposal_id AND given.number = verdicts.revision
JOIN proposal_revisions AS current ON current.proposal_id = verdicts.proposal_id
    AND current.number = (SELECT max(number) FROM proposal_revisions WHERE proposal_id = verdicts.proposal_id);

-- A proposal as the program sees it, with its current revision and what counts for and against it.
CREATE VIEW proposal_rows AS
SELECT proposals.*, editions.slug, editions.title AS edition_title, editions.game, editions.required_approvals,
       authors.name AS author_name, mergers.name AS merger_name, merged.number AS merged_number,
       current.number AS revision, current.base_id, current.effect, bases.number AS base_number,
       (SELECT count(*) FROM comments WHERE proposal_id = proposals.id) AS comments,
       (SELECT count(*) FROM verdict_rows WHERE proposal_id = proposals.id AND counts AND is_current
            AND verdict = 'approve') AS approvals,
       (SELECT count(*) FROM verdict_rows WHERE proposal_id = proposals.id AND counts AND is_current
            AND verdict = 'request-changes') AS objections
FROM proposals
JOIN editions ON editions.id = proposals.edition_id
JOIN proposal_revisions AS current ON current.proposal_id = proposals.id
    AND current.number = (SELECT max(number) FROM proposal_revisions WHERE proposal_id = proposals.id)
JOIN revisions AS bases ON bases.id = current.base_id
LEFT JOIN accounts AS authors ON authors.id = proposals.author_id
LEFT JOIN accounts AS mergers ON mergers.id = proposals.merged_by
LEFT JOIN revisions AS merged ON merged.id = proposals.merged_id;

-- A draft with the step that shows.
CREATE VIEW draft_rows AS
SELECT drafts.*, draft_steps.base_id, draft_steps.revision, draft_steps.changes,
       EXISTS (SELECT 1 FROM draft_steps WHERE draft_id = drafts.id AND number < drafts.step) AS can_undo,
       EXISTS (SELECT 1 FROM draft_steps WHERE draft_id = drafts.id AND number > drafts.step) AS can_redo
FROM drafts JOIN draft_steps ON draft_steps.draft_id = drafts.id AND draft_steps.number = drafts.step;

-- Open proposals, for each account with what they wait for from it; NULL where they don't.
CREATE VIEW waiting_rows AS
SELECT proposal_rows.*, accounts.id AS reader_id, CASE
    WHEN author_id = accounts.id AND objections > 0 THEN 'changes'
    WHEN author_id = accounts.id AND approvals >= required_approvals THEN 'merge'
    WHEN author_id = accounts.id THEN iif(EXISTS (
        SELECT 1 FROM acts WHERE acts.proposal_id = proposal_rows.id AND acts.account_id IS NOT accounts.id
            AND acts.id > ifnull((SELECT act_id FROM looks
                WHERE looks.account_id = accounts.id AND looks.proposal_id = proposal_rows.id), 0)),
        'answer', NULL)
    WHEN role = 'maintainer' AND objections = 0 AND approvals >= required_approvals THEN 'merge'
    WHEN role NOT IN ('reviewer', 'maintainer') THEN NULL
    WHEN EXISTS (SELECT 1 FROM verdict_rows
        WHERE proposal_id = proposal_rows.id AND account_id = accounts.id AND is_current) THEN NULL
    WHEN EXISTS (SELECT 1 FROM verdict_rows
        WHERE proposal_id = proposal_rows.id AND account_id = accounts.id) THEN 'verdict-again'
    ELSE 'verdict' END AS waiting
FROM proposal_rows JOIN accounts WHERE state = 'open';

-- Paired batches: what was run on a revision and on what somebody proposed to make of it. What they counted follows from
-- that, whenever it is asked for, and isn't kept.
CREATE TABLE paired_batches (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    base_id       INTEGER NOT NULL REFERENCES revisions (id) ON DELETE CASCADE,
    -- What is proposed, as the program names sides of comparisons, and its changes as they were then.
    side          TEXT    NOT NULL CHECK (length(side) BETWEEN 1 AND 200),
    changes       TEXT    NOT NULL,
    rules_version INTEGER NOT NULL CHECK (rules_version >= 0),
    -- The plan, as that of a batch.
    seed          INTEGER NOT NULL,
    drops         INTEGER NOT NULL CHECK (drops > 0),
    depths        TEXT    NOT NULL CHECK (json_type(depths) = 'array' AND json_array_length(depths) > 0),
    qualities     TEXT    NOT NULL CHECK (json_type(qualities) = 'array' AND json_array_length(qualities) > 0),
    switches      TEXT    NOT NULL CHECK (json_type(switches) = 'array'),
    -- Who asked for it; nobody: somebody at the machine itself, before there were accounts.
    account_id    INTEGER REFERENCES accounts (id),
    is_stopped    INTEGER NOT NULL DEFAULT 0 CHECK (is_stopped IN (0, 1)),
    created_at    INTEGER NOT NULL CHECK (created_at >= 0)
) STRICT;
