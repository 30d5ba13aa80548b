-- phase: expand
-- When a process last took on each periodic task, so that only one of several does at a time.
CREATE TABLE periodic_tasks (
  name text PRIMARY KEY,
  claimed_at timestamptz(3) NOT NULL
);
