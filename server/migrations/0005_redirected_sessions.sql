-- A session whose first tokens travelled in an address, through a redirect of an identity provider. Its first refresh token
-- is exchanged only together with the cookie that the redirect set, so that a copied address signs nobody in.
ALTER TABLE member_sessions ADD COLUMN redirected boolean NOT NULL DEFAULT false;
