-- phase: expand
-- compatible: add-constraint, the release before writes neither column
-- Who sees a tour once it is published, as its workspace has chosen. The draft says nothing of it.
ALTER TABLE studio_tours
  ADD COLUMN visibility text NOT NULL DEFAULT 'public' CHECK (visibility IN ('public', 'unlisted', 'private', 'link'));

-- Of an experience that is in no list: for whom it opens all the same. Null for one that is listed, and for a withdrawn one.
ALTER TABLE experiences
  ADD COLUMN visibility text CHECK (visibility IN ('unlisted', 'private', 'link')),
  ADD CHECK (visibility IS NULL OR NOT is_listed);
