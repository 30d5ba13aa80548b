import { clamp, MAX_FOV, MIN_FOV, verticalFov } from '@oriel/contract';
import type { SpherePart } from '../../media/service.ts';

/** Horizontal fields of view are turned into vertical ones for a screen of this shape. */
export const REFERENCE_ASPECT = 16 / 9;

/** The vertical field of view of a horizontal one, as far as a tour may have it. @param aspect width by height of the screen */
export const fovFrom = (horizontal: number, aspect = REFERENCE_ASPECT): number =>
  clamp(verticalFov(clamp(horizontal, 1, 170), aspect), MIN_FOV, MAX_FOV);

/**
 * The part of the sphere that a picture shows, straight ahead. Where its middle is so high or low that it would reach beyond a
 * pole, the picture ends at the pole.
 *
 * @param vOffset the pitch of its middle
 * @returns undefined for the whole sphere
 */
export function spherePart(width: number, height: number, vOffset: number): SpherePart | undefined {
  if (width >= 360 && height >= 180) return undefined;
  const [sideways, upwards] = [clamp(width, 1, 360) / 2, clamp(height, 1, 180) / 2];
  const middle = clamp(vOffset, upwards - 90, 90 - upwards);
  return {
    minYaw: -sideways,
    maxYaw: sideways,
    minPitch: middle - upwards,
    maxPitch: middle + upwards,
  };
}

/** A value of an export: nothing is known of its type. */
export type Value = unknown;

export const field = (value: Value, key: string): Value =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;

/** A finite number, also if it was written as text. */
export function numberOf(value: Value): number | undefined {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value.trim() !== ''
        ? Number(value)
        : Number.NaN;
  return Number.isFinite(number) && Math.abs(number) < 1e9 ? number : undefined;
}

export function textOf(value: Value): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

export const listOf = (value: Value): Value[] => (Array.isArray(value) ? value : []);

/** Drops the fields without a value, which the tour document would refuse. */
export function present<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decodeEntity(whole: string, name: string): string {
  const named = Object.hasOwn(NAMED, name.toLowerCase()) ? NAMED[name.toLowerCase()] : undefined;
  if (named !== undefined) return named;
  const code = /^#x[0-9a-f]{1,6}$/i.test(name)
    ? Number.parseInt(name.slice(2), 16)
    : /^#\d{1,7}$/.test(name)
      ? Number(name.slice(1))
      : Number.NaN;
  return code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : whole;
}

/** The text of a piece of HTML: its tags, scripts and styles are dropped, its entities decoded, once. */
export function htmlToText(html: string): string {
  return html
    .slice(0, 100_000)
    .replace(/<!--.*?(?:-->|$)/gs, '')
    .replace(/<(script|style)\b.*?(?:<\/\1\s*>|$)/gis, '')
    .replace(/\[br\]|<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^<>]*>/gi, '\n')
    .replace(/<\/?[a-z!][^<>]*>/gi, '')
    .replace(/&(#?\w{1,10});/g, decodeEntity)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/[\p{Cc}\p{Cs}]/gu, (character) => (character === '\n' ? '\n' : ''))
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** One line of it, cut to a length. */
export function lineFrom(html: string, max = 200): string {
  const line = htmlToText(html).replace(/\s+/g, ' ');
  return line.length <= max
    ? line
    : `${line
        .slice(0, max - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`;
}

/** Makes ids of the document out of those of an export: each gets its own, always the same one. */
export class Slugs {
  readonly #byName = new Map<string, string>();
  readonly #used = new Set<string>();

  /** @param name any text; equal names get equal slugs */
  of(name: string): string {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const slug = this.fresh(name);
    this.#byName.set(name, slug);
    return slug;
  }

  /** A slug that no other name has. */
  fresh(name: string): string {
    const base =
      name
        .normalize('NFKD')
        .toLowerCase()
        .replace(/\p{M}/gu, '')
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-/, '')
        .slice(0, 56)
        .replace(/-$/, '') || 'item';
    let slug = base;
    for (let count = 2; this.#used.has(slug); count += 1) slug = `${base}-${count}`;
    this.#used.add(slug);
    return slug;
  }
}
