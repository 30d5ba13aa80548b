import { type ConsentTexts, consentTextHash } from '@oriel/contract';
import type { Db } from '../../database/database.ts';
import { ANALYTICS_DAYS, CONSENT_EVIDENCE_YEARS } from '../../site/texts.ts';
import { countOverDays, dropOldDays, forgetOldChoices, keepConsentText, makePartitions } from './store.ts';

/** Makes the days ahead, counts those that are over, and lets go what has had its time. Any number of processes may do it. */
export async function keepUpAnalytics(db: Db): Promise<void> {
  await makePartitions(db);
  await countOverDays(db);
  await dropOldDays(db, ANALYTICS_DAYS);
  await forgetOldChoices(db, CONSENT_EVIDENCE_YEARS);
}

/** Keeps the wording of the question that this server shows; evidence names its hash. */
export async function keepWording(db: Db, texts: ConsentTexts): Promise<void> {
  await keepConsentText(db, await consentTextHash(texts), texts);
}
