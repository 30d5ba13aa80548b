import { describe, expect, it } from 'vitest';
import { Answers, TimedRecorder } from './answers.ts';

/** A write of the load: when it was sent and answered, in seconds, and whether it was acknowledged. */
type TimedWrite = [began: number, ended: number, isAcknowledged: boolean];

function recorderOf(...writes: TimedWrite[]) {
  const recorder = new TimedRecorder(new Answers());
  for (const [began, ended, isAcknowledged] of writes)
    recorder.times.push({ began: began * 1000, ended: ended * 1000, isAcknowledged });
  return recorder;
}

const OUTAGES: [title: string, milliseconds: number, writes: TimedWrite[]][] = [
  [
    'is none where nothing fails',
    0,
    [
      [9, 9.9, true],
      [10.1, 10.2, true],
      [11, 11.2, true],
    ],
  ],
  [
    'does not begin before',
    0,
    [
      [8, 8.1, false],
      [10, 10.1, true],
    ],
  ],
  [
    'ends after the last write that fails',
    3_000,
    [
      [10.1, 10.2, false],
      [11, 11.1, true],
      [12, 12.1, false],
      [12.5, 13, true],
    ],
  ],
  [
    'counts when a failed write was sent, not when it failed',
    1_000,
    [
      [9, 14, false],
      [10.5, 11, true],
      [11, 12, true],
      [12, 13, true],
    ],
  ],
  [
    'lasts while writes wait that are acknowledged later',
    6_000,
    [
      [10, 10.1, true],
      [10.2, 16, true],
      [16, 16.1, true],
    ],
  ],
  ['has no end where none succeeds', Number.POSITIVE_INFINITY, [[10.1, 10.2, false]]],
];

describe('the outage of writes', () => {
  it.each(OUTAGES)('%s', (_title, milliseconds, writes) => {
    expect(recorderOf(...writes).outage(10_000)).toBeCloseTo(milliseconds, 0);
  });
});

it('writes are calm when some succeed and none fails', () => {
  expect(recorderOf().isCalm(10_000)).toBe(false);
  expect(recorderOf([9, 9.1, false], [10, 10.1, true]).isCalm(10_000)).toBe(true);
  expect(recorderOf([10, 10.1, true], [10, 10.1, false]).isCalm(10_000)).toBe(false);
});
