-- Versions of a tour never change, and are deleted only together with the tour.
CREATE OR REPLACE FUNCTION keep_tour_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR EXISTS (SELECT FROM tours WHERE experience_id = OLD.experience_id) THEN
    RAISE EXCEPTION 'tour_versions is append-only' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE OR REPLACE TRIGGER keep_tour_version BEFORE UPDATE OR DELETE ON tour_versions
  FOR EACH ROW EXECUTE FUNCTION keep_tour_version();
