-- phase: expand
-- Attempts to store the files of contents that have no row yet. When the last one fails, what they have left is removed; meanwhile nobody may begin another.
CREATE TABLE media_storings (
  attempt uuid PRIMARY KEY,
  content_hash text NOT NULL CHECK (content_hash ~ '^[0-9a-f]{64}$'),
  is_removal boolean NOT NULL DEFAULT false,
  began_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX media_storings_content ON media_storings (content_hash);
