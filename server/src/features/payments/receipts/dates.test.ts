import { Site } from '@oriel/contract';
import { describe, expect, it } from 'vitest';
import { readSite } from '../../../site/site.ts';
import { dayAt, seriesAt } from './dates.ts';

const INDIA = { timeZone: 'Asia/Kolkata', taxYearStart: 4 };
const BERLIN = { timeZone: 'Europe/Berlin', taxYearStart: 4 };
const NEW_YORK = { timeZone: 'America/New_York', taxYearStart: 1 };
const SYDNEY = { timeZone: 'Australia/Sydney', taxYearStart: 7 };

describe("the testApp's clock", () => {
  it.each([
    ['2026-03-31T18:29:59.999Z', INDIA, '2025-26', '31 March 2026'],
    ['2026-03-31T18:30:00Z', INDIA, '2026-27', '1 April 2026'],
    ['2026-03-31T20:30:00Z', INDIA, '2026-27', '1 April 2026'],
    ['2099-12-31T18:30:00Z', INDIA, '2099-00', '1 January 2100'],
    // Summer time, which begins days before the tax year.
    ['2026-03-31T21:59:59Z', BERLIN, '2025-26', '31 March 2026'],
    ['2026-03-31T22:00:00Z', BERLIN, '2026-27', '1 April 2026'],
    ['2027-01-01T04:59:59Z', NEW_YORK, '2026', '31 December 2026'],
    ['2027-01-01T05:00:00Z', NEW_YORK, '2027', '1 January 2027'],
    // The hour that comes twice.
    ['2026-11-01T05:30:00Z', NEW_YORK, '2026', '1 November 2026'],
    ['2026-11-01T06:30:00Z', NEW_YORK, '2026', '1 November 2026'],
    ['2026-06-30T14:00:00Z', SYDNEY, '2026-27', '1 July 2026'],
  ])('at %s', (moment, receipts, series, day) => {
    expect(seriesAt(new Date(moment), receipts)).toBe(series);
    expect(dayAt(new Date(moment), receipts.timeZone)).toBe(day);
  });

  it('is that of India unless set, and a real one', () => {
    expect(readSite().receipts).toEqual(INDIA);
    const { receipts } = Site.parse({ ...readSite(), receipts: { timeZone: 'Europe/Berlin' } });
    expect(receipts).toEqual(BERLIN);
    expect(Site.safeParse({ ...readSite(), receipts: { timeZone: 'Mars/Olympus' } }).success).toBe(false);
  });
});
