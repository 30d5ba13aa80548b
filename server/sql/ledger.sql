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

-- Checked after each statement that writes entries: they are all entries of one ledger transaction and sum to zero, so one
-- statement writes all of them; they are of its member alone, and written in the transaction of the database that wrote it, since
-- a later entry would change history.
CREATE OR REPLACE FUNCTION check_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  written record;
  owner text;
BEGIN
  SELECT min(transaction_id) AS id, max(transaction_id) AS last_id, sum(amount) AS total, min(member_id) AS first_member,
    max(member_id) AS last_member INTO written FROM written_entries;
  IF written.id IS NULL THEN RETURN NULL; END IF;
  IF written.id <> written.last_id THEN
    RAISE EXCEPTION 'one statement writes entries of ledger transactions % and %', written.id, written.last_id
      USING ERRCODE = 'restrict_violation';
  END IF;
  -- The time as well: in a database that was restored elsewhere, transaction numbers start again.
  SELECT member_id INTO owner FROM ledger_transactions
    WHERE id = written.id AND xact_id = pg_current_xact_id() AND created_at = now()::timestamptz(3);
  IF owner IS NULL THEN
    RAISE EXCEPTION 'ledger transaction % is closed', written.id USING ERRCODE = 'restrict_violation';
  END IF;
  IF written.total <> 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not sum to zero', written.id USING ERRCODE = 'check_violation';
  END IF;
  IF written.first_member <> owner OR written.last_member <> owner THEN
    RAISE EXCEPTION 'ledger transaction % is of another member', written.id USING ERRCODE = 'check_violation';
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
