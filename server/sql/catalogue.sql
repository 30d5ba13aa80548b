-- Deletes the views and likes of an experience that is deleted; they have no foreign key to it.
CREATE OR REPLACE FUNCTION forget_reactions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM experience_counters WHERE experience_id = OLD.id;
  DELETE FROM experience_likes WHERE experience_id = OLD.id;
  RETURN NULL;
END $$;

-- The five functions below keep `list_sizes` equal to the lists, in a fixed order of rows.
CREATE OR REPLACE FUNCTION lengthen_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_sizes AS sizes (kind, list_id, size)
  SELECT kind, list_id, count(*)
  FROM added, LATERAL (VALUES ('all', 0), ('category', category_id), ('subcategory', subcategory_id)) AS lists (kind, list_id)
  WHERE list_id IS NOT NULL
  GROUP BY kind, list_id
  ORDER BY kind, list_id
  ON CONFLICT (kind, list_id) DO UPDATE SET size = sizes.size + excluded.size;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION shorten_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE list_sizes SET size = size - gone.count
  FROM (
    SELECT kind, list_id, count(*) AS count
    FROM removed, LATERAL (VALUES ('all', 0), ('category', category_id), ('subcategory', subcategory_id)) AS lists (kind, list_id)
    GROUP BY kind, list_id
  ) AS gone
  WHERE list_sizes.kind = gone.kind AND list_sizes.list_id = gone.list_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION move_between_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE list_sizes SET size = size - 1
  WHERE (kind = 'category' AND list_id = OLD.category_id) OR (kind = 'subcategory' AND list_id = OLD.subcategory_id);
  INSERT INTO list_sizes AS sizes (kind, list_id, size)
  SELECT kind, list_id, 1
  FROM (VALUES ('category', NEW.category_id), ('subcategory', NEW.subcategory_id)) AS lists (kind, list_id)
  WHERE list_id IS NOT NULL
  ON CONFLICT (kind, list_id) DO UPDATE SET size = sizes.size + 1;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION lengthen_tag_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_sizes AS sizes (kind, list_id, size)
  SELECT 'tag', tag_id, count(*) FROM added GROUP BY tag_id ORDER BY tag_id
  ON CONFLICT (kind, list_id) DO UPDATE SET size = sizes.size + excluded.size;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION shorten_tag_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE list_sizes SET size = size - gone.count
  FROM (SELECT tag_id, count(*) AS count FROM removed GROUP BY tag_id) AS gone
  WHERE list_sizes.kind = 'tag' AND list_sizes.list_id = gone.tag_id;
  RETURN NULL;
END $$;

-- Records when what visitors see of a tour changed.
CREATE OR REPLACE FUNCTION note_tour_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := now();
  RETURN NEW;
END $$;

-- An unlock lasts and knows its tour by number, so the number of a deleted tour must not be used again.
CREATE OR REPLACE FUNCTION refuse_unlocked_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM unlocks WHERE experience_id = NEW.id) THEN
    RAISE EXCEPTION 'experience % was unlocked before: its number cannot be used again', NEW.id
      USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NEW;
END $$;
