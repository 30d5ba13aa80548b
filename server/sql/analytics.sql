-- Creates the missing partitions of today and of the days that follow.
CREATE OR REPLACE FUNCTION make_analytics_partitions(days_ahead integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
  day date;
  partition text;
BEGIN
  FOR ahead IN 0 .. days_ahead LOOP
    day := today + ahead;
    partition := 'analytics_events_' || to_char(day, 'YYYYMMDD');
    CONTINUE WHEN to_regclass(quote_ident(partition)) IS NOT NULL;
    -- Several processes may get here at once.
    PERFORM pg_advisory_xact_lock(hashtext('analytics partitions'));
    EXECUTE format(
      'CREATE TABLE IF NOT EXISTS %I PARTITION OF analytics_events FOR VALUES FROM (%L) TO (%L)',
      partition, day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC'
    );
  END LOOP;
END $$;
