-- phase: expand
-- Files that were uploaded into a workspace, and what has become of them. What is made of them lies in `media_contents`.
CREATE TABLE studio_media (
  id text PRIMARY KEY CHECK (id ~ '^m_[A-Za-z0-9_-]{22}$'),
  workspace_id text NOT NULL REFERENCES workspaces (id),
  -- Its pieces are the original, which nobody is served; they go after a time.
  upload_id text NOT NULL UNIQUE CHECK (length(upload_id) <= 100),
  -- The id of a member, who may have left since.
  added_by text NOT NULL CHECK (length(added_by) <= 100),
  file_name text NOT NULL CHECK (length(file_name) <= 255),
  -- Whether the sender says that it is not a sphere.
  is_flat boolean NOT NULL,
  -- Bytes of the original. They count in the workspace, once for equal files, unless the file is refused.
  size bigint NOT NULL CHECK (size >= 0),
  -- SHA-256 of the original in hexadecimal.
  file_hash text CHECK (file_hash ~ '^[0-9a-f]{64}$'),
  state text NOT NULL DEFAULT 'received' CHECK (state IN ('received', 'checking', 'preparing', 'ready', 'refused')),
  progress real NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1),
  kind text CHECK (kind IN ('photo', 'video', 'image', 'film', 'sound')),
  width integer CHECK (width > 0),
  height integer CHECK (height > 0),
  -- Seconds.
  duration double precision CHECK (duration > 0),
  is_assumed boolean NOT NULL DEFAULT false,
  -- Whether there is a picture to look at below previews/{id}/.
  has_preview boolean NOT NULL DEFAULT false,
  -- The gated asset: nobody outside the workspace sees a file before a tour with it is published.
  asset_id uuid REFERENCES media_assets (id),
  refusal_code text CHECK (length(refusal_code) <= 100),
  refusal_detail text CHECK (length(refusal_detail) <= 500),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  changed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  CHECK ((state = 'ready') = (asset_id IS NOT NULL)),
  CHECK ((state = 'refused') = (refusal_code IS NOT NULL)),
  CHECK ((refusal_code IS NULL) = (refusal_detail IS NULL))
);
CREATE UNIQUE INDEX studio_media_workspace ON studio_media (workspace_id, sequence DESC);
CREATE INDEX studio_media_asset ON studio_media (asset_id);
CREATE INDEX studio_media_unfinished ON studio_media (changed_at) WHERE state IN ('received', 'checking', 'preparing');

-- Files that were deleted, until what was stored of them is removed.
CREATE TABLE studio_media_removals (
  id text PRIMARY KEY,
  removed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
