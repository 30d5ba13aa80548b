-- What can be bought. Prices are changed here; orders keep the price at which they were made.
CREATE TABLE plans (
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{1,60}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  -- Lines that are shown as perks.
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 2000),
  tokens integer NOT NULL CHECK (tokens > 0),
  -- In the smallest unit of the currency.
  amount integer NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  validity_days integer NOT NULL CHECK (validity_days BETWEEN 1 AND 3660),
  tier text CHECK (tier IN ('Plus', 'Pro')),
  position integer NOT NULL DEFAULT 0,
  is_offered boolean NOT NULL DEFAULT true
);

-- One purchase: what was promised at which price. It is written before the gateway is asked, and its id is the receipt
-- under which the gateway knows it, so that a create call that broke off finds its order again.
CREATE TABLE payment_orders (
  id text PRIMARY KEY CHECK (id ~ '^or_[A-Za-z0-9_-]{22}$'),
  member_id text NOT NULL REFERENCES members (id),
  plan_id text NOT NULL REFERENCES plans (id),
  plan_name text NOT NULL,
  tokens integer NOT NULL CHECK (tokens > 0),
  validity_days integer NOT NULL CHECK (validity_days > 0),
  tier text CHECK (tier IN ('Plus', 'Pro')),
  amount integer NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  gateway_order_id text UNIQUE CHECK (length(gateway_order_id) BETWEEN 1 AND 100),
  -- While a process is asking the gateway for it: until then nobody else takes it up.
  claimed_until timestamptz(3) NOT NULL DEFAULT now(),
  -- A failed order can still be paid: the window stays open, and captures come late. The rest only goes forward.
  status text NOT NULL DEFAULT 'created' CHECK (status IN ('created', 'failed', 'paid', 'refunded')),
  failure text CHECK (length(failure) <= 500),
  -- The ledger's transaction that credited it, and until when its tier was given.
  ledger_transaction_id bigint UNIQUE REFERENCES ledger_transactions (id),
  tier_until timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  paid_at timestamptz(3),
  -- When the reconciler asks the gateway next; null when there is nothing left to ask.
  next_check_at timestamptz(3) DEFAULT now() + interval '20 seconds',
  CHECK ((status IN ('paid', 'refunded')) = (ledger_transaction_id IS NOT NULL)),
  CHECK ((ledger_transaction_id IS NULL) = (paid_at IS NULL))
);

CREATE INDEX payment_orders_member ON payment_orders (member_id, created_at DESC);
CREATE INDEX payment_orders_due ON payment_orders (next_check_at) WHERE next_check_at IS NOT NULL;

CREATE FUNCTION check_order_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  steps constant text[] := ARRAY['created', 'failed', 'paid', 'refunded'];
BEGIN
  IF array_position(steps, NEW.status) < array_position(steps, OLD.status) THEN
    RAISE EXCEPTION 'order % cannot go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.member_id, NEW.plan_id, NEW.plan_name, NEW.tokens, NEW.validity_days, NEW.tier, NEW.amount, NEW.currency)
    IS DISTINCT FROM
    (OLD.member_id, OLD.plan_id, OLD.plan_name, OLD.tokens, OLD.validity_days, OLD.tier, OLD.amount, OLD.currency)
    OR (OLD.gateway_order_id IS NOT NULL AND NEW.gateway_order_id IS DISTINCT FROM OLD.gateway_order_id)
    OR (OLD.ledger_transaction_id IS NOT NULL AND NEW.ledger_transaction_id IS DISTINCT FROM OLD.ledger_transaction_id)
  THEN
    RAISE EXCEPTION 'what order % promises is settled', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER only_forward BEFORE UPDATE ON payment_orders FOR EACH ROW EXECUTE FUNCTION check_order_change();

-- What the gateway has said of a payment so far, and what it was to us.
CREATE TABLE payments (
  id text PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 100),
  order_id text NOT NULL REFERENCES payment_orders (id),
  amount bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('created', 'failed', 'authorized', 'captured', 'refunded')),
  -- 'surplus': captured for an order that another payment had paid, so it is given back.
  -- 'mismatch': of another amount or currency than ordered; somebody has to look at it.
  standing text NOT NULL DEFAULT 'open' CHECK (standing IN ('open', 'credited', 'surplus', 'mismatch')),
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE INDEX payments_order ON payments (order_id);
CREATE UNIQUE INDEX payments_one_credit ON payments (order_id) WHERE standing = 'credited';
CREATE INDEX payments_to_give_back ON payments (created_at) WHERE standing = 'surplus' AND refunded = 0;

