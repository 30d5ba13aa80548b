-- For deleting what has been kept long enough, and what a member who leaves wrote before signing in.
CREATE INDEX leads_created ON leads (created_at);
CREATE INDEX leads_email ON leads (email) WHERE member_id IS NULL;
CREATE INDEX left_addresses_left ON left_addresses (left_at);
