-- The websites that may show a tour in a frame. A tour without a row may be shown by every website, one without sites by none.
CREATE TABLE embed_sites (
  experience_id integer PRIMARY KEY REFERENCES experiences (id) ON DELETE CASCADE,
  -- Origins such as https://hotel.example, or https://*.hotel.example for all subdomains.
  sites text[] NOT NULL CHECK (cardinality(sites) <= 50 AND array_position(sites, NULL) IS NULL)
);
