-- Starts the session of a member whose password was checked, records the event and returns the password attempt to its rate
-- limits, in one statement. Returns the id of the event; null, and nothing happens, when the member has got another password,
-- was blocked, has left, or has to say first whether the account is theirs. Its statements are planned once for each connection,
-- for tables of any size: otherwise that of `give_hits_back` would be planned for each call.
CREATE OR REPLACE FUNCTION begin_session(
  session text, salt bytea, user_agent text, member text, proven_hash text, keys text[],
  event_kind text, network text, detail text, bound boolean
) RETURNS bigint LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_variable
DECLARE
  event bigint;
BEGIN
  -- The lock holds back a change of the password, or a block, until this session is there to be ended.
  INSERT INTO member_sessions (id, salt, user_agent, member_id, bound)
  SELECT session, salt, user_agent, members.id, bound FROM members
  WHERE members.id = member AND members.deleted_at IS NULL AND members.blocked_at IS NULL
    AND members.ownership_asked_at IS NULL AND members.password_hash = proven_hash
  FOR SHARE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM give_hits_back(keys);
  INSERT INTO security_events (member_id, kind, session_id, network, user_agent, detail)
  VALUES (member, event_kind, session, network, user_agent, detail)
  RETURNING id INTO event;
  RETURN event;
END $$;

-- The one above in two earlier signatures, which no release in service calls.
DROP FUNCTION IF EXISTS begin_session(text, bytea, text, text, text, text[], text, text, text);
DROP FUNCTION IF EXISTS begin_session(text, bytea, text, text, text, text[]);

-- Counts the passwords that a member has had, unless only the hash of the same password changes (`renew_password_hash`).
CREATE OR REPLACE FUNCTION count_credential() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('oriel.same_password', true) IS DISTINCT FROM 'yes' THEN
    NEW.credential_version := OLD.credential_version + 1;
  END IF;
  RETURN NEW;
END $$;

-- Replaces the hash of a password by another hash of the same password; nothing happens when it has been replaced since.
CREATE OR REPLACE FUNCTION renew_password_hash(member text, old_hash text, new_hash text)
RETURNS SETOF members LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('oriel.same_password', 'yes', true);
  RETURN QUERY UPDATE members SET password_hash = new_hash
    WHERE id = member AND password_hash = old_hash AND deleted_at IS NULL
    RETURNING *;
  PERFORM set_config('oriel.same_password', '', true);
END $$;

-- Whether a plan is active: a tier counts until its end, and a Plus plan continues after a Pro plan above it has ended. The same
-- rule as `presentTier` in features/accounts/members/presentation.ts; a test compares them.
CREATE OR REPLACE FUNCTION is_plan_active(tier text, tier_until timestamptz, plus_until timestamptz)
RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((tier <> 'Free' AND (tier_until IS NULL OR tier_until > now())) OR plus_until > now(), false)
$$;
