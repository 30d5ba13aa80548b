-- phase: expand
-- compatible: add-constraint, the release before writes none of these columns
-- What of a studio's tour is published. The visitors' side is `experiences` and `tours`.
ALTER TABLE studio_tours
  -- From the first publication on. An experience that was published here is deleted by nobody else.
  ADD COLUMN experience_id integer UNIQUE REFERENCES experiences (id),
  ADD COLUMN state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'published', 'withdrawn')),
  -- The draft's revision that visitors see, or saw last.
  ADD COLUMN published_revision integer CHECK (published_revision <= revision),
  ADD COLUMN published_at timestamptz(3),
  ADD CHECK ((state = 'draft') = (experience_id IS NULL)),
  ADD CHECK ((experience_id IS NULL) = (published_revision IS NULL)),
  ADD CHECK ((experience_id IS NULL) = (published_at IS NULL));

-- Each draft that was published, as it was.
CREATE TABLE studio_tour_versions (
  tour_id text NOT NULL REFERENCES studio_tours (id) ON DELETE CASCADE,
  version integer NOT NULL CHECK (version > 0),
  draft jsonb NOT NULL,
  -- The id of a member, who may have left since.
  published_by text NOT NULL CHECK (length(published_by) <= 100),
  published_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tour_id, version)
);

-- Of drafts from before visitors could see any: everything that is published is public.
UPDATE studio_tours SET draft = draft - 'visibility' WHERE draft ? 'visibility';
