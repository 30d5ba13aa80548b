-- Where an experience is, and what its place sheet says: facts, access, the owner's website, stills.
ALTER TABLE experiences
  ADD COLUMN latitude real CHECK (latitude BETWEEN -90 AND 90),
  ADD COLUMN longitude real CHECK (longitude BETWEEN -180 AND 180),
  ADD COLUMN place jsonb,
  ADD CONSTRAINT experiences_located_check CHECK ((latitude IS NULL) = (longitude IS NULL));
