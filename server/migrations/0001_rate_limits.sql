-- How often one address or account did something within a window; shared by all processes. Losing the rows in a crash
-- of the database does no harm, hence unlogged.
CREATE UNLOGGED TABLE rate_limits (
  key text PRIMARY KEY,
  hits integer NOT NULL,
  resets_at timestamptz NOT NULL
);

CREATE INDEX rate_limits_resets_at ON rate_limits (resets_at);
