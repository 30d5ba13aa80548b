-- Tokens may be granted before they can be spent: a lot may wait for a moment, or for its member to verify their email.
-- Balances count such a lot from the start, spending skips it.
ALTER TABLE wallet_lots
  -- From when the lot can be spent; null: at once.
  ADD COLUMN available_at timestamptz(3) CHECK (available_at < expires_at),
  -- Whether the lot can be spent only while its member's email is verified.
  ADD COLUMN requires_verified_email boolean NOT NULL DEFAULT false,
  -- The partial indexes refer to this and not to `remaining`, so that a lot of which some is spent is updated in place (HOT):
  -- only an update that empties it touches the indexes.
  ADD COLUMN is_open boolean NOT NULL GENERATED ALWAYS AS (remaining > 0) STORED;

DROP INDEX wallet_lots_open, wallet_lots_due;
CREATE INDEX wallet_lots_open ON wallet_lots (member_id, expires_at, id) WHERE is_open;
CREATE INDEX wallet_lots_due ON wallet_lots (expires_at, id) WHERE is_open;
ALTER TABLE wallet_lots SET (fillfactor = 90);

DROP TRIGGER terms_stay ON wallet_lots;
CREATE TRIGGER terms_stay BEFORE UPDATE ON wallet_lots FOR EACH ROW
  WHEN ((OLD.id, OLD.member_id, OLD.kind, OLD.transaction_id, OLD.granted, OLD.expires_at, OLD.available_at,
      OLD.requires_verified_email)
    IS DISTINCT FROM (NEW.id, NEW.member_id, NEW.kind, NEW.transaction_id, NEW.granted, NEW.expires_at, NEW.available_at,
      NEW.requires_verified_email))
  EXECUTE FUNCTION refuse_other_terms();

-- Which transaction of the database wrote a ledger transaction: only that one may add entries. Null for those that were
-- written before this column existed.
ALTER TABLE ledger_transactions ADD COLUMN xact_id xid8;
ALTER TABLE ledger_transactions ALTER COLUMN xact_id SET DEFAULT pg_current_xact_id();
-- The clock when the tokens moved. `created_at` is when the transaction of the database began, which may have waited since.
ALTER TABLE ledger_transactions ADD COLUMN moved_at timestamptz(3);
ALTER TABLE ledger_transactions ALTER COLUMN moved_at SET DEFAULT clock_timestamp();

CREATE OR REPLACE FUNCTION check_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount) FROM ledger_entries WHERE transaction_id = NEW.transaction_id) <> 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not sum to zero', NEW.transaction_id USING ERRCODE = 'check_violation';
  END IF;
  -- The time as well: in a database that was restored elsewhere, transaction numbers start again.
  IF NOT EXISTS (
    SELECT FROM ledger_transactions WHERE id = NEW.transaction_id
      AND xact_id = pg_current_xact_id() AND created_at = now()::timestamptz(3)
  ) THEN
    RAISE EXCEPTION 'ledger transaction % is closed', NEW.transaction_id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

