-- phase: expand
-- Which versions of tour documents name a file: ending a public address asks, under the lock of all publications.
CREATE INDEX tour_versions_assets ON tour_versions USING gin (
  jsonb_path_query_array(document, '$.** ? (@.type() == "string" && @ like_regex "^[0-9a-f-]{36}$")')
);
