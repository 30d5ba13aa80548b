-- phase: expand
-- A draft that waits to be published, by a reviewer of the staff or an editor of its workspace, as it was when it was submitted. It stays
-- after it was sent back, until it is submitted again or published.
CREATE TABLE tour_submissions (
  tour_id text PRIMARY KEY REFERENCES studio_tours ON DELETE CASCADE,
  revision integer NOT NULL CHECK (revision >= 1),
  draft jsonb NOT NULL,
  note text NOT NULL CHECK (length(note) <= 1000),
  -- The ids of members, who may have left since.
  submitted_by text NOT NULL CHECK (length(submitted_by) <= 100),
  submitted_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  returned_by text CHECK (length(returned_by) <= 100),
  returned_at timestamptz(3),
  return_note text CHECK (length(return_note) BETWEEN 1 AND 1000),
  CHECK (num_nonnulls(returned_by, returned_at, return_note) IN (0, 3))
);
CREATE INDEX tour_submissions_waiting ON tour_submissions (submitted_at) WHERE returned_at IS NULL;
