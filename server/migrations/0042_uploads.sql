-- Files on their way into a workspace, and the pieces of them that have arrived. The bytes are in the storage, below uploads/{id}/.
CREATE TABLE uploads (
  id text PRIMARY KEY CHECK (id ~ '^u_[A-Za-z0-9_-]{22}$'),
  workspace_id text NOT NULL REFERENCES workspaces (id),
  -- Null once this member's account is deleted.
  member_id text REFERENCES members (id),
  -- What the client says of the file, such as its name.
  metadata jsonb NOT NULL CHECK (length(metadata::text) <= 8000),
  -- Bytes; they count in the workspace from the beginning.
  size bigint NOT NULL CHECK (size >= 0),
  received bigint NOT NULL DEFAULT 0 CHECK (received BETWEEN 0 AND size),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- Then it is removed, with what has arrived.
  expires_at timestamptz(3) NOT NULL,
  -- One request at a time works on an upload, in whichever process: its holder renews the lease, and lets go once it is wanted.
  lease_holder text,
  lease_until timestamptz(3),
  lease_wanted boolean NOT NULL DEFAULT false
);
CREATE INDEX uploads_workspace ON uploads (workspace_id);
CREATE INDEX uploads_member ON uploads (member_id);
CREATE INDEX uploads_expiry ON uploads (expires_at);

CREATE TABLE upload_chunks (
  upload_id text NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
  -- Where it begins in the file.
  start bigint NOT NULL CHECK (start >= 0),
  size integer NOT NULL CHECK (size > 0),
  storage_key text NOT NULL,
  PRIMARY KEY (upload_id, start)
);

-- How many bytes a workspace may hold; null for as many as WORKSPACE_STORAGE_GB says.
ALTER TABLE workspaces ADD COLUMN storage_bytes bigint CHECK (storage_bytes >= 0);
