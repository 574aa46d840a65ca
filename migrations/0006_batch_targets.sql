-- Batches that run until their counts are close enough, and the order of those that wait.

-- Maximum half-width of a row's 95 % interval, in ten thousandths of its share, and the least share of a cell's drops whose row
-- has to be as close, in millionths; NULL in batches that make as many drops as `drops` says, which else is the maximum.
ALTER TABLE batches ADD COLUMN target_within INTEGER CHECK (target_within > 0);
ALTER TABLE batches ADD COLUMN target_rows_from INTEGER
    CHECK (target_rows_from > 0 AND (target_rows_from IS NULL) = (target_within IS NULL));

-- Of those that wait the one with the highest priority is next, and the oldest of these.
ALTER TABLE batches ADD COLUMN priority INTEGER NOT NULL DEFAULT 0;

DROP VIEW batch_rows;
CREATE VIEW batch_rows AS
SELECT batches.id, batches.revision_id, revisions.edition_id, editions.slug, editions.game,
       revisions.number AS revision_number, batches.rules_version, batches.seed, batches.drops, batches.depths,
       batches.qualities, batches.kinds, batches.switches, batches.detail, batches.subject, batches.points,
       batches.target_within, batches.target_rows_from, batches.priority, batches.state,
       batches.drops_done, batches.error, batches.created_at, batches.started_at, batches.finished_at
FROM batches
JOIN revisions ON revisions.id = batches.revision_id
JOIN editions ON editions.id = revisions.edition_id;
