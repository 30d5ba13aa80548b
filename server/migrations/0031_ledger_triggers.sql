-- The entries of a ledger transaction are summed once, by the statement that writes them all, and no longer once for each of them
-- when the transaction of the database commits.
DROP TRIGGER balanced ON ledger_entries;
DROP FUNCTION IF EXISTS check_balanced();
CREATE OR REPLACE FUNCTION check_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'defined in server/sql/ledger.sql';
END $$;
CREATE TRIGGER balanced AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS written_entries
  FOR EACH STATEMENT EXECUTE FUNCTION check_entries();
-- That check reads the transaction, which is never deleted, and compares its member, who has a foreign key there.
ALTER TABLE ledger_entries
  DROP CONSTRAINT ledger_entries_transaction_id_fkey, DROP CONSTRAINT ledger_entries_member_id_fkey;

-- Now writes both entries of a movement.
DROP FUNCTION IF EXISTS move_lot(bigint, wallet_lots, integer);
-- Became a part of `unlock_experience`.
DROP FUNCTION IF EXISTS open_experience(text, integer, boolean);
DROP FUNCTION IF EXISTS unlock_experience(text, integer, integer);

-- By the updated columns: PostgreSQL parses the condition of a trigger again for every statement.
DROP TRIGGER terms_stay ON wallet_lots;
CREATE TRIGGER terms_stay BEFORE UPDATE OF id, member_id, kind, transaction_id, granted, expires_at, available_at,
  requires_verified_email ON wallet_lots FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_terms();
