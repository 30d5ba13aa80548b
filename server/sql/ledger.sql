-- For triggers on tables whose rows are history.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- Nothing of a lot but its remaining tokens ever changes.
CREATE OR REPLACE FUNCTION refuse_other_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the terms of a lot never change' USING ERRCODE = 'restrict_violation';
END $$;

-- Checked when the transaction commits: the entries of a ledger transaction sum to zero and were all written in
-- the transaction that wrote it; a later entry would change history.
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

-- Checked when the transaction commits.
CREATE OR REPLACE FUNCTION check_has_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_entries WHERE transaction_id = NEW.id) THEN
    RAISE EXCEPTION 'ledger transaction % has no entries', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
