-- What the catalogue desk keeps of each list: its place, and who changed it last.
ALTER TABLE categories
  -- Lists that nobody has put in order have the same place: after the others, by id.
  ADD COLUMN position integer NOT NULL DEFAULT 2147483647,
  -- Grows by one with each change at the desk: a change names the revision that it was made to, and no other is changed.
  ADD COLUMN revision integer NOT NULL DEFAULT 1 CHECK (revision > 0),
  -- The id of a member, who may have left since; null before the first change.
  ADD COLUMN changed_by text CHECK (length(changed_by) <= 100),
  ADD COLUMN changed_at timestamptz(3) NOT NULL DEFAULT now();
ALTER TABLE subcategories
  ADD COLUMN position integer NOT NULL DEFAULT 2147483647,
  ADD COLUMN revision integer NOT NULL DEFAULT 1 CHECK (revision > 0),
  ADD COLUMN changed_by text CHECK (length(changed_by) <= 100),
  ADD COLUMN changed_at timestamptz(3) NOT NULL DEFAULT now();
ALTER TABLE tags
  ADD COLUMN position integer NOT NULL DEFAULT 2147483647,
  ADD COLUMN revision integer NOT NULL DEFAULT 1 CHECK (revision > 0),
  ADD COLUMN changed_by text CHECK (length(changed_by) <= 100),
  ADD COLUMN changed_at timestamptz(3) NOT NULL DEFAULT now();

-- Where addresses of renamed and merged lists lead, in one step: a former id, or a former name as it is compared. A list that has the
-- name by now comes first.
CREATE TABLE list_redirects (
  kind text NOT NULL CHECK (kind IN ('category', 'subcategory', 'tag')),
  former_id integer,
  former_key text,
  -- Of a list of this kind. No foreign key, since there are three kinds: the list's deletion deletes its redirects.
  list_id integer NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(former_id, former_key) = 1),
  UNIQUE (kind, former_id),
  UNIQUE (kind, former_key)
);
CREATE INDEX list_redirects_list ON list_redirects (kind, list_id);

-- Drafts by the lists that they name, for counting and merging.
CREATE INDEX studio_tours_category ON studio_tours (((draft ->> 'category')::integer));
CREATE INDEX studio_tours_subcategory ON studio_tours (((draft ->> 'subcategory')::integer));
CREATE INDEX studio_tours_tags ON studio_tours USING gin ((draft -> 'tags'));
