-- Who may do what: workspaces and their members, the installation's staff, invitations to both, and what anybody changed.
-- The roles are those of the contract's table of permissions.
CREATE TABLE workspaces (
  id text PRIMARY KEY CHECK (id ~ '^w_[A-Za-z0-9_-]{22}$'),
  -- Null for the first workspace until it is given a name: it is called as the site is.
  name text CHECK (length(name) BETWEEN 1 AND 80),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
-- Every installation has one from the beginning.
INSERT INTO workspaces (id)
  VALUES ('w_' || translate(rtrim(encode(uuid_send(gen_random_uuid()), 'base64'), '='), '+/', '-_'));

CREATE TABLE workspace_members (
  workspace_id text NOT NULL REFERENCES workspaces (id),
  member_id text NOT NULL REFERENCES members (id),
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'contributor', 'viewer')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, member_id)
);
CREATE INDEX workspace_members_member ON workspace_members (member_id);

CREATE TABLE staff (
  member_id text PRIMARY KEY REFERENCES members (id),
  role text NOT NULL CHECK (role IN ('owner', 'operator', 'support', 'reviewer')),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
-- Once there is staff, exactly one of them is the owner: never two, and at the end of a transaction never none.
CREATE UNIQUE INDEX staff_owner ON staff (role) WHERE role = 'owner';
CREATE OR REPLACE FUNCTION check_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'defined in server/sql/workspaces.sql';
END $$;
CREATE CONSTRAINT TRIGGER one_owner AFTER INSERT OR UPDATE OR DELETE ON staff
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_owner();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON staff FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE invitations (
  id text PRIMARY KEY CHECK (id ~ '^i_[A-Za-z0-9_-]{22}$'),
  -- Null: to the installation's staff.
  workspace_id text REFERENCES workspaces (id),
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  role text NOT NULL,
  -- Of the secret in the mailed link; null until the mail is written, and once the invitation has ended.
  digest bytea UNIQUE CHECK (length(digest) = 32),
  invited_by text NOT NULL REFERENCES members (id),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  outcome text CHECK (outcome IN ('accepted', 'declined', 'revoked')),
  CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  CHECK (
    CASE WHEN workspace_id IS NULL THEN role IN ('operator', 'support', 'reviewer')
    ELSE role IN ('owner', 'admin', 'editor', 'contributor', 'viewer') END
  )
);
CREATE UNIQUE INDEX invitations_open ON invitations (workspace_id, email) NULLS NOT DISTINCT WHERE ended_at IS NULL;
CREATE INDEX invitations_email ON invitations (email);
CREATE INDEX invitations_inviter ON invitations (invited_by);

-- Who changed what, written in the transaction of the change. Rows hold ids and roles, never a name or an email, so that they can
-- stay when a member leaves.
CREATE TABLE audit_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null for what concerns the installation.
  workspace_id text REFERENCES workspaces (id),
  -- A member, an API key, a job of the server, or a command of the machine's operator.
  actor_kind text NOT NULL CHECK (actor_kind IN ('member', 'key', 'job', 'command')),
  actor_id text CHECK (length(actor_id) <= 100),
  action text NOT NULL CHECK (action ~ '^[a-z]+(-[a-z]+)*[.][a-z]+(-[a-z]+)*$' AND length(action) <= 60),
  subject_kind text NOT NULL CHECK (subject_kind ~ '^[a-z]+(-[a-z]+)*$' AND length(subject_kind) <= 40),
  subject_id text NOT NULL CHECK (length(subject_id) <= 100),
  before jsonb,
  after jsonb,
  -- An HMAC of where the request came from: equal for requests from one place, and of no use to find it.
  source_digest bytea CHECK (length(source_digest) = 32),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX audit_events_workspace ON audit_events (workspace_id, id DESC);
CREATE INDEX audit_events_actor ON audit_events (actor_id, id DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON audit_events FROM CURRENT_USER;
