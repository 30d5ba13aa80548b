import { type ConsentTexts, consentTextHash } from '@oriel/contract';
import type { Db } from '../../database/database.ts';
import { ANALYTICS_DAYS, CONSENT_EVIDENCE_YEARS } from '../../site/texts.ts';
import {
  countPastDays,
  createPartitions,
  deleteOldConsentRecords,
  dropOldDays,
  insertConsentTexts,
} from './store.ts';

/** Creates partitions ahead, aggregates past days, and deletes expired data. Safe to run concurrently. */
export async function maintainAnalytics(db: Db, isStopping = () => false): Promise<void> {
  const steps = [
    () => createPartitions(db),
    () => countPastDays(db, isStopping),
    () => dropOldDays(db, ANALYTICS_DAYS, isStopping),
    () => deleteOldConsentRecords(db, CONSENT_EVIDENCE_YEARS),
  ];
  for (const step of steps) if (!isStopping()) await step();
}

/** Stores the texts of the consent dialog that this server shows; evidence refers to their hash. */
export async function storeConsentTexts(db: Db, texts: ConsentTexts): Promise<void> {
  await insertConsentTexts(db, await consentTextHash(texts), texts);
}
