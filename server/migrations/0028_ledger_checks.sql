-- Which checks of the ledger are due, and how the last ones ended. A process claims a check by moving `next_at`, so that one
-- process makes it, however many run.
CREATE TABLE ledger_checks (
  -- 'recent': the members whose tokens moved since the last time. 'whole': everything.
  name text PRIMARY KEY CHECK (name IN ('recent', 'whole')),
  next_at timestamptz(3) NOT NULL DEFAULT now(),
  -- When it last came to its end, and how many rows broke a rule then; null: never yet.
  completed_at timestamptz(3),
  findings integer CHECK (findings >= 0)
);
INSERT INTO ledger_checks (name) VALUES ('recent'), ('whole');

-- How far the journal was looked at. Positions are transactions of the database, not ids: those are given in another order
-- than transactions end.
CREATE TABLE ledger_check_progress (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- Every transaction of the database before this one is over, and what it moved was looked at. Null: nothing was yet.
  checked_before xid8,
  -- Up to this id, movements come from a database that this one was restored from, where other transactions had their numbers.
  restored_until bigint NOT NULL DEFAULT 0
);
INSERT INTO ledger_check_progress DEFAULT VALUES;

-- What the accounts held by all that was looked at. It must be the same whenever it is added up again.
CREATE TABLE ledger_check_totals (
  account text PRIMARY KEY,
  tokens bigint NOT NULL,
  entries bigint NOT NULL
);

CREATE INDEX ledger_transactions_xact ON ledger_transactions (xact_id);

-- An unlock is for good and knows its tour by number, so a tour that was deleted must not pass its number on.
CREATE INDEX unlocks_experience ON unlocks (experience_id);
CREATE FUNCTION refuse_unlocked_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM unlocks WHERE experience_id = NEW.id) THEN
    RAISE EXCEPTION 'experience % was unlocked before: its number cannot be used again', NEW.id
      USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER never_again BEFORE INSERT ON experiences FOR EACH ROW EXECUTE FUNCTION refuse_unlocked_id();
CREATE TRIGGER never_renumbered BEFORE UPDATE OF id ON experiences FOR EACH ROW
  WHEN (OLD.id <> NEW.id) EXECUTE FUNCTION refuse_unlocked_id();
