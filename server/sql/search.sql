-- A word and its variants with one letter deleted. Two words at edit distance one (a letter inserted, deleted, replaced, or
-- two neighbours swapped) share one of these.
CREATE OR REPLACE FUNCTION neighbours_of(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT overlay(word PLACING '' FROM place FOR 1)) || word FROM generate_series(1, length(word)) AS place
$$;

-- Counts the words of new documents; `unlearn_words` those of deleted ones.
CREATE OR REPLACE FUNCTION learn_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_words AS known (word, documents)
  SELECT word, count(*) FROM added, unnest(tsvector_to_array(document)) AS word GROUP BY word ORDER BY word
  ON CONFLICT (word) DO UPDATE SET documents = known.documents + excluded.documents;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION unlearn_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE search_words SET documents = documents - gone.count
  FROM (SELECT word, count(*) AS count FROM removed, unnest(tsvector_to_array(document)) AS word GROUP BY word) AS gone
  WHERE search_words.word = gone.word;
  RETURN NULL;
END $$;
