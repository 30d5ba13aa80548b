-- phase: expand
-- Views of an experience by day (UTC), beside the sum in experience_counters: several rows a day, so that those who count do not wait
-- for one another. Views from before, and those that a demo begins with, are in the sum alone. Likes and unlocks have their own time.
CREATE TABLE experience_views (
  experience_id integer NOT NULL,
  day date NOT NULL,
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 3),
  views bigint NOT NULL CHECK (views > 0),
  PRIMARY KEY (experience_id, day, shard)
) WITH (fillfactor = 70);

-- The likes and unlocks of one experience within some days, without the rows of the tables.
CREATE INDEX experience_likes_days ON experience_likes (experience_id, created_at);
CREATE INDEX unlocks_days ON unlocks (experience_id, created_at) INCLUDE (tokens);
