-- Set while the owner of the email address, who has proven it in another browser than the one that signed up, is asked
-- whether the account is theirs. Until they answer, no session of the account works and none can begin.
ALTER TABLE members ADD COLUMN ownership_asked_at timestamptz(3),
  ADD CONSTRAINT members_ownership_asked_check CHECK (ownership_asked_at IS NULL OR email_verified_at IS NULL);

ALTER TABLE one_time_secrets DROP CONSTRAINT IF EXISTS one_time_secrets_purpose_check;
ALTER TABLE one_time_secrets ADD CONSTRAINT one_time_secrets_purpose_check CHECK (purpose ~ '^[a-z][a-z-]{2,39}$');

-- As in 0014; false also while the owner of the address is being asked.
CREATE OR REPLACE FUNCTION begin_session(
  session text, salt bytea, user_agent text, member text, proven_hash text, keys text[]
) RETURNS boolean LANGUAGE plpgsql AS $$
#variable_conflict use_variable
BEGIN
  -- The lock holds back whoever changes the password until this session is there to be ended.
  INSERT INTO member_sessions (id, salt, user_agent, member_id)
  SELECT session, salt, user_agent, members.id FROM members
  WHERE members.id = member AND members.deleted_at IS NULL AND members.password_hash = proven_hash
    AND members.ownership_asked_at IS NULL
  FOR SHARE;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM give_hits_back(keys);
  RETURN true;
END $$;
