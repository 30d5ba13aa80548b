import type { BulkAction } from './actions.ts';
import type { BulkResult } from './use-bulk.ts';

interface Words {
  button: string;
  title: string;
  /** What it means, where the form does not say so. */
  lead: string;
  submit: string;
}

export const ACTION_WORDS: Record<BulkAction['kind'], Words> = {
  publish: {
    button: 'Publish…',
    title: 'Publish',
    lead: 'Visitors see the drafts as they are now. A tour for which something is missing stays as it is.',
    submit: 'Publish',
  },
  submit: {
    button: 'Submit…',
    title: 'Submit',
    lead: 'The drafts wait to be published. A draft for which something is missing is not submitted.',
    submit: 'Submit',
  },
  withdraw: {
    button: 'Withdraw…',
    title: 'Withdraw',
    lead: 'Nobody finds the tours any more. Members who have unlocked them keep them. The drafts stay.',
    submit: 'Withdraw',
  },
  visibility: {
    button: 'Who sees it…',
    title: 'Who sees the tours',
    lead: 'Of published tours it counts at once.',
    submit: 'Change',
  },
  category: {
    button: 'Category…',
    title: 'Category',
    lead: 'Tours of another category lose their subcategory.',
    submit: 'Change',
  },
  price: { button: 'Price…', title: 'Price', lead: '', submit: 'Change' },
  tags: {
    button: 'Tags…',
    title: 'Tags',
    lead: 'The other tags of the tours stay.',
    submit: 'Change',
  },
};

const OUTCOMES = [
  ['done', 'done'],
  ['unchanged', 'unchanged'],
  ['undone', 'as before'],
  ['failed', 'not done'],
] as const;

/** "3 done, 1 not done" */
export function summaryOf(results: readonly BulkResult[]): string {
  const parts = OUTCOMES.flatMap(([outcome, words]) => {
    const count = results.filter((result) => result.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return `${parts.join(', ')}.`;
}

/** "1 tour", "3 tours" */
export const countTours = (count: number): string => (count === 1 ? '1 tour' : `${count} tours`);
