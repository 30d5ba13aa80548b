-- Flat images of tours, such as floor plans, are contents too. Their hash is not the original's alone, since the same file may
-- also have been taken in as a photo.
ALTER TABLE media_contents DROP CONSTRAINT media_contents_kind_check;
ALTER TABLE media_contents ADD CONSTRAINT media_contents_kind_check CHECK (kind IN ('photo', 'video', 'image'));
