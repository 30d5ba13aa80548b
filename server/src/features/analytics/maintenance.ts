import { type ConsentTexts, consentTextHash } from '@oriel/contract';
import type { Db } from '../../database/database.ts';
import { ANALYTICS_DAYS, CONSENT_EVIDENCE_YEARS } from '../../site/texts.ts';
import { countOverDays, dropOldDays, forgetOldChoices, keepConsentText, makePartitions } from './store.ts';

/** Creates partitions ahead, counts days that are over, and deletes expired data. Safe to run concurrently. */
export async function maintainAnalytics(db: Db): Promise<void> {
  await makePartitions(db);
  await countOverDays(db);
  await dropOldDays(db, ANALYTICS_DAYS);
  await forgetOldChoices(db, CONSENT_EVIDENCE_YEARS);
}

/** Stores the wording of the consent question that this server shows; evidence refers to its hash. */
export async function storeConsentTexts(db: Db, texts: ConsentTexts): Promise<void> {
  await keepConsentText(db, await consentTextHash(texts), texts);
}
