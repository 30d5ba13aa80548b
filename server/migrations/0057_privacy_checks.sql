-- phase: expand
-- What was found and decided about people in a picture, by workspace. A picture that has a signed row may be published.
CREATE TABLE privacy_checks (
  workspace_id text NOT NULL REFERENCES workspaces (id),
  asset_id uuid NOT NULL REFERENCES media_assets (id),
  -- `replaced`: what was decided has made another picture of it, `replaced_by`, which has the signed row.
  state text NOT NULL CHECK (state IN ('searching', 'searched', 'failed', 'blurring', 'signed', 'replaced')),
  -- Where faces were found and what was drawn by hand, each with what was decided.
  regions jsonb NOT NULL DEFAULT '[]',
  -- The picture without blur, of which this one was made; null where this is it.
  source_asset_id uuid REFERENCES media_assets (id),
  replaced_by uuid REFERENCES media_assets (id),
  failure text CHECK (length(failure) <= 500),
  -- `looked`: after the search; `no-people`: by somebody who knows what the picture shows, such as a rendering.
  basis text CHECK (basis IN ('looked', 'no-people')),
  -- The id of a member, who may have left since.
  stated_by text CHECK (length(stated_by) <= 100),
  stated_at timestamptz(3),
  changed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (workspace_id, asset_id),
  CHECK ((stated_at IS NULL) = (stated_by IS NULL)),
  CHECK ((stated_at IS NULL) = (basis IS NULL)),
  CHECK (state NOT IN ('signed', 'blurring') OR stated_at IS NOT NULL),
  CHECK ((state = 'replaced') = (replaced_by IS NOT NULL)),
  CHECK ((state = 'failed') = (failure IS NOT NULL))
);
