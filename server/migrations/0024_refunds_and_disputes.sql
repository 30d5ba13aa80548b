-- Each try to return a payment. A try that the gateway answered `failed` is over; the next one has a key of its own.
CREATE TABLE refund_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id text NOT NULL REFERENCES payments (id),
  -- The same for every call of this attempt, so that the gateway refunds once.
  key text NOT NULL UNIQUE CHECK (key ~ '^[A-Za-z0-9_-]{10,100}$'),
  amount bigint NOT NULL CHECK (amount > 0),
  -- 'requested': the gateway was or will be asked, and has not answered yet.
  status text NOT NULL DEFAULT 'requested' CHECK (status IN ('requested', 'pending', 'processed', 'failed')),
  -- The gateway's id, once it has answered.
  refund_id text UNIQUE CHECK (length(refund_id) BETWEEN 1 AND 100),
  calls integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  ended_at timestamptz(3),
  CHECK ((status IN ('processed', 'failed')) = (ended_at IS NOT NULL))
);
CREATE UNIQUE INDEX refund_attempts_one_open ON refund_attempts (payment_id) WHERE ended_at IS NULL;
CREATE INDEX refund_attempts_payment ON refund_attempts (payment_id);

-- What a refund or a lost dispute could not take back is owed until somebody settles it.
ALTER TABLE refunds ADD COLUMN settled_at timestamptz(3);
GRANT UPDATE (settled_at) ON refunds TO CURRENT_USER;

-- Disputes as the gateway told of them last. Where one is open, what is left of the purchase's tokens is held.
CREATE TABLE disputes (
  id text PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 100),
  payment_id text NOT NULL REFERENCES payments (id),
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  phase text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'under_review', 'won', 'lost', 'closed')),
  -- Tokens that are held for it now.
  tokens_held integer NOT NULL DEFAULT 0 CHECK (tokens_held >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (tokens_held = 0 OR status IN ('open', 'under_review'))
);
CREATE INDEX disputes_payment ON disputes (payment_id);
CREATE INDEX disputes_open ON disputes (id) WHERE status IN ('open', 'under_review');
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON disputes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Tokens that are held are in an account of their own: neither the member's nor gone.
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_account_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_account_check
  CHECK (account IN ('member', 'sales', 'gifts', 'tours', 'expired', 'disputed')) NOT VALID;

CREATE INDEX ledger_entries_disputed ON ledger_entries (transaction_id) WHERE account = 'disputed';

-- Holds what is left of a purchase's lot, at most so many tokens, once for a reference. Returns how many are held by it.
CREATE FUNCTION hold_purchase(purchase bigint, tokens integer, cause text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  lot wallet_lots;
  transaction bigint;
  take integer;
BEGIN
  SELECT * INTO lot FROM wallet_lots WHERE transaction_id = purchase;
  IF lot.id IS NULL THEN RETURN 0; END IF;
  PERFORM lock_wallet(lot.member_id);
  SELECT e.amount INTO take FROM ledger_transactions AS t JOIN ledger_entries AS e ON e.transaction_id = t.id
    WHERE t.reference = cause AND e.account = 'disputed';
  IF FOUND THEN RETURN take; END IF;
  SELECT * INTO lot FROM wallet_lots WHERE id = lot.id FOR UPDATE;
  take := CASE WHEN lot.expires_at > clock_timestamp() THEN least(tokens, lot.remaining) ELSE 0 END;
  IF take <= 0 THEN RETURN 0; END IF;
  INSERT INTO ledger_transactions (kind, reference, member_id)
    VALUES ('refund', cause, lot.member_id) RETURNING id INTO transaction;
  INSERT INTO ledger_entries (transaction_id, account, amount) VALUES (transaction, 'disputed', take);
  PERFORM move_lot(transaction, lot, -take);
  RETURN take;
END $$;

-- Gives held tokens back to their lot, once for a reference. Where the lot has ended meanwhile they expire at once.
CREATE FUNCTION release_hold(purchase bigint, tokens integer, cause text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  lot wallet_lots;
  transaction bigint;
BEGIN
  SELECT * INTO lot FROM wallet_lots WHERE transaction_id = purchase;
  IF lot.id IS NULL OR tokens <= 0 THEN RETURN; END IF;
  PERFORM lock_wallet(lot.member_id);
  INSERT INTO ledger_transactions (kind, reference, member_id) VALUES ('refund', cause, lot.member_id)
    ON CONFLICT (reference) DO NOTHING RETURNING id INTO transaction;
  IF transaction IS NULL THEN RETURN; END IF;
  SELECT * INTO lot FROM wallet_lots WHERE id = lot.id FOR UPDATE;
  INSERT INTO ledger_entries (transaction_id, account, amount) VALUES (transaction, 'disputed', -tokens);
  IF lot.expires_at > clock_timestamp() THEN
    PERFORM move_lot(transaction, lot, tokens);
  ELSE
    INSERT INTO ledger_entries (transaction_id, account, amount) VALUES (transaction, 'expired', tokens);
  END IF;
END $$;

-- Takes held tokens for good, once for a reference.
CREATE FUNCTION take_held(purchase bigint, tokens integer, cause text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  member text;
  transaction bigint;
BEGIN
  SELECT member_id INTO member FROM wallet_lots WHERE transaction_id = purchase;
  IF member IS NULL OR tokens <= 0 THEN RETURN; END IF;
  PERFORM lock_wallet(member);
  INSERT INTO ledger_transactions (kind, reference, member_id) VALUES ('refund', cause, member)
    ON CONFLICT (reference) DO NOTHING RETURNING id INTO transaction;
  IF transaction IS NULL THEN RETURN; END IF;
  INSERT INTO ledger_entries (transaction_id, account, amount) VALUES
    (transaction, 'disputed', -tokens), (transaction, 'sales', tokens);
END $$;

-- Whether a member has a purchase in dispute, or owes tokens that a refund or dispute could not take back.
CREATE FUNCTION has_open_debt(member text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM payment_orders AS o JOIN payments AS p ON p.order_id = o.id
    WHERE o.member_id = member AND o.ledger_transaction_id IS NOT NULL AND (
      EXISTS (SELECT FROM disputes AS d WHERE d.payment_id = p.id AND d.status IN ('open', 'under_review'))
      OR EXISTS (SELECT FROM refunds AS r WHERE r.payment_id = p.id AND r.tokens_taken < r.tokens_due AND r.settled_at IS NULL)
    )
  )
$$;

-- Webhooks that could not be followed yet keep what is needed to try again: ids and amounts, nothing about people.
ALTER TABLE payment_events
  -- 'waiting': tried again until the gateway's books explain it; 'dead': given up, an operator has to look.
  ADD COLUMN state text NOT NULL DEFAULT 'done' CHECK (state IN ('done', 'waiting', 'dead')),
  ADD COLUMN details jsonb,
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN next_at timestamptz(3);
CREATE INDEX payment_events_waiting ON payment_events (next_at) WHERE state = 'waiting';
CREATE INDEX payment_events_received ON payment_events (received_at);
