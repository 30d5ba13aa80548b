-- What a card shows besides the row's own columns is kept with the row: triggers in `sql/catalogue.sql` maintain it.
ALTER TABLE experiences
  -- The home category first; empty without one.
  ADD COLUMN category_names text[] NOT NULL DEFAULT '{}',
  ADD COLUMN tag_names text[] NOT NULL DEFAULT '{}',
  -- The sums of experience_counters, exact where none of an experience's counters is fresh.
  ADD COLUMN view_count bigint NOT NULL DEFAULT 0,
  ADD COLUMN like_count bigint NOT NULL DEFAULT 0;

UPDATE experiences AS e SET
  category_names = CASE WHEN e.category_id IS NULL THEN '{}' ELSE
    ARRAY[(SELECT c.name FROM categories AS c WHERE c.id = e.category_id)]
      || ARRAY(SELECT f.name FROM experience_further_categories AS link JOIN categories AS f ON f.id = link.category_id
          WHERE link.experience_id = e.id ORDER BY f.id) END,
  tag_names = ARRAY(SELECT t.name FROM experience_tags AS link JOIN tags AS t ON t.id = link.tag_id
    WHERE link.experience_id = e.id ORDER BY t.id),
  view_count = counted.views,
  like_count = counted.likes
FROM experiences AS own CROSS JOIN LATERAL (
  SELECT COALESCE(sum(c.views), 0) AS views, COALESCE(sum(c.likes), 0) AS likes
  FROM experience_counters AS c WHERE c.experience_id = own.id
) AS counted
WHERE own.id = e.id;
