-- When what visitors see of a tour last changed, for the sitemap. Views and likes are no change, nor is saving what was there.
ALTER TABLE experiences ADD COLUMN changed_at timestamptz(3) NOT NULL DEFAULT now();
UPDATE experiences SET changed_at = created_at;

CREATE FUNCTION note_tour_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := now();
  RETURN NEW;
END $$;

CREATE TRIGGER experiences_note_change
  BEFORE UPDATE OF slug, title, property_name, description, country, city, category_id, subcategory_id, button_title,
    rating, tokens_required, part_of_package, media_type, media_address, asset_id, asset_gated, asset_file, panorama,
    thumbnail, thumbnails
  ON experiences FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION note_tour_change();
