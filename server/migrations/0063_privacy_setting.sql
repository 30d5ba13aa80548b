-- phase: expand
-- Whether the tours of a workspace are published only once its 360-degree pictures have been checked for people: a signed row of
-- privacy_checks for each.
ALTER TABLE workspaces
  ADD COLUMN privacy_check text NOT NULL DEFAULT 'required' CHECK (privacy_check IN ('required', 'off'));
