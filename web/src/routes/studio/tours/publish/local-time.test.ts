import { describe, expect, it } from 'vitest';
import { fromLocalInput, toLocalInput, tomorrowMorning } from './local-time.ts';

describe('times in the time zone of the browser', () => {
  it('are the same moment after a field has shown them', () => {
    for (const month of [0, 6]) {
      const moment = new Date(2027, month, 3, 9, 5);
      expect(toLocalInput(moment)).toBe(`2027-0${month + 1}-03T09:05`);
      expect(fromLocalInput(toLocalInput(moment))).toBe(moment.toISOString());
    }
  });

  it('are none where a field is empty or unfinished', () => {
    expect(fromLocalInput('')).toBeNull();
    expect(fromLocalInput('soon')).toBeNull();
  });

  it('begin with tomorrow at nine, also at the end of a month', () => {
    expect(toLocalInput(tomorrowMorning(new Date(2027, 0, 31, 23, 59)))).toBe('2027-02-01T09:00');
  });
});
