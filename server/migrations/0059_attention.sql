-- phase: expand
-- How long the scenes of a tour were looked at, and where, on one day (UTC): sums over all visitors who consented to it. Nothing in it
-- tells visitors apart.
CREATE TABLE scene_attention (
  experience_id integer NOT NULL,
  day date NOT NULL,
  scene_id text NOT NULL CHECK (length(scene_id) <= 64),
  milliseconds bigint NOT NULL CHECK (milliseconds >= 0),
  -- Milliseconds for each 10 by 10 degrees of the picture that the middle of the view was in: 18 rows of 36, from the zenith down,
  -- each from the picture's left edge.
  gaze bigint[] NOT NULL CHECK (cardinality(gaze) = 648),
  PRIMARY KEY (experience_id, day, scene_id)
);
-- One scene's maps over many days; and what is too old.
CREATE INDEX scene_attention_scene ON scene_attention (experience_id, scene_id, day);
CREATE INDEX scene_attention_day ON scene_attention (day);

-- How often the hotspots of a tour were pressed on one day, by the same visitors.
CREATE TABLE hotspot_presses (
  experience_id integer NOT NULL,
  day date NOT NULL,
  scene_id text NOT NULL CHECK (length(scene_id) <= 64),
  hotspot_id text NOT NULL CHECK (length(hotspot_id) <= 64),
  presses bigint NOT NULL CHECK (presses > 0),
  PRIMARY KEY (experience_id, day, scene_id, hotspot_id)
);
CREATE INDEX hotspot_presses_day ON hotspot_presses (day);
