-- Adds every lot of referral tokens, those that an operator grants included, to the totals. The wallet is locked.
CREATE OR REPLACE FUNCTION count_referral_lot() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  newcomers integer := (
    SELECT count(*) FROM ledger_transactions WHERE id = NEW.transaction_id AND reference LIKE 'referral-newcomer:%'
  );
BEGIN
  INSERT INTO referral_totals AS total (member_id, rewarded, tokens)
    VALUES (NEW.member_id, newcomers, NEW.granted)
    ON CONFLICT (member_id) DO UPDATE
      SET rewarded = total.rewarded + EXCLUDED.rewarded, tokens = total.tokens + EXCLUDED.tokens;
  RETURN NULL;
END $$;
