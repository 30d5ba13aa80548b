-- Answers by the key that a client chose, so that a request that is sent again has one effect. Kept for a day.
CREATE TABLE idempotency_keys (
  member_id text NOT NULL REFERENCES members (id),
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  -- Of method, path and body: the same key for another request is a mistake of the client's.
  request_digest bytea NOT NULL,
  -- While a process works on it; after that another may take it over.
  claimed_until timestamptz(3) NOT NULL,
  -- Null until the first request is answered.
  status smallint,
  response jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (member_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- The demo's gateway: refunds have a status, and payments can be disputed.
ALTER TABLE razorpay_sandbox.refunds ADD COLUMN status text NOT NULL DEFAULT 'processed';
CREATE TABLE razorpay_sandbox.disputes (
  id text PRIMARY KEY,
  payment_id text NOT NULL REFERENCES razorpay_sandbox.payments (id),
  amount bigint NOT NULL,
  currency text NOT NULL,
  amount_deducted bigint NOT NULL DEFAULT 0,
  phase text NOT NULL,
  status text NOT NULL DEFAULT 'open',
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX payments_time ON razorpay_sandbox.payments (created_at);
CREATE INDEX refunds_time ON razorpay_sandbox.refunds (created_at);
