-- phase: expand
-- A workspace with a team keeps an owner: checked when a transaction that took the role from one commits.
CREATE OR REPLACE FUNCTION check_workspace_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'defined in server/sql/workspaces.sql';
END $$;
CREATE CONSTRAINT TRIGGER keeps_owner AFTER UPDATE OR DELETE ON workspace_members
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.role = 'owner') EXECUTE FUNCTION check_workspace_owner();
