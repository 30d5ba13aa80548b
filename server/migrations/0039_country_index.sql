-- Lists of one country.
CREATE INDEX experiences_country ON experiences (lower(country));
