-- phase: expand
-- Links by which a tour is shown to people of a workspace's choice.
CREATE TABLE share_links (
  id text PRIMARY KEY CHECK (id ~ '^l_[A-Za-z0-9_-]{22}$'),
  tour_id text NOT NULL REFERENCES studio_tours (id) ON DELETE CASCADE,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 80),
  -- SHA-256 of the secret, which is random and stored nowhere; null once the link is revoked.
  digest bytea UNIQUE CHECK (length(digest) = 32),
  password_hash text,
  expires_at timestamptz(3),
  max_openings integer CHECK (max_openings BETWEEN 1 AND 100000),
  openings integer NOT NULL DEFAULT 0 CHECK (openings BETWEEN 0 AND coalesce(max_openings, 2147483647)),
  last_opened_at timestamptz(3),
  -- The id of a member, who may have left since.
  created_by text NOT NULL CHECK (length(created_by) <= 100),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  revoked_at timestamptz(3),
  CHECK ((revoked_at IS NULL) = (digest IS NOT NULL))
);
CREATE INDEX share_links_tour ON share_links (tour_id);

-- What an opening gives: the visitor shows its secret with each request, and reloads the page without opening the link again.
CREATE TABLE share_link_visits (
  digest bytea PRIMARY KEY CHECK (length(digest) = 32),
  link_id text NOT NULL REFERENCES share_links (id) ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX share_link_visits_link ON share_link_visits (link_id);
CREATE INDEX share_link_visits_end ON share_link_visits (expires_at);
