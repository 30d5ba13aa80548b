-- Whether anything names a content: a file of a workspace, what visitors see, a draft, a version or a submission of a tour. The picture
-- without blur is needed while the original of its file is kept, since until then the decision may be changed. Each condition has an
-- index (`migrations/0076_unused_contents.sql`).
CREATE OR REPLACE FUNCTION is_media_content_used(hash text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM media_assets AS asset
    WHERE asset.content_hash = hash AND (
      EXISTS (SELECT FROM studio_media AS file WHERE file.asset_id = asset.id)
      OR EXISTS (SELECT FROM experiences WHERE asset_id = asset.id)
      OR EXISTS (
        SELECT FROM (
          SELECT document FROM tour_versions
          UNION ALL SELECT draft FROM studio_tour_versions
          UNION ALL SELECT draft FROM studio_tours
          UNION ALL SELECT draft FROM tour_submissions
        ) AS tours (document)
        WHERE jsonb_path_query_array(document, '$.** ? (@.type() == "string" && @ like_regex "^[0-9a-f-]{36}$")') ? asset.id::text
      )
      OR EXISTS (
        SELECT FROM privacy_checks AS blurred
          JOIN studio_media AS file ON file.workspace_id = blurred.workspace_id AND file.asset_id = blurred.asset_id
          JOIN uploads AS original ON original.id = file.upload_id
        WHERE blurred.source_asset_id = asset.id AND original.expires_at > clock_timestamp()
      )
    )
  ) OR EXISTS (
    SELECT FROM media_thumbnails AS thumbnail
      JOIN experiences AS card ON card.thumbnails ->> 'pattern' = '/thumbnails/' || thumbnail.id || '/{width}.{format}'
    WHERE thumbnail.content_hash = hash AND card.thumbnails IS NOT NULL
  )
$$;

-- Deletes the rows of a content that nothing has named for this long. What is stored of it is removed afterwards; its thumbnails are
-- queued for that here. Returns false where the content is used after all.
CREATE OR REPLACE FUNCTION delete_unused_content(hash text, grace interval) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  -- The lock of all publications, the first one that they take: none of them may name the content meanwhile.
  PERFORM pg_advisory_xact_lock(hashtext('publications'));
  PERFORM FROM media_contents
    WHERE content_hash = hash AND unused_since < clock_timestamp() - grace FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  IF is_media_content_used(hash) THEN
    UPDATE media_contents SET unused_since = NULL WHERE content_hash = hash;
    RETURN false;
  END IF;

  WITH gone AS (DELETE FROM media_thumbnails WHERE content_hash = hash RETURNING id)
  INSERT INTO media_thumbnail_removals (id) SELECT id FROM gone
  ON CONFLICT (id) DO UPDATE SET queued_at = clock_timestamp();

  -- What it was replaced by stands for what it had replaced.
  UPDATE privacy_checks AS before SET replaced_by = own.replaced_by
    FROM privacy_checks AS own JOIN media_assets AS asset ON asset.id = own.asset_id
    WHERE asset.content_hash = hash AND own.replaced_by IS NOT NULL AND own.replaced_by != before.asset_id
      AND before.workspace_id = own.workspace_id AND before.replaced_by = own.asset_id;
  DELETE FROM privacy_checks USING media_assets AS asset
    WHERE asset.content_hash = hash AND asset.id IN (privacy_checks.asset_id, privacy_checks.replaced_by);
  UPDATE privacy_checks SET source_asset_id = NULL
    FROM media_assets AS asset WHERE asset.content_hash = hash AND privacy_checks.source_asset_id = asset.id;
  DELETE FROM media_assets WHERE content_hash = hash;
  DELETE FROM media_contents WHERE content_hash = hash;
  RETURN true;
END $$;
