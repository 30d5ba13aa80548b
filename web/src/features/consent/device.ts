import type { Device } from '@oriel/contract';

interface Browser {
  userAgent: string;
  maxTouchPoints: number;
}

/** The kind of device; tablets that claim to be desktops are recognised by their touch screen. */
export function deviceOf({ userAgent, maxTouchPoints }: Browser): Device {
  const isTablet =
    /iPad|Tablet|PlayBook|Silk|Android(?!.*Mobile)/i.test(userAgent) ||
    (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  if (isTablet) return 'tablet';
  return /Mobi|iPhone|iPod/i.test(userAgent) ? 'mobile' : 'desktop';
}

/** Browsers by the mark in their user agent; most also have the marks of those that follow. */
const MARKS: readonly [mark: RegExp, name: string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/** The browser's name, or "Other". */
export function browserOf({ userAgent }: Pick<Browser, 'userAgent'>): string {
  return MARKS.find(([mark]) => mark.test(userAgent))?.[1] ?? 'Other';
}
