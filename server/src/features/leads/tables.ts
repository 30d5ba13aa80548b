import type { ColumnType, Generated } from 'kysely';

/** See `migrations/0004_accounts.sql`. */
export interface LeadTables {
  leads: {
    id: Generated<string>;
    kind: 'help' | 'contact' | 'newsletter' | 'enrolment' | 'quote';
    email: string;
    member_id: string | null;
    /** What was filled in, as the contract's schema of this kind has it. */
    details: ColumnType<Record<string, unknown>, string, never>;
    created_at: Generated<Date>;
  };
}
