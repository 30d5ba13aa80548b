-- An order only moves forward, and what it promises never changes.
CREATE OR REPLACE FUNCTION check_order_change() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- A payment only moves forward, and its state is decided once.
CREATE OR REPLACE FUNCTION check_payment_change() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- Credits an order that a payment has paid: grants its tokens, marks order and payment, and writes the receipt. A tier that the
-- order gives starts now. Returns the ledger's transaction and whether the payment is in dispute; no row, and changes nothing,
-- where the member has left or the intent of the order is paid. The caller has locked the order.
CREATE OR REPLACE FUNCTION credit_order(order_to_credit text, payment text, via text, seller jsonb, tax jsonb)
RETURNS TABLE (ledger_transaction bigint, is_disputed boolean) LANGUAGE plpgsql AS $$
DECLARE
  paid payment_orders;
  buyer members;
  lasts interval;
BEGIN
  SELECT * INTO paid FROM payment_orders WHERE id = order_to_credit;
  -- Locked, so that a member who is leaving has either left already or is also removed from the receipt.
  SELECT * INTO buyer FROM members WHERE id = paid.member_id AND deleted_at IS NULL FOR NO KEY UPDATE;
  IF buyer.id IS NULL OR EXISTS (
    SELECT FROM payment_orders
    WHERE coalesce(intent_id, id) = coalesce(paid.intent_id, paid.id) AND ledger_transaction_id IS NOT NULL
  ) THEN RETURN; END IF;
  lasts := paid.validity_days * interval '24 hours';
  ledger_transaction := grant_tokens(paid.member_id, 'topup', paid.tokens, now() + lasts, 'topup:' || paid.id);
  IF ledger_transaction IS NULL THEN
    RAISE EXCEPTION 'order % was credited before, but is not marked as paid', paid.id;
  END IF;
  UPDATE payments SET standing = 'credited' WHERE id = payment;
  UPDATE payment_orders SET status = 'paid', failure = NULL, ledger_transaction_id = ledger_transaction, paid_at = now(),
    settled_by = via, tier_until = CASE WHEN tier IS NOT NULL THEN now() + lasts END, next_check_at = NULL
    WHERE id = paid.id;
  INSERT INTO receipts (order_id, payment_id, member_id, seller, buyer, tax)
    VALUES (paid.id, payment, paid.member_id, seller, CASE WHEN buyer.email IS NULL THEN '{}'
      ELSE jsonb_build_object('name', btrim(buyer.first_name || ' ' || buyer.last_name), 'email', buyer.email) END, tax);
  is_disputed := EXISTS (SELECT FROM disputes WHERE payment_id = payment AND status IN ('open', 'under_review'));
  RETURN NEXT;
END $$;

-- Credits the plain ones of captured payments, each of another order, in one statement: orders of tokens alone, paid as ordered,
-- without an earlier report of the payment, whose rows no other transaction has locked. What it does is what `credit_order` does
-- after the payment was recorded, with all wallets locked before the ledger is written. Returns the payments that it has
-- credited; the others have changed nothing. `reported` and `moved` have few rows, so one plan suits every call.
CREATE OR REPLACE FUNCTION credit_plain_payments(reported json, seller jsonb)
RETURNS TABLE (payment text, ordered text) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH plain AS MATERIALIZED (
    SELECT o.id, o.member_id, o.tokens, o.validity_days, paid.*
    FROM json_to_recordset(reported)
      AS paid (gateway_order text, payment text, amount bigint, currency text, method text, via text, tax jsonb)
    JOIN payment_orders AS o ON o.gateway_order_id = paid.gateway_order
    WHERE o.ledger_transaction_id IS NULL AND o.tier IS NULL AND o.amount = paid.amount AND o.currency = paid.currency
      AND NOT EXISTS (SELECT FROM payments WHERE id = paid.payment)
      AND NOT EXISTS (
        SELECT FROM payment_orders AS other
        WHERE coalesce(other.intent_id, other.id) = coalesce(o.intent_id, o.id) AND other.ledger_transaction_id IS NOT NULL
      )
    FOR UPDATE OF o SKIP LOCKED
  ), locked_wallets AS MATERIALIZED (
    SELECT member_id FROM wallets WHERE member_id IN (SELECT member_id FROM plain) FOR UPDATE SKIP LOCKED
  ), sold AS MATERIALIZED (
    SELECT plain.*, 'topup:' || plain.id AS reference, m.email, btrim(m.first_name || ' ' || m.last_name) AS name
    FROM plain JOIN members AS m ON m.id = plain.member_id AND m.deleted_at IS NULL
    WHERE m.id IN (SELECT member_id FROM locked_wallets) OR NOT EXISTS (SELECT FROM wallets AS w WHERE w.member_id = m.id)
    FOR NO KEY UPDATE OF m SKIP LOCKED
  ), moved AS (
    INSERT INTO ledger_transactions (kind, reference, member_id) SELECT 'topup', reference, member_id FROM sold
    RETURNING id, reference
  ), lots AS (
    INSERT INTO wallet_lots (member_id, kind, transaction_id, granted, remaining, expires_at)
    SELECT member_id, 'topup', moved.id, tokens, tokens, now() + validity_days * interval '24 hours'
    FROM sold JOIN moved USING (reference) RETURNING id, transaction_id, member_id, granted
  ), entries AS (
    INSERT INTO ledger_entries (transaction_id, account, member_id, lot_id, amount)
    SELECT transaction_id, 'sales', NULL, NULL, -granted FROM lots
    UNION ALL SELECT transaction_id, 'member', member_id, id, granted FROM lots
  ), filled AS (
    INSERT INTO wallets AS w (member_id, topup) SELECT member_id, sum(tokens) FROM sold GROUP BY member_id
    ON CONFLICT (member_id) DO UPDATE SET topup = w.topup + EXCLUDED.topup
  ), recorded AS (
    INSERT INTO payments (id, order_id, amount, currency, status, method, standing)
    SELECT payment, id, amount, currency, 'captured', method, 'credited' FROM sold
  ), receipted AS (
    INSERT INTO receipts (order_id, payment_id, member_id, seller, buyer, tax)
    SELECT id, payment, member_id, seller,
      CASE WHEN email IS NULL THEN '{}' ELSE jsonb_build_object('name', name, 'email', email) END, tax FROM sold
  )
  UPDATE payment_orders AS o SET status = 'paid', failure = NULL, ledger_transaction_id = moved.id, paid_at = now(),
    settled_by = via, next_check_at = NULL
  FROM sold JOIN moved USING (reference) WHERE o.id = sold.id
  RETURNING sold.payment, sold.id;
END $$;

-- Whether a member has a purchase in dispute, or owes tokens that a refund or dispute could not take back.
CREATE OR REPLACE FUNCTION has_open_debt(member text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM payment_orders AS o JOIN payments AS p ON p.order_id = o.id
    WHERE o.member_id = member AND o.ledger_transaction_id IS NOT NULL AND (
      EXISTS (SELECT FROM disputes AS d WHERE d.payment_id = p.id AND d.status IN ('open', 'under_review'))
      OR EXISTS (SELECT FROM refunds AS r WHERE r.payment_id = p.id AND r.tokens_taken < r.tokens_due AND r.settled_at IS NULL)
    )
  )
$$;

-- A receipt or refund voucher gets its number once.
CREATE OR REPLACE FUNCTION refuse_other_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'number % is given', OLD.number USING ERRCODE = 'restrict_violation';
END $$;
