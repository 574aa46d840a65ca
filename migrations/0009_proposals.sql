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

-- How many must approve before a proposal can be merged.
ALTER TABLE editions ADD COLUMN required_approvals INTEGER NOT NULL DEFAULT 1
    CHECK (required_approvals BETWEEN 0 AND 9);

-- What a proposal's list of activity is made of: the log's lines about it.
ALTER TABLE acts ADD COLUMN proposal_id INTEGER REFERENCES proposals (id);
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
