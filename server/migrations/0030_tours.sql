-- The tour documents of experiences (`contract/src/shared/tour/schema.ts`). An experience of one bare scene has none.
CREATE TABLE tours (
  experience_id integer PRIMARY KEY REFERENCES experiences (id) ON DELETE CASCADE,
  latest_version integer NOT NULL CHECK (latest_version > 0),
  -- What visitors see; null until the first publication.
  published_version integer CHECK (published_version <= latest_version),
  published_at timestamptz(3),
  CHECK ((published_version IS NULL) = (published_at IS NULL))
);

-- Append-only (see `sql/tours.sql`). Deleted together with the tour alone.
CREATE TABLE tour_versions (
  experience_id integer NOT NULL REFERENCES tours (experience_id) ON DELETE CASCADE,
  version integer NOT NULL CHECK (version > 0),
  document jsonb NOT NULL CHECK (octet_length(document::text) <= 4000000),
  -- A member's id, or the name of the command that saved it.
  saved_by text NOT NULL CHECK (length(saved_by) <= 200),
  saved_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (experience_id, version)
);

ALTER TABLE tours ADD FOREIGN KEY (experience_id, published_version)
  REFERENCES tour_versions (experience_id, version);
