-- phase: expand
-- What search engines show of an experience in place of its name and description: {title, description}, each perhaps empty.
ALTER TABLE experiences ADD COLUMN seo jsonb;
CREATE OR REPLACE TRIGGER experiences_note_change
  BEFORE UPDATE OF slug, title, property_name, description, country, city, category_id, subcategory_id, button_title,
    rating, tokens_required, part_of_package, media_type, media_address, asset_id, asset_gated, asset_file, panorama,
    thumbnail, thumbnails, seo
  ON experiences FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION note_tour_change();
