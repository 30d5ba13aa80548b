-- Whether a member has a role in a workspace or in the staff is kept with the member: triggers in `sql/workspaces.sql` maintain it.
-- Every page of theirs knows by it whether to show the way to the studio.
ALTER TABLE members ADD COLUMN has_role boolean NOT NULL DEFAULT false;
UPDATE members AS m SET has_role = true
  WHERE EXISTS (SELECT FROM workspace_members WHERE member_id = m.id) OR EXISTS (SELECT FROM staff WHERE member_id = m.id);

CREATE OR REPLACE FUNCTION note_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'defined in server/sql/workspaces.sql';
END $$;
CREATE TRIGGER note_role AFTER INSERT OR DELETE ON workspace_members FOR EACH ROW EXECUTE FUNCTION note_role();
CREATE TRIGGER note_role AFTER INSERT OR DELETE ON staff FOR EACH ROW EXECUTE FUNCTION note_role();
