-- The ledger: what happened to tokens, in double entry. Every transaction moves tokens from somewhere to somewhere and
-- sums to zero; nothing in it is ever changed. Lots and wallets beside it are what the journal adds up to.
CREATE TABLE ledger_transactions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('topup', 'bonus', 'referral', 'unlock', 'expiry', 'refund')),
  -- What caused it, in the words of whoever caused it; the same cause never moves tokens twice.
  reference text NOT NULL UNIQUE CHECK (length(reference) BETWEEN 1 AND 200),
  member_id text NOT NULL REFERENCES members (id),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- A member's history, newest first.
CREATE INDEX ledger_transactions_member ON ledger_transactions (member_id, created_at DESC, id DESC);

-- Tokens of one grant. They are spent in the order in which they expire.
CREATE TABLE wallet_lots (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id text NOT NULL REFERENCES members (id),
  kind text NOT NULL CHECK (kind IN ('topup', 'referral', 'bonus')),
  transaction_id bigint NOT NULL UNIQUE REFERENCES ledger_transactions (id),
  granted integer NOT NULL CHECK (granted > 0),
  remaining integer NOT NULL CHECK (remaining >= 0 AND remaining <= granted),
  expires_at timestamptz(3) NOT NULL
);

CREATE INDEX wallet_lots_open ON wallet_lots (member_id, expires_at, id) WHERE remaining > 0;
CREATE INDEX wallet_lots_due ON wallet_lots (expires_at) WHERE remaining > 0;

CREATE TABLE ledger_entries (
  transaction_id bigint NOT NULL REFERENCES ledger_transactions (id),
  -- A member's lot, or where tokens come from and go to: sold for money, given as a gift, spent on tours, expired.
  account text NOT NULL CHECK (account IN ('member', 'sales', 'gifts', 'tours', 'expired')),
  member_id text REFERENCES members (id),
  lot_id bigint REFERENCES wallet_lots (id),
  amount bigint NOT NULL CHECK (amount <> 0),
  CHECK ((account = 'member') = (member_id IS NOT NULL)),
  CHECK ((account = 'member') = (lot_id IS NOT NULL))
);

CREATE UNIQUE INDEX ledger_entries_key ON ledger_entries (transaction_id, account, lot_id) NULLS NOT DISTINCT;
CREATE INDEX ledger_entries_lot ON ledger_entries (lot_id) WHERE lot_id IS NOT NULL;

-- One row a member: what the open lots add up to, and what is locked first by whoever moves the member's tokens.
CREATE TABLE wallets (
  member_id text PRIMARY KEY REFERENCES members (id),
  topup bigint NOT NULL DEFAULT 0 CHECK (topup >= 0),
  referral bigint NOT NULL DEFAULT 0 CHECK (referral >= 0),
  bonus bigint NOT NULL DEFAULT 0 CHECK (bonus >= 0)
);

-- A tour that a member has opened for good, at what price. It stays when the tour is taken out of the catalogue.
CREATE TABLE unlocks (
  member_id text NOT NULL REFERENCES members (id),
  experience_id integer NOT NULL,
  tokens integer NOT NULL CHECK (tokens > 0),
  transaction_id bigint NOT NULL UNIQUE REFERENCES ledger_transactions (id),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (member_id, experience_id)
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON wallet_lots
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_taken_back BEFORE UPDATE OR DELETE OR TRUNCATE ON unlocks
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Of a lot, nothing but what is left of it ever changes.
CREATE FUNCTION refuse_other_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the terms of a lot never change' USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER terms_stay BEFORE UPDATE ON wallet_lots FOR EACH ROW
  WHEN ((OLD.id, OLD.member_id, OLD.kind, OLD.transaction_id, OLD.granted, OLD.expires_at)
    IS DISTINCT FROM (NEW.id, NEW.member_id, NEW.kind, NEW.transaction_id, NEW.granted, NEW.expires_at))
  EXECUTE FUNCTION refuse_other_terms();

-- Checked when the transaction commits: the entries of a ledger transaction sum to zero, and were all made together
-- with it, for a later one would change history.
CREATE FUNCTION check_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount) FROM ledger_entries WHERE transaction_id = NEW.transaction_id) <> 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not sum to zero', NEW.transaction_id USING ERRCODE = 'check_violation';
  END IF;
  IF (SELECT created_at FROM ledger_transactions WHERE id = NEW.transaction_id) <> now()::timestamptz(3) THEN
    RAISE EXCEPTION 'ledger transaction % is closed', NEW.transaction_id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_balanced();

CREATE FUNCTION check_has_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_entries WHERE transaction_id = NEW.id) THEN
    RAISE EXCEPTION 'ledger transaction % has no entries', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER has_entries AFTER INSERT ON ledger_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_has_entries();

