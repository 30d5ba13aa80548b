-- History is not for the application to change: its own role, the tables' owner, may no longer update, delete or truncate it.
-- The triggers say the same to a superuser, whom no right holds back, such as the role of the embedded PostgreSQL.

-- Foreign keys lock the row that they refer to, for which PostgreSQL asks for the right to update any one column: where
-- others refer to a table, the owner keeps that of a single column, and the triggers refuse even that.
REVOKE UPDATE, DELETE, TRUNCATE ON ledger_transactions FROM CURRENT_USER;
GRANT UPDATE (id) ON ledger_transactions TO CURRENT_USER;
REVOKE UPDATE, DELETE, TRUNCATE ON ledger_entries FROM CURRENT_USER;
REVOKE UPDATE, DELETE, TRUNCATE ON unlocks FROM CURRENT_USER;

-- Of these, what may change is left: the rest of a lot, who bought, and which tokens went back.
REVOKE UPDATE, DELETE, TRUNCATE ON wallet_lots FROM CURRENT_USER;
GRANT UPDATE (remaining) ON wallet_lots TO CURRENT_USER;
REVOKE UPDATE, DELETE, TRUNCATE ON receipts FROM CURRENT_USER;
GRANT UPDATE (buyer) ON receipts TO CURRENT_USER;
REVOKE UPDATE, DELETE, TRUNCATE ON refunds FROM CURRENT_USER;
GRANT UPDATE (tokens_due, tokens_taken) ON refunds TO CURRENT_USER;

-- A payment that has to be given back is asked for again until it is, and in between the others have their turn.
ALTER TABLE payments ADD COLUMN give_back_at timestamptz(3) NOT NULL DEFAULT now();
DROP INDEX payments_to_give_back;
CREATE INDEX payments_to_give_back ON payments (give_back_at) WHERE standing = 'surplus' AND refunded < amount;
