-- Editions that a team no longer works on, and those that it removes with all that hangs on them; uploads that wait for
-- somebody to look at them before they become a revision.

-- An archived edition is read, and nothing of it changes.
ALTER TABLE editions ADD COLUMN archived_at INTEGER CHECK (archived_at >= 0);

DROP VIEW revision_rows;
CREATE VIEW revision_rows AS
SELECT revisions.id, editions.id AS edition_id, editions.slug, editions.title, editions.game, revisions.number,
       parents.number AS parent_number, revisions.content_hash, revisions.made_by, revisions.note, revisions.created_at,
       editions.archived_at IS NOT NULL AS is_archived
FROM revisions
JOIN editions ON editions.id = revisions.edition_id
LEFT JOIN revisions AS parents ON parents.id = revisions.parent_id;

-- No id comes again after its row is gone: what is in memory, in links or in the log is known by it.
CREATE TABLE retired_ids (
    name    TEXT    NOT NULL PRIMARY KEY CHECK (name IN ('editions', 'revisions', 'batches')),
    largest INTEGER NOT NULL CHECK (largest >= 0)
) STRICT, WITHOUT ROWID;
INSERT INTO retired_ids (name, largest) VALUES ('editions', 0), ('revisions', 0), ('batches', 0);
CREATE TRIGGER edition_ids_retire AFTER DELETE ON editions
BEGIN UPDATE retired_ids SET largest = max(largest, OLD.id) WHERE name = 'editions'; END;
CREATE TRIGGER revision_ids_retire AFTER DELETE ON revisions
BEGIN UPDATE retired_ids SET largest = max(largest, OLD.id) WHERE name = 'revisions'; END;
CREATE TRIGGER batch_ids_retire AFTER DELETE ON batches
BEGIN UPDATE retired_ids SET largest = max(largest, OLD.id) WHERE name = 'batches'; END;
CREATE VIEW next_ids AS
SELECT name, 1 + max(largest, CASE name
    WHEN 'editions' THEN (SELECT ifnull(max(id), 0) FROM editions)
    WHEN 'revisions' THEN (SELECT ifnull(max(id), 0) FROM revisions)
    ELSE (SELECT ifnull(max(id), 0) FROM batches) END) AS id
FROM retired_ids;

-- What was said and judged is kept as long as its proposal is, and a proposal as long as its edition.
CREATE TRIGGER proposals_are_kept BEFORE DELETE ON proposals WHEN EXISTS (SELECT 1 FROM editions WHERE id = OLD.edition_id)
BEGIN SELECT RAISE (ABORT, 'a proposal is kept as long as its edition'); END;
DROP TRIGGER proposal_revisions_are_kept;
CREATE TRIGGER proposal_revisions_are_kept BEFORE DELETE ON proposal_revisions
WHEN EXISTS (SELECT 1 FROM proposals WHERE id = OLD.proposal_id)
BEGIN SELECT RAISE (ABORT, 'a revision of a proposal is kept'); END;
DROP TRIGGER verdicts_are_kept;
CREATE TRIGGER verdicts_are_kept BEFORE DELETE ON verdicts WHEN EXISTS (SELECT 1 FROM proposals WHERE id = OLD.proposal_id)
BEGIN SELECT RAISE (ABORT, 'a verdict is kept'); END;

-- The log keeps the number of a proposal that is gone: no reference, which would keep the proposal.
DROP VIEW waiting_rows;
CREATE TABLE acts_2 (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    at         INTEGER NOT NULL CHECK (at >= 0),
    account_id INTEGER REFERENCES accounts (id),
    what       TEXT    NOT NULL CHECK (length(what) BETWEEN 1 AND 60),
    about      TEXT    NOT NULL CHECK (length(about) <= 200),
    was        TEXT    CHECK (length(was) <= 200),
    became     TEXT    CHECK (length(became) <= 200),
    proposal_id     INTEGER,
    is_command_line INTEGER NOT NULL DEFAULT 0 CHECK (is_command_line IN (0, 1))
) STRICT;
INSERT INTO acts_2 (id, at, account_id, what, about, was, became, proposal_id, is_command_line)
SELECT id, at, account_id, what, about, was, became, proposal_id, is_command_line FROM acts ORDER BY id;
DROP TABLE acts;
ALTER TABLE acts_2 RENAME TO acts;
CREATE INDEX acts_by_proposal ON acts (proposal_id) WHERE proposal_id IS NOT NULL;
CREATE TRIGGER acts_stay BEFORE UPDATE ON acts BEGIN SELECT RAISE(ABORT, 'the log is only added to'); END;
CREATE TRIGGER acts_are_kept BEFORE DELETE ON acts BEGIN SELECT RAISE(ABORT, 'the log is only added to'); END;
-- Nobody waits for proposals of an edition that is archived.
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
FROM proposal_rows JOIN accounts
WHERE state = 'open' AND NOT EXISTS (SELECT 1 FROM editions WHERE id = edition_id AND archived_at IS NOT NULL);

-- Files that somebody sent, read again each time they are looked at, until they are imported, discarded or too old.
CREATE TABLE uploads (
    -- No number comes again: addresses name uploads by it.
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER REFERENCES accounts (id) ON DELETE CASCADE,
    slug       TEXT    NOT NULL CHECK (length(slug) <= 100),
    title      TEXT    NOT NULL CHECK (length(title) <= 200),
    game       TEXT    NOT NULL CHECK (length(game) <= 100),
    -- Counts up with each change of its files, game or edition.
    version    INTEGER NOT NULL CHECK (version >= 1),
    touched_at INTEGER NOT NULL CHECK (touched_at >= 0)
) STRICT;

CREATE TABLE upload_files (
    upload_id INTEGER NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    name      TEXT    NOT NULL COLLATE NOCASE CHECK (name <> '' AND instr(name, '/') = 0),
    bytes     BLOB    NOT NULL,
    PRIMARY KEY (upload_id, name)
) STRICT;

CREATE VIEW upload_rows AS
SELECT uploads.*, (SELECT count(*) FROM upload_files WHERE upload_id = uploads.id) AS files,
       (SELECT ifnull(sum(length(bytes)), 0) FROM upload_files WHERE upload_id = uploads.id) AS bytes
FROM uploads;

-- The editions that saved views are about, as their addresses say: of its sheets, its batches, or comparisons of either.
CREATE VIEW view_editions AS
SELECT views.id AS view_id, editions.id AS edition_id
FROM views JOIN editions ON instr(path || '/', '/editions/' || slug || '/') = 1
    OR (path GLOB '/compare*' AND (instr(path, '=' || slug || '@') > 0 OR instr(path || '&', '=' || slug || '&') > 0))
UNION
SELECT views.id, batch_rows.edition_id
FROM views JOIN batch_rows ON batch_rows.id = CAST(CASE
    WHEN path GLOB '/batches/*' THEN substr(path, 10)
    WHEN path GLOB '/compare*' AND instr(path, '=batch:') > 0 THEN substr(path, instr(path, '=batch:') + 7) END AS INTEGER);
