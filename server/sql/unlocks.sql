-- Unlocks a tour for a member, once, and takes its price from the spendable lots that expire first. Returns the wallet's
-- balance afterwards and an outcome: 'unlocked', or, where nothing is taken, 'unlocked-before', 'short' or 'verify-email'
-- (the tokens would suffice if the member's email were verified). One that the member may open at no cost is 'open', without a
-- balance. Its statements are planned once for each connection: one that unnests would be planned for each call.
CREATE OR REPLACE FUNCTION unlock_experience(member text, experience integer, price integer, may_be_opened boolean DEFAULT false)
RETURNS TABLE (outcome text, topup_left bigint, referral_left bigint, bonus_left bigint)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  moment timestamptz;
  is_unlocked boolean;
  is_verified boolean;
  lot record;
  spendable integer := 0;
  after_verification bigint := 0;
  -- Of the lots to spend, in the order in which they are spent.
  lots bigint[] := '{}';
  amounts bigint[] := '{}';
  transaction bigint;
  take integer;
  topup_taken integer := 0;
  referral_taken integer := 0;
  bonus_taken integer := 0;
BEGIN
  IF may_be_opened THEN
    outcome := 'open';
    RETURN NEXT;
    RETURN;
  END IF;
  PERFORM lock_wallet(member);
  moment := clock_timestamp();
  is_unlocked := EXISTS (SELECT FROM unlocks WHERE member_id = member AND experience_id = experience);
  FOR lot IN
    SELECT id, kind, remaining, expires_at, requires_verified_email FROM wallet_lots
    WHERE member_id = member AND is_open AND (available_at IS NULL OR available_at <= moment)
    ORDER BY expires_at, wallet_lots.id
  LOOP
    IF lot.expires_at <= moment THEN
      PERFORM expire_tokens(member);
      RETURN QUERY SELECT * FROM unlock_experience(member, experience, price);
      RETURN;
    END IF;
    after_verification := after_verification + lot.remaining;
    IF lot.requires_verified_email THEN
      is_verified := coalesce(is_verified, EXISTS (SELECT FROM members WHERE id = member AND email_verified_at IS NOT NULL));
      CONTINUE WHEN NOT is_verified;
    END IF;
    take := least(price - spendable, lot.remaining);
    spendable := spendable + take;
    lots := lots || lot.id;
    amounts := amounts || -take::bigint;
    CASE lot.kind
      WHEN 'topup' THEN topup_taken := topup_taken + take;
      WHEN 'referral' THEN referral_taken := referral_taken + take;
      ELSE bonus_taken := bonus_taken + take;
    END CASE;
    EXIT WHEN spendable = price;
  END LOOP;
  outcome := CASE WHEN is_unlocked THEN 'unlocked-before' WHEN spendable = price THEN 'unlocked'
    WHEN price <= after_verification THEN 'verify-email' ELSE 'short' END;
  IF outcome <> 'unlocked' THEN
    SELECT topup, referral, bonus INTO topup_left, referral_left, bonus_left FROM wallets WHERE member_id = member;
    RETURN NEXT;
    RETURN;
  END IF;
  FOR position IN 1..cardinality(lots) LOOP
    UPDATE wallet_lots SET remaining = remaining + amounts[position] WHERE id = lots[position];
  END LOOP;
  INSERT INTO ledger_transactions (kind, reference, member_id, moved_at)
    VALUES ('unlock', 'unlock:' || member || ':' || experience, member, moment) RETURNING id INTO transaction;
  INSERT INTO ledger_entries (transaction_id, account, member_id, lot_id, amount)
    SELECT transaction, CASE WHEN moved.lot IS NULL THEN 'tours' ELSE 'member' END,
      CASE WHEN moved.lot IS NULL THEN NULL ELSE member END, moved.lot, moved.amount
    FROM unnest(NULL::bigint || lots, price::bigint || amounts) AS moved (lot, amount);
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
