-- What was made of each picture or film that was taken in, once for each content. Its files lie in the storage below
-- `contents/{content_hash}/`; this row is written after all of them, so a content with a row is complete.
CREATE TABLE media_contents (
  -- SHA-256 of the original in hexadecimal.
  content_hash text PRIMARY KEY CHECK (content_hash ~ '^[0-9a-f]{64}$'),
  kind text NOT NULL CHECK (kind IN ('photo', 'video')),
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  -- Seconds; for videos.
  duration double precision CHECK (duration > 0),
  -- Bytes of the original.
  size bigint NOT NULL CHECK (size > 0),
  -- What the viewer needs, with paths inside the asset.
  manifest jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((kind = 'video') = (duration IS NOT NULL))
);

-- Under which id a content is served. Ids cannot be guessed. What is shown in free and in gated tours has two, and only
-- the free one is served without a signature.
CREATE TABLE media_assets (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  content_hash text NOT NULL REFERENCES media_contents (content_hash),
  gated boolean NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (content_hash, gated)
);

-- Flat pictures of views into a content, for cards; public, under ids that tell nothing of the content.
CREATE TABLE media_thumbnails (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  content_hash text NOT NULL REFERENCES media_contents (content_hash),
  thumbnails jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX media_thumbnails_content ON media_thumbnails (content_hash);
