import type { HotspotKind } from '../types.ts';

/** Lines in a square of 24, drawn 2 wide with round ends. */
export const GLYPHS: Record<HotspotKind, string> = {
  door: 'M12 18V6.5M6.5 12L12 6.5l5.5 5.5',
  info: 'M12 7.5v.01M12 11.5v6',
  picture: 'M5 6.5h14v11H5zM6 16l4-4 3 3 2-2 3 3',
  film: 'M9 7l8.5 5L9 17z',
  sound: 'M5 10v4h3l4 3.5v-11L8 10zM15.5 9.5a4 4 0 0 1 0 5M18 7a7 7 0 0 1 0 10',
  link: 'M9 7h8v8M17 7L7 17',
  book: 'M6 7.5h12V18H6zM6 11h12M9 5v3M15 5v3',
};
