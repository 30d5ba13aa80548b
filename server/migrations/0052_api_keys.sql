-- phase: expand
-- Keys by which scripts act for a member in one workspace. They go when the member leaves its team.
CREATE TABLE api_keys (
  id text PRIMARY KEY CHECK (id ~ '^k_[A-Za-z0-9_-]{22}$'),
  workspace_id text NOT NULL,
  member_id text NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  -- Permissions of the contract.
  scopes text[] NOT NULL CHECK (cardinality(scopes) BETWEEN 1 AND 20),
  -- SHA-256 of the secret, which is random and stored nowhere; null once the key is revoked.
  digest bytea UNIQUE CHECK (length(digest) = 32),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  FOREIGN KEY (workspace_id, member_id) REFERENCES workspace_members ON DELETE CASCADE,
  CHECK ((revoked_at IS NULL) = (digest IS NOT NULL))
);
CREATE INDEX api_keys_member ON api_keys (workspace_id, member_id);
