-- Locks a member's wallet and creates it where there is none. Every movement of tokens does this first.
CREATE OR REPLACE FUNCTION lock_wallet(member text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM wallets WHERE member_id = member FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO wallets (member_id) VALUES (member) ON CONFLICT DO NOTHING;
    PERFORM FROM wallets WHERE member_id = member FOR UPDATE;
  END IF;
END $$;

-- Adds to the sum of one kind in a wallet, which is locked.
CREATE OR REPLACE FUNCTION add_to_wallet(member text, lot_kind text, tokens integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallets SET
    topup = topup + CASE lot_kind WHEN 'topup' THEN tokens ELSE 0 END,
    referral = referral + CASE lot_kind WHEN 'referral' THEN tokens ELSE 0 END,
    bonus = bonus + CASE lot_kind WHEN 'bonus' THEN tokens ELSE 0 END
    WHERE member_id = member;
END $$;

-- Moves tokens from an account to a lot, or from the lot where `tokens` is below zero, with the ledger entries and the wallet's
-- sum. The wallet is locked.
CREATE OR REPLACE FUNCTION move_lot(transaction bigint, lot wallet_lots, tokens integer, other_account text)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallet_lots SET remaining = remaining + tokens WHERE id = lot.id;
  INSERT INTO ledger_entries (transaction_id, account, member_id, lot_id, amount) VALUES
    (transaction, other_account, NULL, NULL, -tokens),
    (transaction, 'member', lot.member_id, lot.id, tokens);
  PERFORM add_to_wallet(lot.member_id, lot.kind, tokens);
END $$;

-- Grants tokens as a new lot, once for a reference. Returns the transaction, or null where the same grant was made before.
-- A reference of another grant is an error. The amount of a referral reward is not compared: it depends on the tier that the
-- referrer has at the moment.
CREATE OR REPLACE FUNCTION grant_tokens(
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

-- Expires the lots of a member that are past their time, by the clock of the database. Returns the number of expired tokens.
-- Called under the wallet's lock before spending, so that a lot is either spent or expired.
CREATE OR REPLACE FUNCTION expire_tokens(member text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  lot wallet_lots;
  transaction bigint;
  gone integer := 0;
  -- Not now(): the transaction may have waited for the lock since it started.
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
    PERFORM move_lot(transaction, lot, -lot.remaining, 'expired');
    gone := gone + lot.remaining;
  END LOOP;
  RETURN gone;
END $$;

-- Takes back the remaining tokens of the lot that a transaction granted, at most `tokens`, once for a reference. Returns the
-- number of tokens taken; a retry returns the same.
CREATE OR REPLACE FUNCTION reverse_purchase(purchase bigint, tokens integer, cause text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  lot wallet_lots;
  transaction bigint;
  take integer;
BEGIN
  SELECT * INTO lot FROM wallet_lots WHERE transaction_id = purchase;
  IF lot.id IS NULL THEN RETURN 0; END IF;
  PERFORM lock_wallet(lot.member_id);
  SELECT -e.amount INTO take FROM ledger_transactions AS t JOIN ledger_entries AS e ON e.transaction_id = t.id
    WHERE t.reference = cause AND e.lot_id = lot.id;
  IF FOUND THEN RETURN take; END IF;
  SELECT * INTO lot FROM wallet_lots WHERE id = lot.id FOR UPDATE;
  take := least(tokens, lot.remaining);
  IF take <= 0 THEN RETURN 0; END IF;
  INSERT INTO ledger_transactions (kind, reference, member_id)
    VALUES ('refund', cause, lot.member_id) RETURNING id INTO transaction;
  PERFORM move_lot(transaction, lot, -take, CASE lot.kind WHEN 'topup' THEN 'sales' ELSE 'gifts' END);
  RETURN take;
END $$;

-- Holds the remaining tokens of a purchase's lot during a dispute, at most `tokens`, once for a reference. Returns the number
-- of tokens held.
CREATE OR REPLACE FUNCTION hold_purchase(purchase bigint, tokens integer, cause text) RETURNS integer LANGUAGE plpgsql AS $$
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
  PERFORM move_lot(transaction, lot, -take, 'disputed');
  RETURN take;
END $$;

-- Returns held tokens to their lot, once for a reference. If the lot has ended in the meantime, they expire.
CREATE OR REPLACE FUNCTION release_hold(purchase bigint, tokens integer, cause text) RETURNS void LANGUAGE plpgsql AS $$
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
  IF lot.expires_at > clock_timestamp() THEN
    PERFORM move_lot(transaction, lot, tokens, 'disputed');
  ELSE
    INSERT INTO ledger_entries (transaction_id, account, amount) VALUES
      (transaction, 'disputed', -tokens), (transaction, 'expired', tokens);
  END IF;
END $$;

-- Takes held tokens permanently, once for a reference.
CREATE OR REPLACE FUNCTION take_held(purchase bigint, tokens integer, cause text) RETURNS void LANGUAGE plpgsql AS $$
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
