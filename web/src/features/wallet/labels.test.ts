import { expect, it } from 'vitest';
import { statusLabel } from './labels.ts';

const NOW = Date.parse('2027-03-01T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

it.each([
  ['topup', 'pending', 29, 'Pending'],
  ['topup', 'pending', 31, 'Not paid'],
  ['topup', 'success', 31, 'Success'],
  ['refund', 'pending', 31, 'Pending'],
] as const)('calls a %s that is %s after %d minutes %j', (type, status, minutes, label) => {
  expect(statusLabel({ type, status, date: minutesAgo(minutes) }, NOW)).toBe(label);
});
