-- Opens a tour for a member, with everything that decides it in one statement: what it costs now, whether it is free or in
-- the member's plan (`mayOpen` in features/catalogue/access.ts says the same of what is shown), what the member holds.
-- Answers 'open' where it costs them nothing, else what `unlock_experience` answers; no row where there is no such tour.
CREATE FUNCTION open_experience(member text, experience integer, has_plan boolean)
RETURNS TABLE (outcome text, topup_left bigint, referral_left bigint, bonus_left bigint) LANGUAGE plpgsql AS $$
DECLARE
  price integer;
  in_plans boolean;
BEGIN
  SELECT tokens_required, part_of_package INTO price, in_plans FROM experiences WHERE id = experience;
  IF NOT FOUND THEN RETURN; END IF;
  IF price = 0 OR (has_plan AND in_plans) THEN
    RETURN QUERY SELECT 'open', NULL::bigint, NULL::bigint, NULL::bigint;
  ELSE
    RETURN QUERY SELECT * FROM unlock_experience(member, experience, price);
  END IF;
END $$;
