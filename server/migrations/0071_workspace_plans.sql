-- phase: expand
-- The plan of the pricing page whose limits a workspace has; null for one that only the configured number of bytes limits.
ALTER TABLE workspaces
  ADD COLUMN plan text CHECK (plan IN ('free', 'pro', 'teams', 'enterprise'));
