-- Until when a Plus plan runs that was bought, also while a Pro plan is above it: when the Pro plan ends, the member is Plus
-- at that moment, without anything having to be done.
ALTER TABLE members ADD COLUMN plus_until timestamptz(3);
UPDATE members SET plus_until = bought.until
FROM (
  SELECT member_id, max(tier_until) AS until FROM payment_orders
  WHERE status = 'paid' AND tier = 'Plus' AND tier_until > now() GROUP BY member_id
) AS bought
WHERE members.id = bought.member_id AND members.deleted_at IS NULL;

ALTER TABLE payment_orders
  -- The first order by which the member meant to buy this; null where that is this order itself. Of the orders of one
  -- intent, one is credited; what is captured for the others is returned.
  ADD COLUMN intent_id text,
  -- From whom we heard first that it is paid.
  ADD COLUMN settled_by text CHECK (settled_by IN ('browser', 'webhook', 'reconciler'));

CREATE UNIQUE INDEX payment_orders_one_credit_per_intent ON payment_orders (coalesce(intent_id, id))
  WHERE ledger_transaction_id IS NOT NULL;
CREATE INDEX payment_orders_unpaid ON payment_orders (member_id, created_at) WHERE ledger_transaction_id IS NULL;
CREATE INDEX payment_orders_abandoned ON payment_orders (created_at) WHERE ledger_transaction_id IS NULL;
CREATE INDEX payment_orders_tier ON payment_orders (member_id, tier_until) WHERE status = 'paid' AND tier IS NOT NULL;
CREATE INDEX payment_orders_paid ON payment_orders (paid_at) WHERE paid_at IS NOT NULL;

-- Payments that may still be captured, and captured ones that an operator or the next round has to look at.
CREATE INDEX payments_unfinished ON payments (order_id) WHERE standing = 'open';
DROP INDEX payments_to_give_back;
CREATE INDEX payments_to_give_back ON payments (give_back_at)
  WHERE standing IN ('surplus', 'mismatch') AND refunded < amount;

-- How far the gateway's lists were compared with our books. Processes claim a turn by moving `next_at`.
CREATE TABLE payment_sweeps (
  name text PRIMARY KEY,
  next_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Everything that the gateway made before this moment was seen at least once; null before the first sweep.
  covered_until timestamptz(3)
);
INSERT INTO payment_sweeps (name) VALUES ('recent-payments'), ('recent-refunds'), ('month'), ('webhook-silence');

-- Paid orders need no look of their own any more: refunds and disputes are found in the gateway's lists.
UPDATE payment_orders SET next_check_at = NULL WHERE status IN ('paid', 'refunded') AND next_check_at IS NOT NULL;
