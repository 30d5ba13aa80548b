-- Who gets the letter, and who has asked for it and not confirmed yet. Leaving deletes the row: nothing is kept of those
-- who do not want it.
CREATE TABLE newsletter_subscribers (
  -- An HMAC of the address, so that the links in older letters still mean the same person after they came back.
  id text PRIMARY KEY CHECK (id ~ '^n_[A-Za-z0-9_-]{22}$'),
  email text NOT NULL UNIQUE CHECK (length(email) BETWEEN 3 AND 254),
  -- Who was signed in when asking; nobody once the address has confirmed.
  member_id text REFERENCES members (id),
  requested_at timestamptz(3) NOT NULL DEFAULT now(),
  confirmed_at timestamptz(3),
  -- Of the last link that was mailed; nothing once it has been used.
  confirm_digest bytea UNIQUE CHECK (length(confirm_digest) = 32),
  confirm_until timestamptz(3),
  CHECK ((confirm_digest IS NULL) = (confirm_until IS NULL))
);

CREATE INDEX newsletter_subscribers_member ON newsletter_subscribers (member_id) WHERE member_id IS NOT NULL;
