-- Tours that a workspace works on. What visitors see stays in `experiences` and `tours`.
CREATE TABLE studio_tours (
  id text PRIMARY KEY CHECK (id ~ '^t_[A-Za-z0-9_-]{22}$'),
  workspace_id text NOT NULL REFERENCES workspaces (id),
  -- As the contract's `TourDraft` parsed it.
  draft jsonb NOT NULL CHECK (octet_length(draft::text) <= 4000000),
  -- Grows by one with each change: a change names the revision that it was made to, and no other is changed.
  revision integer NOT NULL DEFAULT 1 CHECK (revision > 0),
  -- The id of a member, who may have left since.
  changed_by text NOT NULL CHECK (length(changed_by) <= 100),
  changed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  sequence bigint GENERATED ALWAYS AS IDENTITY
);
CREATE UNIQUE INDEX studio_tours_workspace ON studio_tours (workspace_id, sequence DESC);
