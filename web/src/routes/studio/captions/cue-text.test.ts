import { expect, it } from 'vitest';
import { formatCues, parseCues } from './cue-text.ts';

const CUES = [
  { from: 0, to: 2.5, text: 'Welcome.' },
  { from: 62.25, to: 64, text: 'This is the hall,\nand that is the garden.', at: { yaw: 10, pitch: 0 } },
  { from: 3661, to: 3662, text: '' },
];

it('cues are written as lines and read again, with their directions', () => {
  const text = formatCues(CUES);
  expect(text).toBe(
    '0:00 - 0:02.5 Welcome.\n1:02.25 - 1:04 This is the hall,\nand that is the garden.\n1:01:01 - 1:01:02 ',
  );
  expect(parseCues(text, CUES)).toEqual({ cues: CUES });
});

it.each([
  ['WebVTT', 'WEBVTT\n\n00:00:01.000 --> 00:00:04.500\nWelcome.\nCome in.\n'],
  ['SubRip', '1\r\n00:00:01,000 --> 00:00:04,500\r\nWelcome.\r\nCome in.\r\n\r\n'],
])('the text of a file of %s may be pasted', (_, text) => {
  expect(parseCues(text)).toEqual({ cues: [{ from: 1, to: 4.5, text: 'Welcome.\nCome in.' }] });
});

it.each([
  ['Welcome.', 'Line 1 needs its times first, such as 0:01 - 0:04.'],
  ['0:01 - 0:04 One\n0:09 - 0:07 Two', 'Line 2 ends before it begins.'],
  ['0:01 - 30:00:00 Long', 'Line 1 is later than a day.'],
  [`0:01 - 0:04 ${'a'.repeat(501)}`, 'Line 1 is longer than 500 characters.'],
])('what cannot be read is said with its line: %s', (text, problem) => {
  expect(parseCues(text)).toEqual({ problem });
});
