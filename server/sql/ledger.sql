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

-- Checked after each statement that writes entries: those of each ledger transaction sum to zero, so one statement writes all of
-- them, and in the transaction of the database that wrote it; a later entry would change history.
CREATE OR REPLACE FUNCTION check_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  written record;
BEGIN
  FOR written IN SELECT transaction_id, sum(amount) AS total FROM written_entries GROUP BY transaction_id LOOP
    -- The time as well: in a database that was restored elsewhere, transaction numbers start again.
    IF NOT EXISTS (
      SELECT FROM ledger_transactions WHERE id = written.transaction_id
        AND xact_id = pg_current_xact_id() AND created_at = now()::timestamptz(3)
    ) THEN
      RAISE EXCEPTION 'ledger transaction % is closed', written.transaction_id USING ERRCODE = 'restrict_violation';
    END IF;
    IF written.total <> 0 THEN
      RAISE EXCEPTION 'ledger transaction % does not sum to zero', written.transaction_id USING ERRCODE = 'check_violation';
    END IF;
  END LOOP;
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
