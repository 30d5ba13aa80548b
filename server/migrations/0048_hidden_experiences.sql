-- phase: expand
-- Whether a tour is in lists, searches, maps and the sitemap, and opens for strangers. A withdrawn one is not: it opens for those alone
-- who unlocked it. Of a withdrawn tour the release before shows what it showed before.
ALTER TABLE experiences ADD COLUMN is_listed boolean NOT NULL DEFAULT true;
