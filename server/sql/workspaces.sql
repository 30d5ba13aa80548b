-- Checked when a transaction that changed the staff commits. The index allows no second owner.
CREATE OR REPLACE FUNCTION check_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM staff WHERE role = 'owner') THEN
    RAISE EXCEPTION 'the staff has exactly one owner' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- Checked when a transaction that took the owner's role from a member of a team commits. The lock makes two such transactions wait for
-- each other, so that each sees what the other has left; a workspace that nobody is left in has no owner.
CREATE OR REPLACE FUNCTION check_workspace_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM workspaces WHERE id = OLD.workspace_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM workspace_members WHERE workspace_id = OLD.workspace_id)
    AND NOT EXISTS (SELECT FROM workspace_members WHERE workspace_id = OLD.workspace_id AND role = 'owner')
  THEN
    RAISE EXCEPTION 'a workspace keeps an owner' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- Keeps `members.has_role`, after a role was given or taken away.
CREATE OR REPLACE FUNCTION note_role() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text := CASE WHEN TG_OP = 'DELETE' THEN OLD.member_id ELSE NEW.member_id END;
  has boolean := EXISTS (SELECT FROM workspace_members WHERE member_id = changed)
    OR EXISTS (SELECT FROM staff WHERE member_id = changed);
BEGIN
  UPDATE members SET has_role = has WHERE id = changed AND has_role <> has;
  RETURN NULL;
END $$;
