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

-- What a statement has written of one ledger transaction is all of its entries: they sum to zero, are of its member alone, and
-- written in the transaction of the database that wrote it, since a later entry would change history.
CREATE OR REPLACE FUNCTION check_movement(movement bigint, total numeric, first_member text, last_member text)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  owner text;
BEGIN
  -- The time as well: in a database that was restored elsewhere, transaction numbers start again.
  SELECT member_id INTO owner FROM ledger_transactions
    WHERE id = movement AND xact_id = pg_current_xact_id() AND created_at = now()::timestamptz(3);
  IF owner IS NULL THEN
    RAISE EXCEPTION 'ledger transaction % is closed', movement USING ERRCODE = 'restrict_violation';
  END IF;
  IF total <> 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not sum to zero', movement USING ERRCODE = 'check_violation';
  END IF;
  IF first_member <> owner OR last_member <> owner THEN
    RAISE EXCEPTION 'ledger transaction % is of another member', movement USING ERRCODE = 'check_violation';
  END IF;
END $$;

-- Checked after each statement that writes entries. Nearly all of them write those of one ledger transaction, whose sum needs no
-- groups; payments that are credited together write several.
CREATE OR REPLACE FUNCTION check_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  written record;
BEGIN
  SELECT min(transaction_id) AS id, max(transaction_id) AS last_id, sum(amount) AS total, min(member_id) AS first_member,
    max(member_id) AS last_member INTO written FROM written_entries;
  IF written.id IS NULL THEN RETURN NULL; END IF;
  IF written.id = written.last_id THEN
    PERFORM check_movement(written.id, written.total, written.first_member, written.last_member);
    RETURN NULL;
  END IF;
  PERFORM check_movement(transaction_id, sum(amount), min(member_id), max(member_id))
    FROM written_entries GROUP BY transaction_id;
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
