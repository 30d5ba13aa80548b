-- Whose mailbox an account was opened with: an HMAC, under the installation's key, of the address without what the owner of
-- the mailbox can vary (referrals/mailbox.ts). Of the accounts of one mailbox, only the first is a newcomer's, for which
-- rewards are paid. The row goes when the member leaves; `left_addresses` remembers the mailbox then.
CREATE TABLE member_mailboxes (
  member_id text PRIMARY KEY REFERENCES members (id),
  digest bytea NOT NULL CHECK (length(digest) = 32),
  is_first boolean NOT NULL
);

CREATE UNIQUE INDEX member_mailboxes_first ON member_mailboxes (digest) WHERE is_first;

-- What a newcomer has brought, and to whom: tokens for the newcomer (`welcome`) and for the member who referred them.
CREATE TABLE referral_rewards (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('welcome', 'newcomer', 'tier')),
  newcomer_id text NOT NULL REFERENCES members (id),
  -- Whose tokens they are.
  member_id text NOT NULL REFERENCES members (id),
  -- The newcomer's; null once they have left, and for rewards from before this table.
  mailbox bytea CHECK (length(mailbox) = 32),
  -- waiting: for the newcomer to verify their email. granted. capped: nothing was paid, because the referrer had reached a
  -- cap; operators decide. cancelled: refunded while waiting. reversed: refunded, and taken back as far as it was left.
  state text NOT NULL CHECK (state IN ('waiting', 'granted', 'capped', 'cancelled', 'reversed')),
  tokens integer NOT NULL CHECK (tokens > 0),
  -- Of a reversed reward. The rest had been spent or had expired.
  tokens_taken integer NOT NULL DEFAULT 0 CHECK (tokens_taken BETWEEN 0 AND tokens),
  transaction_id bigint UNIQUE REFERENCES ledger_transactions (id),
  -- The purchase that a `tier` reward is for.
  order_id text REFERENCES payment_orders (id),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  granted_at timestamptz(3),
  CHECK ((state IN ('granted', 'reversed')) = (transaction_id IS NOT NULL)),
  CHECK ((transaction_id IS NULL) = (granted_at IS NULL)),
  CHECK (state = 'reversed' OR tokens_taken = 0),
  -- One reward of each kind for a newcomer and for a mailbox.
  UNIQUE (newcomer_id, kind),
  UNIQUE (mailbox, kind)
);

-- What caps count.
CREATE INDEX referral_rewards_granted ON referral_rewards (member_id, kind, granted_at) WHERE granted_at IS NOT NULL;
CREATE INDEX referral_rewards_order ON referral_rewards (order_id) WHERE order_id IS NOT NULL;

INSERT INTO referral_rewards (kind, newcomer_id, member_id, state, tokens, transaction_id, order_id, created_at, granted_at)
SELECT named.kind, m.id, t.member_id, 'granted', l.granted, t.id,
  CASE WHEN named.kind = 'tier' THEN (
    SELECT o.id FROM payment_orders AS o
    WHERE o.member_id = m.id AND o.tier IS NOT NULL AND o.paid_at <= t.created_at ORDER BY o.paid_at DESC LIMIT 1
  ) END,
  t.created_at, t.created_at
FROM ledger_transactions AS t
JOIN wallet_lots AS l ON l.transaction_id = t.id
CROSS JOIN LATERAL (
  SELECT substring(t.reference FROM '^referral-(welcome|newcomer|tier):') AS kind,
    substring(t.reference FROM '^referral-[a-z]+:(.*)$') AS newcomer
) AS named
JOIN members AS m ON m.id = named.newcomer
WHERE named.kind IS NOT NULL;

-- Running totals of the tokens that a member's referrals have brought, so that nobody adds up all of them for each look.
CREATE TABLE referral_totals (
  member_id text PRIMARY KEY REFERENCES members (id),
  -- Newcomers who were rewarded.
  rewarded bigint NOT NULL DEFAULT 0 CHECK (rewarded >= 0),
  -- Tokens, those that were taken back excluded.
  tokens bigint NOT NULL DEFAULT 0 CHECK (tokens >= 0)
);

INSERT INTO referral_totals (member_id, rewarded, tokens)
SELECT t.member_id, count(*) FILTER (WHERE t.reference LIKE 'referral-newcomer:%'), sum(l.granted)
FROM ledger_transactions AS t JOIN wallet_lots AS l ON l.transaction_id = t.id
WHERE l.kind = 'referral' GROUP BY t.member_id;

-- Counts every lot of referral tokens, those that an operator grants by hand included. The wallet is locked meanwhile.
CREATE FUNCTION count_referral_lot() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  newcomers integer := (
    SELECT count(*) FROM ledger_transactions WHERE id = NEW.transaction_id AND reference LIKE 'referral-newcomer:%'
  );
BEGIN
  INSERT INTO referral_totals AS total (member_id, rewarded, tokens)
    VALUES (NEW.member_id, newcomers, NEW.granted)
    ON CONFLICT (member_id) DO UPDATE
      SET rewarded = total.rewarded + EXCLUDED.rewarded, tokens = total.tokens + EXCLUDED.tokens;
  RETURN NULL;
END $$;

CREATE TRIGGER counted AFTER INSERT ON wallet_lots
  FOR EACH ROW WHEN (NEW.kind = 'referral') EXECUTE FUNCTION count_referral_lot();
