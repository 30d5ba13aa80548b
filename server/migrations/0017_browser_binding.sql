-- Codes that were asked for with a request of their own: in one browser, or by a client that keeps its request's id. They open
-- nothing without it, and several of one address stay valid side by side, so that nobody's request ends somebody else's code.
-- Only an HMAC of each is kept, bound to its purpose, address and request.
CREATE TABLE bound_codes (
  purpose text NOT NULL CHECK (purpose IN ('login', 'password-reset')),
  address text NOT NULL CHECK (length(address) BETWEEN 3 AND 254),
  -- The random part of the request's id; the id itself is signed and not stored.
  request text NOT NULL CHECK (request ~ '^[A-Za-z0-9_-]{22}$'),
  digest bytea NOT NULL CHECK (length(digest) = 32),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (purpose, address, request)
);

CREATE INDEX bound_codes_address ON bound_codes (address);

-- The session began in a browser: each refresh needs the browser's cookie beside the refresh token.
ALTER TABLE member_sessions ADD COLUMN bound boolean NOT NULL DEFAULT false;

-- As `begin_session` with nine arguments, and says whether the session is bound to its browser.
CREATE FUNCTION begin_session(
  session text, salt bytea, user_agent text, member text, proven_hash text, keys text[],
  event_kind text, network text, detail text, bound boolean
) RETURNS bigint LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
  event bigint;
BEGIN
  event := begin_session(session, salt, user_agent, member, proven_hash, keys, event_kind, network, detail);
  IF event IS NOT NULL AND bound THEN
    UPDATE member_sessions AS begun SET bound = true WHERE begun.id = session;
  END IF;
  RETURN event;
END $$;

-- Counts the passwords that a member has had. Browsers are known by it: those that knew an earlier password are strangers.
ALTER TABLE members ADD COLUMN credential_version integer NOT NULL DEFAULT 0;

CREATE FUNCTION count_credential() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('oriel.same_password', true) IS DISTINCT FROM 'yes' THEN
    NEW.credential_version := OLD.credential_version + 1;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER members_count_credential BEFORE UPDATE OF password_hash ON members
FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash)
EXECUTE FUNCTION count_credential();

-- Replaces the hash of a password by another hash of the same password. Nothing happens when it has been replaced since.
CREATE FUNCTION renew_password_hash(member text, old_hash text, new_hash text)
RETURNS SETOF members LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('oriel.same_password', 'yes', true);
  RETURN QUERY UPDATE members SET password_hash = new_hash
    WHERE id = member AND password_hash = old_hash AND deleted_at IS NULL
    RETURNING *;
  PERFORM set_config('oriel.same_password', '', true);
END $$;
