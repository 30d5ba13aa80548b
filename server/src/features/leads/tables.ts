import type { ColumnType, Generated } from 'kysely';

export type LeadKind = 'help' | 'contact' | 'newsletter' | 'enrolment' | 'quote';

/** See `migrations/0004_accounts.sql` and `migrations/0011_newsletter.sql`. */
export interface LeadTables {
  leads: {
    id: Generated<string>;
    kind: LeadKind;
    email: string;
    member_id: string | null;
    /** The fields of the form, as parsed by the contract's schema of this kind; of a quote with prices. */
    details: ColumnType<Record<string, unknown>, string, never>;
    created_at: Generated<Date>;
  };
  newsletter_subscribers: {
    id: string;
    email: string;
    member_id: string | null;
    requested_at: Generated<Date>;
    confirmed_at: Date | null;
    confirm_digest: Buffer | null;
    confirm_until: Date | null;
  };
}

declare module '../../database/schema.ts' {
  interface Schema extends LeadTables {}
}
