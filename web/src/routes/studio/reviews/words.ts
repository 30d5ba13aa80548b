import type { ReviewSummary } from '@oriel/contract';
import { formatDate } from '../../../format.ts';

export const REVIEWS_KEY = ['studio-reviews'];

/** Who submitted a tour, and when. */
export function submissionWords({ workspace, submittedBy, submittedAt }: ReviewSummary): string {
  const who = submittedBy.name || 'A former member';
  return `${who} of ${workspace.name}, ${formatDate(submittedAt, 'dateTime')}`;
}
