-- Who a member is to their authenticators: random, so that it says nothing about them. Null until their first passkey.
ALTER TABLE members ADD COLUMN passkey_user_id text UNIQUE CHECK (length(passkey_user_id) = 43);

-- Discoverable WebAuthn credentials.
CREATE TABLE passkeys (
  id text PRIMARY KEY CHECK (id ~ '^pk_[A-Za-z0-9_-]{22}$'),
  member_id text NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  -- The authenticator's own id of the credential, in base64url.
  credential_id text NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1364),
  -- In COSE format.
  public_key bytea NOT NULL CHECK (length(public_key) <= 4096),
  -- What the authenticator counted at its last use; stays 0 where it does not count.
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL DEFAULT '{}',
  -- Whether it is kept in more than one place, by a password manager for instance.
  backed_up boolean NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3)
);

CREATE INDEX passkeys_member ON passkeys (member_id);

-- Codes on paper, for when a passkey is lost. Only an HMAC of each is stored. A new set replaces the one before.
CREATE TABLE recovery_codes (
  member_id text NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  digest bytea NOT NULL CHECK (length(digest) = 32),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  used_at timestamptz(3),
  PRIMARY KEY (member_id, digest)
);
