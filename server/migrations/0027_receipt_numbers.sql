-- Receipts get their numbers after the purchase, by one job and in order of payment: no purchase waits for the next number.
ALTER TABLE receipts DROP CONSTRAINT receipts_pkey, DROP CONSTRAINT receipts_order_id_key;
ALTER TABLE receipts
  ALTER COLUMN number DROP NOT NULL,
  ALTER COLUMN series DROP NOT NULL,
  ALTER COLUMN serial DROP NOT NULL,
  ADD PRIMARY KEY (order_id),
  ADD CONSTRAINT receipts_number_key UNIQUE (number),
  ADD CONSTRAINT receipts_numbered_whole CHECK (num_nulls(number, series, serial) IN (0, 3));
CREATE INDEX receipts_unnumbered ON receipts (issued_at, order_id) WHERE number IS NULL;

GRANT UPDATE (number, series, serial) ON receipts TO CURRENT_USER;

CREATE FUNCTION refuse_other_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'number % is given', OLD.number USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER numbered_once BEFORE UPDATE OF number, series, serial ON receipts FOR EACH ROW
  WHEN (OLD.number IS NOT NULL) EXECUTE FUNCTION refuse_other_number();

-- Numbers that an operator had left out, because they were given before the database was restored to an earlier time.
CREATE TABLE receipt_gaps (
  series text NOT NULL REFERENCES receipt_series (series),
  first integer NOT NULL CHECK (first > 0),
  last integer NOT NULL CHECK (last >= first),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (series, first)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON receipt_gaps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON receipt_gaps FROM CURRENT_USER;

-- What the payer paid with, in the gateway's word: card, upi, netbanking. Null for payments from before.
ALTER TABLE payments ADD COLUMN method text CHECK (method ~ '^[a-z_]{1,40}$');

-- What a buyer gets for money that went back of a purchase: a document of its own that refers to the receipt. It is
-- numbered as receipts are, after the receipt.
CREATE TABLE refund_vouchers (
  refund_id text PRIMARY KEY REFERENCES refunds (id),
  order_id text NOT NULL REFERENCES receipts (order_id),
  number text UNIQUE CHECK (number ~ '^[A-Z0-9-]{1,40}$'),
  series text REFERENCES receipt_series (series),
  serial integer CHECK (serial > 0),
  member_id text NOT NULL REFERENCES members (id),
  issued_at timestamptz(3) NOT NULL DEFAULT now(),
  -- As they were that day. The buyer is emptied when they leave.
  seller jsonb NOT NULL,
  buyer jsonb NOT NULL,
  -- What of the refund is tax, in the smallest unit.
  tax_amount bigint NOT NULL CHECK (tax_amount >= 0),
  CHECK (num_nulls(number, series, serial) IN (0, 3)),
  UNIQUE (series, serial)
);
CREATE INDEX refund_vouchers_unnumbered ON refund_vouchers (issued_at, refund_id) WHERE number IS NULL;
CREATE INDEX refund_vouchers_order ON refund_vouchers (order_id);
CREATE INDEX refund_vouchers_member ON refund_vouchers (member_id);
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON refund_vouchers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER numbered_once BEFORE UPDATE OF number, series, serial ON refund_vouchers FOR EACH ROW
  WHEN (OLD.number IS NOT NULL) EXECUTE FUNCTION refuse_other_number();
REVOKE UPDATE, DELETE, TRUNCATE ON refund_vouchers FROM CURRENT_USER;
GRANT UPDATE (number, series, serial, buyer) ON refund_vouchers TO CURRENT_USER;
