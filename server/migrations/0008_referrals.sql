-- Addresses of members who have left, as HMACs under the installation's key, so that whoever comes back is not welcomed
-- and rewarded as a newcomer again. Nothing here leads to a person without knowing their address already.
CREATE TABLE left_addresses (
  digest bytea PRIMARY KEY CHECK (length(digest) = 32),
  left_at timestamptz(3) NOT NULL DEFAULT now()
);
