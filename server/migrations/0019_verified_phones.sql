-- The phone that a member has proven to be theirs, in E.164 format; codes for signing in go to it and to no other. The number
-- in the profile is contact data that anybody may type. Only with a verified email address, so that an account that somebody
-- else made cannot bring a phone along.
ALTER TABLE members ADD COLUMN verified_phone text UNIQUE CHECK (verified_phone ~ '^\+[1-9][0-9]{6,14}$'),
  ADD CONSTRAINT members_verified_phone_email_check CHECK (verified_phone IS NULL OR email_verified_at IS NOT NULL);
