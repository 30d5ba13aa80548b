-- Sounds of tours are contents too, without a size in pixels.
ALTER TABLE media_contents
  ALTER COLUMN width DROP NOT NULL,
  ALTER COLUMN height DROP NOT NULL,
  DROP CONSTRAINT media_contents_kind_check,
  DROP CONSTRAINT media_contents_check,
  ADD CONSTRAINT media_contents_kind_check CHECK (kind IN ('photo', 'video', 'image', 'sound')),
  ADD CONSTRAINT media_contents_pixels_check CHECK (
    (kind = 'sound') = (width IS NULL) AND (kind = 'sound') = (height IS NULL)
  ),
  ADD CONSTRAINT media_contents_lasting_check CHECK ((kind IN ('video', 'sound')) = (duration IS NOT NULL));
