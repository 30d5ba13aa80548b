-- Deletes the views, likes and statistics of an experience that is deleted; they have no foreign key to it.
CREATE OR REPLACE FUNCTION forget_reactions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM experience_counters WHERE experience_id = OLD.id;
  DELETE FROM experience_views WHERE experience_id = OLD.id;
  DELETE FROM scene_attention WHERE experience_id = OLD.id;
  DELETE FROM hotspot_presses WHERE experience_id = OLD.id;
  DELETE FROM experience_likes WHERE experience_id = OLD.id;
  RETURN NULL;
END $$;

-- Keeps the slug that an experience had, and refuses one that another had. It fires once the row has its slug, so after the unique
-- constraint has waited for other transactions that give up or take the same slug: what they kept is seen here.
CREATE OR REPLACE FUNCTION keep_former_slugs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM former_slugs WHERE slug = NEW.slug AND experience_id <> NEW.id) THEN
    RAISE EXCEPTION 'another experience had the slug %', NEW.slug USING ERRCODE = 'unique_violation';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO former_slugs (slug, experience_id) VALUES (OLD.slug, NEW.id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER refuse_former_slugs AFTER INSERT ON experiences
  FOR EACH ROW EXECUTE FUNCTION keep_former_slugs();
CREATE OR REPLACE TRIGGER keep_former_slugs AFTER UPDATE OF slug ON experiences
  FOR EACH ROW WHEN (OLD.slug <> NEW.slug) EXECUTE FUNCTION keep_former_slugs();

-- The five functions below keep `list_sizes` equal to the lists, in a fixed order of rows.
CREATE OR REPLACE FUNCTION lengthen_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_sizes AS sizes (kind, list_id, size)
  SELECT kind, list_id, count(*)
  FROM added, LATERAL (VALUES ('all', 0), ('category', category_id), ('subcategory', subcategory_id)) AS lists (kind, list_id)
  WHERE list_id IS NOT NULL AND is_listed
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
    WHERE is_listed
    GROUP BY kind, list_id
  ) AS gone
  WHERE list_sizes.kind = gone.kind AND list_sizes.list_id = gone.list_id;
  RETURN NULL;
END $$;

-- Once per list and statement: a category's many experiences may move at once.
CREATE OR REPLACE FUNCTION move_between_lists() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved record;
BEGIN
  FOR moved IN
    SELECT kind, list_id, sum(step) AS step
    FROM (
      SELECT category_id, subcategory_id, is_listed, -1 AS step FROM before
      UNION ALL SELECT category_id, subcategory_id, is_listed, 1 FROM after
    ) AS rows, LATERAL (VALUES ('all', 0), ('category', category_id), ('subcategory', subcategory_id)) AS lists (kind, list_id)
    WHERE list_id IS NOT NULL AND is_listed
    GROUP BY kind, list_id HAVING sum(step) <> 0
    ORDER BY kind, list_id
  LOOP
    IF moved.step > 0 THEN
      INSERT INTO list_sizes AS sizes (kind, list_id, size) VALUES (moved.kind, moved.list_id, moved.step)
      ON CONFLICT (kind, list_id) DO UPDATE SET size = sizes.size + excluded.size;
    ELSE
      UPDATE list_sizes SET size = size + moved.step WHERE kind = moved.kind AND list_id = moved.list_id;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- PostgreSQL has no such triggers for columns.
CREATE OR REPLACE TRIGGER move_between_lists AFTER UPDATE ON experiences
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION move_between_lists();

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

-- `category_names` and `tag_names` of an experience. Reading the names locks them against renaming until this transaction ends, so
-- that the renaming, in `rename_in_experiences`, sees this row.
CREATE OR REPLACE FUNCTION name_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.category_names := CASE WHEN NEW.category_id IS NULL THEN '{}' ELSE
    ARRAY(SELECT name FROM categories WHERE id = NEW.category_id FOR SHARE)
      || ARRAY(SELECT f.name FROM experience_further_categories AS link JOIN categories AS f ON f.id = link.category_id
          WHERE link.experience_id = NEW.id ORDER BY f.id FOR SHARE OF f) END;
  NEW.tag_names := ARRAY(SELECT t.name FROM experience_tags AS link JOIN tags AS t ON t.id = link.tag_id
    WHERE link.experience_id = NEW.id ORDER BY t.id FOR SHARE OF t);
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER name_lists BEFORE INSERT OR UPDATE OF category_id, category_names, tag_names ON experiences
  FOR EACH ROW EXECUTE FUNCTION name_lists();