-- Locks a member's wallet, which every movement of their tokens does first, and makes it where there is none.
CREATE FUNCTION lock_wallet(member text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM wallets WHERE member_id = member FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO wallets (member_id) VALUES (member) ON CONFLICT DO NOTHING;
    PERFORM FROM wallets WHERE member_id = member FOR UPDATE;
  END IF;
END $$;

-- Changes what is left of one lot, with its entry and the wallet's sum. The wallet is locked.
CREATE FUNCTION move_lot(transaction bigint, lot wallet_lots, tokens integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallet_lots SET remaining = remaining + tokens WHERE id = lot.id;
  INSERT INTO ledger_entries (transaction_id, account, member_id, lot_id, amount)
    VALUES (transaction, 'member', lot.member_id, lot.id, tokens);
  UPDATE wallets SET
    topup = topup + CASE lot.kind WHEN 'topup' THEN tokens ELSE 0 END,
    referral = referral + CASE lot.kind WHEN 'referral' THEN tokens ELSE 0 END,
    bonus = bonus + CASE lot.kind WHEN 'bonus' THEN tokens ELSE 0 END
    WHERE member_id = lot.member_id;
END $$;

-- Gives tokens as a new lot, once for a reference. Answers the transaction, or null where it was given before.
CREATE FUNCTION grant_tokens(member text, lot_kind text, tokens integer, expires timestamptz, cause text)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  transaction bigint;
  lot bigint;
BEGIN
  PERFORM lock_wallet(member);
  INSERT INTO ledger_transactions (kind, reference, member_id) VALUES (lot_kind, cause, member)
    ON CONFLICT (reference) DO NOTHING RETURNING id INTO transaction;
  IF transaction IS NULL THEN RETURN NULL; END IF;
  INSERT INTO wallet_lots (member_id, kind, transaction_id, granted, remaining, expires_at)
    VALUES (member, lot_kind, transaction, tokens, tokens, expires) RETURNING id INTO lot;
  INSERT INTO ledger_entries (transaction_id, account, member_id, lot_id, amount) VALUES
    (transaction, CASE lot_kind WHEN 'topup' THEN 'sales' ELSE 'gifts' END, NULL, NULL, -tokens),
    (transaction, 'member', member, lot, tokens);
  UPDATE wallets SET
    topup = topup + CASE lot_kind WHEN 'topup' THEN tokens ELSE 0 END,
    referral = referral + CASE lot_kind WHEN 'referral' THEN tokens ELSE 0 END,
    bonus = bonus + CASE lot_kind WHEN 'bonus' THEN tokens ELSE 0 END
    WHERE member_id = member;
  RETURN transaction;
END $$;

-- Lets what is left of a member's lots expire that are past their time, which is the database's. Answers how many tokens
-- went. Whoever holds the wallet's lock calls it before spending, so that a lot is either spent or expired.
CREATE FUNCTION expire_tokens(member text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  lot wallet_lots;
  transaction bigint;
  gone integer := 0;
  -- Not the transaction's beginning: it may have waited for the lock since.
  moment timestamptz := clock_timestamp();
BEGIN
  IF NOT EXISTS (SELECT FROM wallet_lots WHERE member_id = member AND remaining > 0 AND expires_at <= moment) THEN
    RETURN 0;
  END IF;
  PERFORM lock_wallet(member);
  FOR lot IN SELECT * FROM wallet_lots
    WHERE member_id = member AND remaining > 0 AND expires_at <= moment ORDER BY expires_at, id FOR UPDATE
  LOOP
    INSERT INTO ledger_transactions (kind, reference, member_id)
      VALUES ('expiry', 'expiry:' || lot.id, member) RETURNING id INTO transaction;
    INSERT INTO ledger_entries (transaction_id, account, amount) VALUES (transaction, 'expired', lot.remaining);
    PERFORM move_lot(transaction, lot, -lot.remaining);
    gone := gone + lot.remaining;
  END LOOP;
  RETURN gone;
END $$;

-- Opens a tour for a member and takes its price from the lots that expire first, once, ever. Answers 'unlocked',
-- 'unlocked-before' (nothing is taken) or 'short' (nothing is taken), and what the wallet holds afterwards.
CREATE FUNCTION unlock_experience(member text, experience integer, price integer)
RETURNS TABLE (outcome text, topup_left bigint, referral_left bigint, bonus_left bigint) LANGUAGE plpgsql AS $$
DECLARE
  lot wallet_lots;
  transaction bigint;
  due integer := price;
  take integer;
BEGIN
  PERFORM lock_wallet(member);
  PERFORM expire_tokens(member);
  IF EXISTS (SELECT FROM unlocks WHERE member_id = member AND experience_id = experience) THEN
    outcome := 'unlocked-before';
  ELSIF (SELECT topup + referral + bonus FROM wallets WHERE member_id = member) < price THEN
    outcome := 'short';
  ELSE
    outcome := 'unlocked';
    INSERT INTO ledger_transactions (kind, reference, member_id)
      VALUES ('unlock', 'unlock:' || member || ':' || experience, member) RETURNING id INTO transaction;
    INSERT INTO ledger_entries (transaction_id, account, amount) VALUES (transaction, 'tours', price);
    FOR lot IN SELECT * FROM wallet_lots
      WHERE member_id = member AND remaining > 0 ORDER BY expires_at, id FOR UPDATE
    LOOP
      take := least(due, lot.remaining);
      PERFORM move_lot(transaction, lot, -take);
      due := due - take;
      EXIT WHEN due = 0;
    END LOOP;
    INSERT INTO unlocks (member_id, experience_id, tokens, transaction_id)
      VALUES (member, experience, price, transaction);
  END IF;
  SELECT topup, referral, bonus INTO topup_left, referral_left, bonus_left FROM wallets WHERE member_id = member;
  RETURN NEXT;
END $$;

-- Takes back what is left of the lot that a transaction gave, at most so many tokens, once for a reference. Answers how
-- many were taken; a retry answers the same.
CREATE FUNCTION reverse_purchase(purchase bigint, tokens integer, cause text) RETURNS integer LANGUAGE plpgsql AS $$
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
  INSERT INTO ledger_entries (transaction_id, account, amount)
    VALUES (transaction, CASE lot.kind WHEN 'topup' THEN 'sales' ELSE 'gifts' END, take);
  PERFORM move_lot(transaction, lot, -take);
  RETURN take;
END $$;
