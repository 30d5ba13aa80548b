-- Consumes one point of each rate limit. `keys` are distinct; a window starts with its first hit and lasts `windows`
-- milliseconds. Returns the hits in the current window and the milliseconds until it ends.
-- These functions run once for most requests: PostgreSQL plans their statements once for each connection.
CREATE OR REPLACE FUNCTION count_hits(keys text[], windows float8[])
RETURNS TABLE (key text, current integer, ttl float8) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    INSERT INTO rate_limits AS limits (key, hits, resets_at)
    SELECT hit.key, 1, now() + hit.milliseconds * interval '1 millisecond'
    FROM unnest(keys, windows) AS hit (key, milliseconds)
    -- A fixed order, so that concurrent requests with the same keys do not deadlock.
    ORDER BY hit.key
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN limits.resets_at <= now() THEN 1 ELSE limits.hits + 1 END,
      resets_at = CASE WHEN limits.resets_at <= now() THEN excluded.resets_at ELSE limits.resets_at END
    RETURNING limits.key, limits.hits, (extract(epoch FROM limits.resets_at - now()) * 1000)::float8;
END $$;

-- Returns one point to each rate limit. Rows are locked in the order of `count_hits`.
CREATE OR REPLACE FUNCTION give_hits_back(keys text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE rate_limits SET hits = hits - 1
  WHERE hits > 0 AND key IN (SELECT key FROM rate_limits WHERE key = ANY (keys) ORDER BY key FOR UPDATE);
END $$;
