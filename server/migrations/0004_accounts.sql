-- A member who has left keeps a row without anything personal, so that what refers to it (likes, movements of tokens)
-- stays whole. `email` is kept as it is compared: trimmed and in lower case.
CREATE TABLE members (
  id text PRIMARY KEY CHECK (id ~ '^m_[A-Za-z0-9_-]{22}$'),
  email text UNIQUE CHECK (length(email) BETWEEN 3 AND 254),
  email_verified_at timestamptz(3),
  -- Argon2id in PHC format; null for members who only ever signed in with an identity provider.
  password_hash text,
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  avatar text CHECK (length(avatar) <= 2000),
  -- The rest of the profile, as the contract's `Profile` has it: phone, dob, gender, address, city, state, province, country.
  profile jsonb NOT NULL DEFAULT '{}',
  tier text NOT NULL DEFAULT 'Free' CHECK (tier IN ('Free', 'Plus', 'Pro')),
  tier_until timestamptz(3),
  -- Who brought this member; set once, at sign-up.
  referred_by text REFERENCES members (id) CHECK (referred_by <> id),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  deleted_at timestamptz(3),
  CHECK (deleted_at IS NOT NULL OR email IS NOT NULL),
  CHECK (deleted_at IS NULL OR (email IS NULL AND password_hash IS NULL AND first_name = '' AND last_name = ''
    AND avatar IS NULL AND profile = '{}'))
);

CREATE INDEX members_referred_by ON members (referred_by) WHERE referred_by IS NOT NULL;

-- Who a member is at an identity provider. Addresses change there; issuer and subject do not.
CREATE TABLE member_identities (
  issuer text NOT NULL CHECK (length(issuer) <= 500),
  subject text NOT NULL CHECK (length(subject) <= 255),
  member_id text NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer, subject)
);

CREATE INDEX member_identities_member ON member_identities (member_id);

-- One row for each place where a member is signed in: a family of refresh tokens. No token is stored, nor its hash: a
-- token is an HMAC, under the installation's key, over the family, its salt and the generation.
CREATE TABLE member_sessions (
  id text PRIMARY KEY CHECK (id ~ '^s_[A-Za-z0-9_-]{22}$'),
  member_id text NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  salt bytea NOT NULL CHECK (length(salt) = 16),
  generation integer NOT NULL DEFAULT 0 CHECK (generation >= 0),
  rotated_at timestamptz(3) NOT NULL DEFAULT now(),
  user_agent text NOT NULL DEFAULT '' CHECK (length(user_agent) <= 400),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3) NOT NULL DEFAULT now(),
  ended_at timestamptz(3),
  -- Why it ended, for the log of a member's sessions and for those who look into theft.
  end_reason text CHECK (end_reason IN ('logout', 'reuse', 'password', 'ended-elsewhere', 'deleted', 'adopted')),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);

CREATE INDEX member_sessions_member ON member_sessions (member_id) WHERE ended_at IS NULL;

-- Codes and tokens that are mailed. Only an HMAC of each is kept, bound to its purpose and address. A newer one of the
-- same purpose and address replaces the one before.
CREATE TABLE one_time_secrets (
  purpose text NOT NULL CHECK (purpose IN ('login', 'password-reset', 'reset-token', 'verify-code', 'verify-token')),
  address text NOT NULL CHECK (length(address) BETWEEN 3 AND 254),
  digest bytea NOT NULL CHECK (length(digest) = 32),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (purpose, address)
);

-- Tokens of links are found by what they are, not by whom they were sent to.
CREATE UNIQUE INDEX one_time_secrets_digest ON one_time_secrets (purpose, digest);

CREATE TABLE leads (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('help', 'contact', 'newsletter', 'enrolment', 'quote')),
  email text NOT NULL CHECK (length(email) <= 254),
  member_id text REFERENCES members (id),
  -- What was filled in, as the contract's schema of this kind has it.
  details jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE INDEX leads_member ON leads (member_id) WHERE member_id IS NOT NULL;
