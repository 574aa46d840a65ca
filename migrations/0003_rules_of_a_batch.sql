-- By which rules a batch is made, and what of its drops is counted. Earlier batches were as coded, and of identities only.

-- The ids of the points of the rules that are as documented.
ALTER TABLE batches ADD COLUMN switches TEXT NOT NULL DEFAULT '[]' CHECK (json_type(switches) = 'array');
ALTER TABLE batches ADD COLUMN detail   TEXT NOT NULL DEFAULT 'identity' CHECK (detail IN ('identity', 'full'));

DROP VIEW batch_rows;
CREATE VIEW batch_rows AS
SELECT batches.id, batches.revision_id, revisions.edition_id, editions.slug, editions.game,
       revisions.number AS revision_number, batches.rules_version, batches.seed, batches.drops, batches.depths,
       batches.qualities, batches.kinds, batches.switches, batches.detail, batches.state, batches.drops_done,
       batches.error, batches.created_at, batches.started_at, batches.finished_at
FROM batches
JOIN revisions ON revisions.id = batches.revision_id
JOIN editions ON editions.id = revisions.edition_id;
