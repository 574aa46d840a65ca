-- Acts on the command line, which may be in an account's name or in nobody's.
ALTER TABLE acts ADD COLUMN is_command_line INTEGER NOT NULL DEFAULT 0 CHECK (is_command_line IN (0, 1));
