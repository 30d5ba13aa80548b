-- phase: expand
-- Since when nothing has named a content; null while something does. After a time it is removed (see `sql/media.sql`).
ALTER TABLE media_contents ADD COLUMN unused_since timestamptz(3);
CREATE INDEX media_contents_unused ON media_contents (unused_since) WHERE unused_since IS NOT NULL;

-- What is stored below thumbnails/{id}/ without a row of `media_thumbnails`: thumbnails that have ended, or that are being made.
CREATE TABLE media_thumbnail_removals (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  queued_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- When a process last began to remove them.
  claimed_at timestamptz(3)
);
CREATE INDEX media_thumbnail_removals_queued ON media_thumbnail_removals (queued_at);

-- What names a file. These expressions are those of `is_media_content_used` in `sql/media.sql`.
CREATE INDEX experiences_asset ON experiences (asset_id) WHERE asset_id IS NOT NULL;
CREATE INDEX experiences_thumbnails ON experiences ((thumbnails ->> 'pattern')) WHERE thumbnails IS NOT NULL;
CREATE INDEX studio_tours_assets ON studio_tours USING gin (
  jsonb_path_query_array(draft, '$.** ? (@.type() == "string" && @ like_regex "^[0-9a-f-]{36}$")')
);
CREATE INDEX studio_tour_versions_assets ON studio_tour_versions USING gin (
  jsonb_path_query_array(draft, '$.** ? (@.type() == "string" && @ like_regex "^[0-9a-f-]{36}$")')
);
CREATE INDEX tour_submissions_assets ON tour_submissions USING gin (
  jsonb_path_query_array(draft, '$.** ? (@.type() == "string" && @ like_regex "^[0-9a-f-]{36}$")')
);
CREATE INDEX privacy_checks_asset ON privacy_checks (asset_id);
CREATE INDEX privacy_checks_source ON privacy_checks (source_asset_id) WHERE source_asset_id IS NOT NULL;
CREATE INDEX privacy_checks_replaced_by ON privacy_checks (replaced_by) WHERE replaced_by IS NOT NULL;
