-- Unlocks a tour for a member, once, and takes its price from the spendable lots that expire first. Returns the wallet's
-- balance afterwards and an outcome: 'unlocked', or, where nothing is taken, 'unlocked-before', 'short' or 'verify-email'
-- (the tokens would suffice if the member's email were verified).
CREATE OR REPLACE FUNCTION unlock_experience(member text, experience integer, price integer)
RETURNS TABLE (outcome text, topup_left bigint, referral_left bigint, bonus_left bigint) LANGUAGE plpgsql AS $$
DECLARE
  lot record;
  transaction bigint;
  due integer := price;
  take integer;
  is_verified boolean;
  moment timestamptz;
  spendable bigint;
  after_verification bigint;
  spent_lots bigint[] := '{}';
  amounts bigint[] := '{}';
  topup_taken integer := 0;
  referral_taken integer := 0;
  bonus_taken integer := 0;
BEGIN
  PERFORM lock_wallet(member);
  moment := clock_timestamp();
  -- The lots that stay open expire after `moment`.
  PERFORM expire_tokens(member);
  is_verified := EXISTS (SELECT FROM members WHERE id = member AND email_verified_at IS NOT NULL);
  IF EXISTS (SELECT FROM unlocks WHERE member_id = member AND experience_id = experience) THEN
    outcome := 'unlocked-before';
  ELSE
    SELECT coalesce(sum(remaining) FILTER (WHERE is_verified OR NOT requires_verified_email), 0), coalesce(sum(remaining), 0)
      INTO spendable, after_verification
      FROM wallet_lots WHERE member_id = member AND is_open AND (available_at IS NULL OR available_at <= moment);
    outcome := CASE WHEN price <= spendable THEN 'unlocked' WHEN price <= after_verification THEN 'verify-email' ELSE 'short' END;
  END IF;
  IF outcome <> 'unlocked' THEN
    SELECT topup, referral, bonus INTO topup_left, referral_left, bonus_left FROM wallets WHERE member_id = member;
    RETURN NEXT;
    RETURN;
  END IF;
  FOR lot IN SELECT id, kind, remaining FROM wallet_lots
    WHERE member_id = member AND is_open AND (available_at IS NULL OR available_at <= moment)
      AND (is_verified OR NOT requires_verified_email)
    ORDER BY expires_at, id
  LOOP
    take := least(due, lot.remaining);
    UPDATE wallet_lots SET remaining = remaining - take WHERE id = lot.id;
    spent_lots := spent_lots || lot.id;
    amounts := amounts || -take::bigint;
    CASE lot.kind
      WHEN 'topup' THEN topup_taken := topup_taken + take;
      WHEN 'referral' THEN referral_taken := referral_taken + take;
      ELSE bonus_taken := bonus_taken + take;
    END CASE;
    due := due - take;
    EXIT WHEN due = 0;
  END LOOP;
  INSERT INTO ledger_transactions (kind, reference, member_id, moved_at)
    VALUES ('unlock', 'unlock:' || member || ':' || experience, member, moment) RETURNING id INTO transaction;
  INSERT INTO ledger_entries (transaction_id, account, member_id, lot_id, amount)
    SELECT transaction, 'tours', NULL, NULL, price
    UNION ALL SELECT transaction, 'member', member, spent.lot, spent.amount FROM unnest(spent_lots, amounts) AS spent (lot, amount);
  INSERT INTO unlocks (member_id, experience_id, tokens, transaction_id)
    VALUES (member, experience, price, transaction);
  UPDATE wallets SET topup = topup - topup_taken, referral = referral - referral_taken, bonus = bonus - bonus_taken
    WHERE member_id = member RETURNING topup, referral, bonus INTO topup_left, referral_left, bonus_left;
  RETURN NEXT;
END $$;

-- Whether a member may open an experience that they have not unlocked: it is free, or their plan includes it. The same rule as
-- `mayOpen` in features/catalogue/access.ts; a test compares them.
CREATE OR REPLACE FUNCTION may_open(price integer, part_of_package boolean, has_plan boolean)
RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT price = 0 OR (part_of_package AND has_plan)
$$;

-- Opens an experience for a member, and unlocks it where they may not open it at no cost. One statement reads the price and
-- takes it. Returns 'open' where it costs nothing, else the outcome of `unlock_experience`; no row where there is no such
-- experience.
CREATE OR REPLACE FUNCTION open_experience(member text, experience integer, has_plan boolean)
RETURNS TABLE (outcome text, topup_left bigint, referral_left bigint, bonus_left bigint) LANGUAGE plpgsql AS $$
DECLARE
  price integer;
  in_plans boolean;
BEGIN
  SELECT tokens_required, part_of_package INTO price, in_plans FROM experiences WHERE id = experience;
  IF NOT FOUND THEN RETURN; END IF;
  IF may_open(price, in_plans, has_plan) THEN
    RETURN QUERY SELECT 'open', NULL::bigint, NULL::bigint, NULL::bigint;
  ELSE
    RETURN QUERY SELECT * FROM unlock_experience(member, experience, price);
  END IF;
END $$;
