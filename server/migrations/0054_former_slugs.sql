-- phase: expand
-- The slugs that experiences had before. Each leads to its experience, and no other gets it while that one exists: see
-- `keep_former_slugs` in `sql/catalogue.sql`. One that its experience has taken back stays here.
CREATE TABLE former_slugs (
  slug text PRIMARY KEY,
  experience_id integer NOT NULL REFERENCES experiences (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX former_slugs_experience ON former_slugs (experience_id);
