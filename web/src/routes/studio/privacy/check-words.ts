import type { PrivacyCheck } from '@oriel/contract';
import { formatDate } from '../../../format.ts';

/** What a check needs next; `busy` where the server is working on it. */
export type CheckState = 'open' | 'busy' | 'review' | 'failed' | 'signed';

export const isBusy = ({ state }: PrivacyCheck): boolean => state === 'searching' || state === 'blurring';

export function stateOf(check: PrivacyCheck): CheckState {
  if (isBusy(check)) return 'busy';
  if (check.state === 'none') return 'open';
  return check.state === 'searched' ? 'review' : check.state === 'failed' ? 'failed' : 'signed';
}

/** In one or two words. */
export const STATE_WORDS: Record<PrivacyCheck['state'], string> = {
  none: 'To check',
  searching: 'Searching…',
  searched: 'To review',
  failed: 'Failed',
  blurring: 'Blurring…',
  signed: 'Signed',
};

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** What is known of people in a picture, without a full stop. */
export function sentenceAbout(check: PrivacyCheck): string {
  const { kind, state, regions, failure } = check;
  switch (state) {
    case 'none':
      return kind === 'video'
        ? 'A film: look at all of it, it is not searched'
        : 'Not searched for faces yet';
    case 'searching':
      return 'Searching for faces, which takes a minute or two';
    case 'searched': {
      const faces = regions.filter(({ origin }) => origin === 'found').length;
      return faces === 0 ? 'No faces found' : `${count(faces, 'face')} found`;
    }
    case 'failed':
      return failure ?? 'Something went wrong. Please try again.';
    case 'blurring':
      return 'Making a new picture with the blur';
    case 'signed':
      return `Signed${signatureOf(check)}: ${decisionOf(check)}`;
  }
}

function signatureOf({ statement }: PrivacyCheck): string {
  if (statement === null) return '';
  return ` by ${statement.by.name || 'a former member'} on ${formatDate(statement.at, 'dateTime')}`;
}

function decisionOf({ regions, statement }: PrivacyCheck): string {
  const blurred = regions.filter(({ isBlurred }) => isBlurred).length;
  const kept = regions.length - blurred;
  const parts = [blurred > 0 && `${count(blurred, 'region')} blurred`, kept > 0 && `${kept} kept`].filter(
    Boolean,
  );
  if (statement?.basis === 'no-people') parts.unshift('it shows no people');
  return parts.length > 0 ? parts.join(', ') : 'nothing to blur';
}