-- After a change of links of experiences to tags or further categories: the update fires `name_lists`.
CREATE OR REPLACE FUNCTION rename_linked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE experiences SET tag_names = '{}' WHERE id IN (SELECT experience_id FROM changed);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER name_added_tags AFTER INSERT ON experience_tags
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rename_linked();
CREATE OR REPLACE TRIGGER forget_removed_tags AFTER DELETE ON experience_tags
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rename_linked();
CREATE OR REPLACE TRIGGER name_added_categories AFTER INSERT ON experience_further_categories
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rename_linked();
CREATE OR REPLACE TRIGGER forget_removed_categories AFTER DELETE ON experience_further_categories
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rename_linked();

-- A link that is moved to another experience, tag or category.
CREATE OR REPLACE FUNCTION rename_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE experiences SET tag_names = '{}' WHERE id IN (OLD.experience_id, NEW.experience_id);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER name_moved_tag AFTER UPDATE ON experience_tags FOR EACH ROW
  WHEN ((OLD.experience_id, OLD.tag_id) IS DISTINCT FROM (NEW.experience_id, NEW.tag_id))
  EXECUTE FUNCTION rename_moved();
CREATE OR REPLACE TRIGGER name_moved_category AFTER UPDATE ON experience_further_categories FOR EACH ROW
  WHEN ((OLD.experience_id, OLD.category_id) IS DISTINCT FROM (NEW.experience_id, NEW.category_id))
  EXECUTE FUNCTION rename_moved();

CREATE OR REPLACE FUNCTION rename_in_experiences() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'tags' THEN
    UPDATE experiences SET tag_names = '{}'
    WHERE id IN (SELECT experience_id FROM experience_tags WHERE tag_id IN (OLD.id, NEW.id));
  ELSE
    UPDATE experiences SET category_names = '{}'
    WHERE category_id IN (OLD.id, NEW.id)
      OR id IN (SELECT experience_id FROM experience_further_categories WHERE category_id IN (OLD.id, NEW.id));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER rename_in_experiences AFTER UPDATE ON tags FOR EACH ROW
  WHEN ((OLD.id, OLD.name) IS DISTINCT FROM (NEW.id, NEW.name)) EXECUTE FUNCTION rename_in_experiences();
CREATE OR REPLACE TRIGGER rename_in_experiences AFTER UPDATE ON categories FOR EACH ROW
  WHEN ((OLD.id, OLD.name) IS DISTINCT FROM (NEW.id, NEW.name)) EXECUTE FUNCTION rename_in_experiences();

-- Counts the reactions to an experience once they are not fresh any more. Readers sum the counters of those with fresh ones.
-- The row is locked before the sum is taken, so that of two transactions the later one sees what the earlier one settled.
CREATE OR REPLACE FUNCTION settle_reactions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM experiences WHERE id = NEW.experience_id FOR NO KEY UPDATE;
  UPDATE experiences AS e SET view_count = counted.views, like_count = counted.likes,
    -- A like weighs as much as ten views.
    popularity = counted.views + 10 * counted.likes
  FROM (SELECT sum(views) AS views, sum(likes) AS likes FROM experience_counters WHERE experience_id = NEW.experience_id)
    AS counted
  WHERE e.id = NEW.experience_id
    AND (e.view_count, e.like_count, e.popularity)
      IS DISTINCT FROM (counted.views, counted.likes, counted.views + 10 * counted.likes);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER settle_reactions AFTER INSERT OR UPDATE ON experience_counters FOR EACH ROW
  WHEN (NOT NEW.is_fresh) EXECUTE FUNCTION settle_reactions();
