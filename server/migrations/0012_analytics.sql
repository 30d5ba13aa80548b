-- What happened on pages, of visitors who consented to it. It names no member: what somebody looked at is nobody's business,
-- and there is nothing to search when a member leaves. One partition for each day of receipt (UTC): a day is written
-- at its end alone, and goes at once when its time is over. Nothing refers to these rows.
CREATE TABLE analytics_events (
  received_at timestamptz(3) NOT NULL DEFAULT now(),
  happened_at timestamptz(3) NOT NULL,
  session_id text NOT NULL CHECK (length(session_id) <= 64),
  page_name text NOT NULL CHECK (length(page_name) <= 300),
  event_type text NOT NULL CHECK (event_type IN ('view', 'click', 'cookie_consent')),
  browser text CHECK (length(browser) <= 40),
  user_agent text CHECK (length(user_agent) <= 400),
  device text CHECK (device IN ('desktop', 'mobile', 'tablet')),
  referrer text CHECK (length(referrer) <= 500),
  meta jsonb
) PARTITION BY RANGE (received_at);

-- Makes the partitions of today and of the days that follow, where they are missing.
CREATE FUNCTION make_analytics_partitions(days_ahead integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
  day date;
  partition text;
BEGIN
  FOR ahead IN 0 .. days_ahead LOOP
    day := today + ahead;
    partition := 'analytics_events_' || to_char(day, 'YYYYMMDD');
    CONTINUE WHEN to_regclass(quote_ident(partition)) IS NOT NULL;
    -- Several processes may come to this at once.
    PERFORM pg_advisory_xact_lock(hashtext('analytics partitions'));
    EXECUTE format(
      'CREATE TABLE IF NOT EXISTS %I PARTITION OF analytics_events FOR VALUES FROM (%L) TO (%L)',
      partition, day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC'
    );
  END LOOP;
END $$;
SELECT make_analytics_partitions(7);

-- What is left of a day: counts that name nobody.
CREATE TABLE analytics_daily (
  day date NOT NULL,
  page_name text NOT NULL,
  event_type text NOT NULL,
  device text NOT NULL,
  events bigint NOT NULL CHECK (events > 0),
  sessions bigint NOT NULL CHECK (sessions > 0),
  PRIMARY KEY (day, page_name, event_type, device)
);

-- The days that have been counted.
CREATE TABLE analytics_days (
  day date PRIMARY KEY,
  counted_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Every wording of the question about cookies that was ever shown, by its hash.
CREATE TABLE consent_texts (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  texts jsonb NOT NULL,
  first_used_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Evidence of each choice: which version, what was chosen, which wording was shown, when. Who chose is not kept.
CREATE TABLE consent_records (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version smallint NOT NULL,
  analytics boolean NOT NULL,
  marketing boolean NOT NULL,
  -- As the browser said; no reference, for a page may be older than the wording's row.
  text_hash text CHECK (text_hash ~ '^[0-9a-f]{64}$'),
  decided_at timestamptz(3) NOT NULL DEFAULT now()
);
-- Evidence of a choice goes when nobody can dispute it any more.
CREATE INDEX consent_records_decided_at ON consent_records (decided_at);
