-- Flat films of tours are contents too: a spot in a room plays them.
ALTER TABLE media_contents
  DROP CONSTRAINT media_contents_kind_check,
  DROP CONSTRAINT media_contents_lasting_check,
  ADD CONSTRAINT media_contents_kind_check CHECK (kind IN ('photo', 'video', 'image', 'sound', 'film')),
  ADD CONSTRAINT media_contents_lasting_check CHECK (
    (kind IN ('video', 'sound', 'film')) = (duration IS NOT NULL)
  );
