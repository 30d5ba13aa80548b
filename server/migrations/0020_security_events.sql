-- What happened to a member's account, written in the transaction in which it happened. Members see their own; kept for one year.
CREATE TABLE security_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id text NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  -- One of the contract's `SecurityEventKind`.
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z-]{2,39}$'),
  -- The session it happened in or that it began. No foreign key: sessions are forgotten earlier.
  session_id text CHECK (length(session_id) <= 40),
  -- Where it came from, truncated to /24 (IPv4) or /48 (IPv6); empty where unknown.
  network text NOT NULL DEFAULT '' CHECK (length(network) <= 50),
  user_agent text NOT NULL DEFAULT '' CHECK (length(user_agent) <= 400),
  -- What the kind alone does not say, such as how somebody signed in.
  detail text NOT NULL DEFAULT '' CHECK (length(detail) <= 200),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX security_events_member ON security_events (member_id, id DESC);
-- For deleting what is older than a year: rows are appended in order of time.
CREATE INDEX security_events_created_at ON security_events USING brin (created_at);

-- When the member last proved who they are in this session. Refreshing the session does not change it.
ALTER TABLE member_sessions ADD COLUMN authenticated_at timestamptz(3);
UPDATE member_sessions SET authenticated_at = created_at;
ALTER TABLE member_sessions
  ALTER COLUMN authenticated_at SET DEFAULT now(),
  ALTER COLUMN authenticated_at SET NOT NULL;

-- As `begin_session` of 0014, and records the event in the same statement. Returns the id of the event; null, and nothing
-- happens, when the member has another password by now or has left.
CREATE FUNCTION begin_session(
  session text, salt bytea, user_agent text, member text, proven_hash text, keys text[],
  event_kind text, network text, detail text
) RETURNS bigint LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
  event bigint;
BEGIN
  IF NOT begin_session(session, salt, user_agent, member, proven_hash, keys) THEN RETURN NULL; END IF;
  INSERT INTO security_events (member_id, kind, session_id, network, user_agent, detail)
  VALUES (member, event_kind, session, network, user_agent, detail)
  RETURNING id INTO event;
  RETURN event;
END $$;