CREATE FUNCTION check_payment_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  steps constant text[] := ARRAY['created', 'failed', 'authorized', 'captured', 'refunded'];
BEGIN
  IF array_position(steps, NEW.status) < array_position(steps, OLD.status) OR NEW.order_id <> OLD.order_id
    OR (OLD.standing <> 'open' AND NEW.standing <> OLD.standing) OR NEW.refunded < OLD.refunded
  THEN
    RAISE EXCEPTION 'payment % cannot go back', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER only_forward BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION check_payment_change();

-- Webhooks that were taken, each once. Their bodies hold addresses of people and are not kept.
CREATE TABLE payment_events (
  id text PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 200),
  event text NOT NULL,
  outcome text NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Money that went back, by refund or by a dispute that was lost, and which tokens went back for it. What the member had
-- spent already is the shortfall: tokens_due - tokens_taken.
CREATE TABLE refunds (
  id text PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 100),
  payment_id text NOT NULL REFERENCES payments (id),
  kind text NOT NULL CHECK (kind IN ('refund', 'dispute')),
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  tokens_due integer NOT NULL DEFAULT 0 CHECK (tokens_due >= 0),
  tokens_taken integer NOT NULL DEFAULT 0 CHECK (tokens_taken BETWEEN 0 AND tokens_due),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE INDEX refunds_payment ON refunds (payment_id);

-- The last number of each series; taken in the transaction that writes the receipt, so that no number is left out.
CREATE TABLE receipt_series (
  series text PRIMARY KEY,
  last integer NOT NULL CHECK (last > 0)
);

CREATE TABLE receipts (
  number text PRIMARY KEY CHECK (number ~ '^[A-Z0-9-]{1,40}$'),
  series text NOT NULL REFERENCES receipt_series (series),
  serial integer NOT NULL CHECK (serial > 0),
  order_id text NOT NULL UNIQUE REFERENCES payment_orders (id),
  payment_id text NOT NULL UNIQUE REFERENCES payments (id),
  member_id text NOT NULL REFERENCES members (id),
  issued_at timestamptz(3) NOT NULL DEFAULT now(),
  -- As they were that day. The buyer is emptied when they leave.
  seller jsonb NOT NULL,
  buyer jsonb NOT NULL,
  -- Name, rate in percent and what of the amount it is, in the smallest unit; null where no tax is charged.
  tax jsonb,
  UNIQUE (series, serial)
);

CREATE INDEX receipts_member ON receipts (member_id);

CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON receipts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON refunds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What the demo's payment gateway knows. It stands for somebody else's database: nothing of ours reads it.
CREATE SCHEMA razorpay_sandbox;

CREATE TABLE razorpay_sandbox.orders (
  id text PRIMARY KEY,
  amount bigint NOT NULL,
  currency text NOT NULL,
  receipt text,
  notes jsonb NOT NULL DEFAULT '{}',
  status text NOT NULL DEFAULT 'created',
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX orders_receipt ON razorpay_sandbox.orders (receipt);

CREATE TABLE razorpay_sandbox.payments (
  id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES razorpay_sandbox.orders (id),
  amount bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  amount_refunded bigint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX payments_order ON razorpay_sandbox.payments (order_id);

CREATE TABLE razorpay_sandbox.refunds (
  id text PRIMARY KEY,
  payment_id text NOT NULL REFERENCES razorpay_sandbox.payments (id),
  amount bigint NOT NULL,
  currency text NOT NULL,
  idempotency_key text UNIQUE,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE razorpay_sandbox.webhooks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id text NOT NULL,
  body text NOT NULL,
  due_at timestamptz(3) NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  delivered_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX webhooks_due ON razorpay_sandbox.webhooks (due_at) WHERE delivered_at IS NULL;
