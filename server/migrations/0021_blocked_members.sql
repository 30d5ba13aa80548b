-- Set by an operator (`npm run member -- block`): a blocked member has no live session and cannot begin one.
ALTER TABLE members ADD COLUMN blocked_at timestamptz(3);

ALTER TABLE member_sessions DROP CONSTRAINT IF EXISTS member_sessions_end_reason_check;
ALTER TABLE member_sessions ADD CONSTRAINT member_sessions_end_reason_check CHECK (end_reason ~ '^[a-z][a-z-]{2,39}$');

-- As in 0020; null also for a member who is blocked.
CREATE OR REPLACE FUNCTION begin_session(
  session text, salt bytea, user_agent text, member text, proven_hash text, keys text[],
  event_kind text, network text, detail text
) RETURNS bigint LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
  event bigint;
BEGIN
  -- Locked, so that whoever blocks the member waits for this session and then ends it.
  PERFORM FROM members WHERE members.id = member AND members.blocked_at IS NULL FOR SHARE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF NOT begin_session(session, salt, user_agent, member, proven_hash, keys) THEN RETURN NULL; END IF;
  INSERT INTO security_events (member_id, kind, session_id, network, user_agent, detail)
  VALUES (member, event_kind, session, network, user_agent, detail)
  RETURNING id INTO event;
  RETURN event;
END $$;
