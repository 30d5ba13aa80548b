-- Constraints of single columns of what every movement of tokens writes, as domains: PostgreSQL keeps their expressions, but
-- parses those of CHECK constraints for each statement, and checks them for columns that do not change.
CREATE DOMAIN lot_kind AS text CHECK (VALUE IN ('topup', 'referral', 'bonus'));
CREATE DOMAIN transaction_kind AS text CHECK (VALUE IN ('topup', 'bonus', 'referral', 'unlock', 'expiry', 'refund'));
CREATE DOMAIN transaction_reference AS text CHECK (length(VALUE) BETWEEN 1 AND 200);
CREATE DOMAIN ledger_account AS text CHECK (VALUE IN ('member', 'sales', 'gifts', 'tours', 'expired', 'disputed'));
CREATE DOMAIN moved_tokens AS bigint CHECK (VALUE <> 0);
CREATE DOMAIN positive_tokens AS integer CHECK (VALUE > 0);
CREATE DOMAIN token_balance AS bigint CHECK (VALUE >= 0);

ALTER TABLE ledger_transactions
  DROP CONSTRAINT ledger_transactions_kind_check, DROP CONSTRAINT ledger_transactions_reference_check,
  ALTER COLUMN kind TYPE transaction_kind, ALTER COLUMN reference TYPE transaction_reference;

ALTER TABLE ledger_entries
  DROP CONSTRAINT ledger_entries_account_check, DROP CONSTRAINT ledger_entries_amount_check,
  DROP CONSTRAINT ledger_entries_check, DROP CONSTRAINT ledger_entries_check1,
  ALTER COLUMN account TYPE ledger_account, ALTER COLUMN amount TYPE moved_tokens,
  ADD CONSTRAINT ledger_entries_member_check
    CHECK ((account = 'member') = (member_id IS NOT NULL) AND (member_id IS NULL) = (lot_id IS NULL));

DROP TRIGGER counted ON wallet_lots;
DROP TRIGGER terms_stay ON wallet_lots;
ALTER TABLE wallet_lots
  DROP CONSTRAINT wallet_lots_kind_check, DROP CONSTRAINT wallet_lots_granted_check,
  ALTER COLUMN kind TYPE lot_kind, ALTER COLUMN granted TYPE positive_tokens;
CREATE TRIGGER counted AFTER INSERT ON wallet_lots
  FOR EACH ROW WHEN (NEW.kind = 'referral') EXECUTE FUNCTION count_referral_lot();
CREATE TRIGGER terms_stay BEFORE UPDATE OF id, member_id, kind, transaction_id, granted, expires_at, available_at,
  requires_verified_email ON wallet_lots FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_terms();

ALTER TABLE wallets
  DROP CONSTRAINT wallets_topup_check, DROP CONSTRAINT wallets_referral_check, DROP CONSTRAINT wallets_bonus_check,
  ALTER COLUMN topup TYPE token_balance, ALTER COLUMN referral TYPE token_balance, ALTER COLUMN bonus TYPE token_balance;

ALTER TABLE unlocks DROP CONSTRAINT unlocks_tokens_check, ALTER COLUMN tokens TYPE positive_tokens;
