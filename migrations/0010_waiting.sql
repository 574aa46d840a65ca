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
