import type { Device, EventType } from '@oriel/contract';
import type { ColumnType, Generated } from 'kysely';

/** See `migrations/0012_analytics.sql`. */
export interface AnalyticsTables {
  analytics_events: {
    received_at: Generated<Date>;
    happened_at: Date;
    session_id: string;
    page_name: string;
    event_type: EventType;
    browser: string | null;
    user_agent: string | null;
    device: Device | null;
    referrer: string | null;
    meta: ColumnType<Record<string, unknown> | null, string | null, never>;
  };
  analytics_daily: {
    day: Date;
    page_name: string;
    event_type: EventType;
    device: Device | 'unknown';
    events: number;
    sessions: number;
  };
  analytics_days: { day: Date; counted_at: Generated<Date> };
  consent_texts: {
    hash: string;
    texts: ColumnType<Record<string, unknown>, string, never>;
    first_used_at: Generated<Date>;
  };
  consent_records: {
    id: Generated<string>;
    version: number;
    analytics: boolean;
    marketing: boolean;
    text_hash: string | null;
    decided_at: Generated<Date>;
  };
}

declare module '../../database/schema.ts' {
  interface Schema extends AnalyticsTables {}
}