-- Adds to the sum of one kind in a wallet, which is locked.
CREATE FUNCTION add_to_wallet(member text, lot_kind text, tokens integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallets SET
    topup = topup + CASE lot_kind WHEN 'topup' THEN tokens ELSE 0 END,
    referral = referral + CASE lot_kind WHEN 'referral' THEN tokens ELSE 0 END,
    bonus = bonus + CASE lot_kind WHEN 'bonus' THEN tokens ELSE 0 END
    WHERE member_id = member;
END $$;

-- Gives tokens as a new lot, once for a reference. Returns the transaction, or null where this very grant was made
-- before. A reference that gave something else, or to somebody else, is an error. The amount of a referral reward is not
-- compared: it depends on the referrer's tier at the moment.
DROP FUNCTION grant_tokens(text, text, integer, timestamptz, text);
CREATE FUNCTION grant_tokens(
  member text, lot_kind text, tokens integer, expires timestamptz, cause text,
  available timestamptz DEFAULT NULL, needs_verified_email boolean DEFAULT false
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  transaction bigint;
  lot bigint;
BEGIN
  PERFORM lock_wallet(member);
  INSERT INTO ledger_transactions (kind, reference, member_id) VALUES (lot_kind, cause, member)
    ON CONFLICT (reference) DO NOTHING RETURNING id INTO transaction;
  IF transaction IS NULL THEN
    IF NOT EXISTS (
      SELECT FROM ledger_transactions AS t JOIN wallet_lots AS l ON l.transaction_id = t.id
      WHERE t.reference = cause AND l.member_id = member AND l.kind = lot_kind
        AND (l.granted = tokens OR lot_kind = 'referral')
    ) THEN
      RAISE EXCEPTION 'reference % was used for another grant', cause USING ERRCODE = 'unique_violation';
    END IF;
    RETURN NULL;
  END IF;
  INSERT INTO wallet_lots
    (member_id, kind, transaction_id, granted, remaining, expires_at, available_at, requires_verified_email)
    VALUES (member, lot_kind, transaction, tokens, tokens, expires, available, needs_verified_email)
    RETURNING id INTO lot;
  INSERT INTO ledger_entries (transaction_id, account, member_id, lot_id, amount) VALUES
    (transaction, CASE lot_kind WHEN 'topup' THEN 'sales' ELSE 'gifts' END, NULL, NULL, -tokens),
    (transaction, 'member', member, lot, tokens);
  PERFORM add_to_wallet(member, lot_kind, tokens);
  RETURN transaction;
END $$;

-- Changes what is left of one lot, with its entry and the wallet's sum. The wallet is locked.
CREATE OR REPLACE FUNCTION move_lot(transaction bigint, lot wallet_lots, tokens integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallet_lots SET remaining = remaining + tokens WHERE id = lot.id;
  INSERT INTO ledger_entries (transaction_id, account, member_id, lot_id, amount)
    VALUES (transaction, 'member', lot.member_id, lot.id, tokens);
  PERFORM add_to_wallet(lot.member_id, lot.kind, tokens);
END $$;

CREATE OR REPLACE FUNCTION expire_tokens(member text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  lot wallet_lots;
  transaction bigint;
  gone integer := 0;
  -- Not the transaction's beginning: it may have waited for the lock since.
  moment timestamptz := clock_timestamp();
BEGIN
  IF NOT EXISTS (SELECT FROM wallet_lots WHERE member_id = member AND is_open AND expires_at <= moment) THEN
    RETURN 0;
  END IF;
  PERFORM lock_wallet(member);
  FOR lot IN SELECT * FROM wallet_lots
    WHERE member_id = member AND is_open AND expires_at <= moment ORDER BY expires_at, id FOR UPDATE
  LOOP
    INSERT INTO ledger_transactions (kind, reference, member_id, moved_at)
      VALUES ('expiry', 'expiry:' || lot.id, member, moment) RETURNING id INTO transaction;
    INSERT INTO ledger_entries (transaction_id, account, amount) VALUES (transaction, 'expired', lot.remaining);
    PERFORM move_lot(transaction, lot, -lot.remaining);
    gone := gone + lot.remaining;
  END LOOP;
  RETURN gone;
END $$;

-- Opens a tour for a member and takes its price from the lots that expire first among those that can be spent, once, ever.
-- Returns what the wallet holds afterwards, and 'unlocked', or, where nothing is taken, 'unlocked-before', 'short' or
-- 'verify-email': the tokens would suffice if the member's email were verified.
CREATE OR REPLACE FUNCTION unlock_experience(member text, experience integer, price integer)
RETURNS TABLE (outcome text, topup_left bigint, referral_left bigint, bonus_left bigint) LANGUAGE plpgsql AS $$
DECLARE
  lot wallet_lots;
  transaction bigint;
  due integer := price;
  take integer;
  is_verified boolean;
  moment timestamptz;
  spendable bigint;
  after_verification bigint;
  topup_taken integer := 0;
  referral_taken integer := 0;
  bonus_taken integer := 0;
BEGIN
  PERFORM lock_wallet(member);
  moment := clock_timestamp();
  -- Whatever it leaves open ends after `moment`.
  PERFORM expire_tokens(member);
  is_verified := EXISTS (SELECT FROM members WHERE id = member AND email_verified_at IS NOT NULL);
  IF EXISTS (SELECT FROM unlocks WHERE member_id = member AND experience_id = experience) THEN
    outcome := 'unlocked-before';
  ELSE
    SELECT coalesce(sum(remaining) FILTER (WHERE is_verified OR NOT requires_verified_email), 0), coalesce(sum(remaining), 0)
      INTO spendable, after_verification
      FROM wallet_lots WHERE member_id = member AND is_open AND (available_at IS NULL OR available_at <= moment);
    outcome := CASE WHEN price <= spendable THEN 'unlocked' WHEN price <= after_verification THEN 'verify-email' ELSE 'short' END;
  END IF;
  IF outcome = 'unlocked' THEN
    INSERT INTO ledger_transactions (kind, reference, member_id, moved_at)
      VALUES ('unlock', 'unlock:' || member || ':' || experience, member, moment) RETURNING id INTO transaction;
    INSERT INTO ledger_entries (transaction_id, account, amount) VALUES (transaction, 'tours', price);
    FOR lot IN SELECT * FROM wallet_lots
      WHERE member_id = member AND is_open AND (available_at IS NULL OR available_at <= moment)
        AND (is_verified OR NOT requires_verified_email)
      ORDER BY expires_at, id FOR UPDATE
    LOOP
      take := least(due, lot.remaining);
      UPDATE wallet_lots SET remaining = remaining - take WHERE id = lot.id;
      INSERT INTO ledger_entries (transaction_id, account, member_id, lot_id, amount)
        VALUES (transaction, 'member', member, lot.id, -take);
      CASE lot.kind
        WHEN 'topup' THEN topup_taken := topup_taken + take;
        WHEN 'referral' THEN referral_taken := referral_taken + take;
        ELSE bonus_taken := bonus_taken + take;
      END CASE;
      due := due - take;
      EXIT WHEN due = 0;
    END LOOP;
    UPDATE wallets SET topup = topup - topup_taken, referral = referral - referral_taken, bonus = bonus - bonus_taken
      WHERE member_id = member;
    INSERT INTO unlocks (member_id, experience_id, tokens, transaction_id)
      VALUES (member, experience, price, transaction);
  END IF;
  SELECT topup, referral, bonus INTO topup_left, referral_left, bonus_left FROM wallets WHERE member_id = member;
  RETURN NEXT;
END $$;
