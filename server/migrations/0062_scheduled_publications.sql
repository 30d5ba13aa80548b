-- phase: expand
-- compatible: add-constraint, the release before writes none of these columns
-- When a tour's draft is published, and when the tour is withdrawn.
ALTER TABLE studio_tours
  ADD COLUMN publish_at timestamptz(3),
  ADD COLUMN withdraw_at timestamptz(3),
  -- The id of the member who chose the times last, and as whom they are kept; they may have left since.
  ADD COLUMN scheduled_by text CHECK (length(scheduled_by) <= 100),
  -- Why what was scheduled last was not done, in words for people, and since when.
  ADD COLUMN schedule_problem text CHECK (schedule_problem <> ''),
  ADD COLUMN schedule_problem_at timestamptz(3),
  ADD CHECK (withdraw_at > publish_at),
  ADD CHECK ((scheduled_by IS NULL) = (publish_at IS NULL AND withdraw_at IS NULL)),
  ADD CHECK ((schedule_problem IS NULL) = (schedule_problem_at IS NULL));
CREATE INDEX studio_tours_publish_at ON studio_tours (publish_at) WHERE publish_at IS NOT NULL;
CREATE INDEX studio_tours_withdraw_at ON studio_tours (withdraw_at) WHERE withdraw_at IS NOT NULL;
