-- phase: expand
-- What a release must have to work on this database: a contracting migration removes what releases without these migrations use.
CREATE TABLE release_requirements (
  -- The name of a migration.
  migration text PRIMARY KEY CHECK (migration ~ '^\d{4}_[a-z0-9_]+$'),
  -- The contracting migration that requires it.
  required_by text NOT NULL
);
