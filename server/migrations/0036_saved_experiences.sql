-- What members have saved, and what they viewed last. Erased with the member.
CREATE TABLE listed_experiences (
  member_id text NOT NULL REFERENCES members (id),
  kind text NOT NULL CHECK (kind IN ('saved', 'recent')),
  experience_id integer NOT NULL REFERENCES experiences (id) ON DELETE CASCADE,
  at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (member_id, kind, experience_id)
);
CREATE INDEX listed_experiences_experience ON listed_experiences (experience_id);
