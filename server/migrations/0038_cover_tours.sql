-- The tour whose picture stands for a category or a subcategory, by its slug. Without one, or where that tour does not exist, pages
-- choose one.
ALTER TABLE categories ADD COLUMN cover_tour text;
ALTER TABLE subcategories ADD COLUMN cover_tour text;
