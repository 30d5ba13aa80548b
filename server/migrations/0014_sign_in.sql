-- The statements that the server runs most under a storm of sign-ins, as functions: PostgreSQL plans what is in them once
-- for each connection, and not for each request.

-- Counts one hit for each key (no two alike) in a window that begins with its first hit; `windows` says how long each
-- window is, in milliseconds. Answers with how many hits there are in the window now, and when it ends, in milliseconds.
CREATE FUNCTION count_hits(keys text[], windows float8[])
RETURNS TABLE (key text, current integer, ttl float8) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    INSERT INTO rate_limits AS limits (key, hits, resets_at)
    SELECT hit.key, 1, now() + hit.milliseconds * interval '1 millisecond'
    FROM unnest(keys, windows) AS hit (key, milliseconds)
    -- Always in the same order: two that count the same keys must not wait for each other.
    ORDER BY hit.key
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN limits.resets_at <= now() THEN 1 ELSE limits.hits + 1 END,
      resets_at = CASE WHEN limits.resets_at <= now() THEN excluded.resets_at ELSE limits.resets_at END
    RETURNING limits.key, limits.hits, (extract(epoch FROM limits.resets_at - now()) * 1000)::float8;
END $$;

-- Takes one hit back from each key. Rows are locked in the order in which `count_hits` takes them.
CREATE FUNCTION give_hits_back(keys text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE rate_limits SET hits = hits - 1
  WHERE hits > 0 AND key IN (SELECT key FROM rate_limits WHERE key = ANY (keys) ORDER BY key FOR UPDATE);
END $$;

-- Begins the session of a member whose password was checked, and takes back the hits of that guess. False, and nothing
-- happens, when the member has got another password or has left since.
CREATE FUNCTION begin_session(session text, salt bytea, user_agent text, member text, proven_hash text, keys text[])
RETURNS boolean LANGUAGE plpgsql AS $$
#variable_conflict use_variable
BEGIN
  -- The lock holds back whoever changes the password until this session is there to be ended.
  INSERT INTO member_sessions (id, salt, user_agent, member_id)
  SELECT session, salt, user_agent, members.id FROM members
  WHERE members.id = member AND members.deleted_at IS NULL AND members.password_hash = proven_hash
  FOR SHARE;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM give_hits_back(keys);
  RETURN true;
END $$;
