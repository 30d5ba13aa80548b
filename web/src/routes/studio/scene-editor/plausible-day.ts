/** No photo is older. */
const FIRST_DAY = '1826-01-01';
const DAY_MS = 24 * 60 * 60_000;

/**
 * Whether something can have been photographed on a day. While a year is typed, the browser already has a date of its first digits, such as
 * 14 May 0002.
 *
 * @param day such as `2026-05-14`, or empty for none
 * @param now milliseconds; tomorrow may have begun elsewhere
 */
export const isPlausibleDay = (day: string, now = Date.now()): boolean =>
  day === '' || (day >= FIRST_DAY && day <= new Date(now + DAY_MS).toISOString().slice(0, 10));
