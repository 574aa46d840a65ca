-- When a token was last used, to the hour; NULL for never.
ALTER TABLE api_tokens ADD COLUMN last_used_at INTEGER CHECK (last_used_at >= 0);
