import {
  type ExperienceDetail,
  embedCode,
  embedPath,
  formatTourLink,
  type OembedResponse,
  parseTourLink,
  type Thumbnails,
  type TourLink,
} from '@oriel/contract';
import { type ExperienceLookup, experienceKey } from '../catalogue/service.ts';

const DEFAULT_WIDTH = 960;
const ASPECT_RATIO = 16 / 9;
/** A changed title or price is seen after this time. */
const CACHE_SECONDS = 3600;

/** A tour that a URL names, and where in it to begin. */
export interface NamedTour {
  lookup: ExperienceLookup | undefined;
  link: TourLink;
}

/** The paths of a tour: its page, its embedded page, and its URL in an earlier system. */
const TOUR_PATH = /^\/(?:experiences\/vr|embed)\/([\w-]{1,200})\/?$|^\/vr360\/(\d{1,9})\/?$/;

/** @returns undefined if the URL names no tour of this site */
export function tourOf(tourUrl: string, origin: string): NamedTour | undefined {
  if (!URL.canParse(tourUrl)) return undefined;
  const url = new URL(tourUrl);
  const found = TOUR_PATH.exec(url.pathname);
  if (url.origin !== origin || found === null) return undefined;
  const [, key, legacyId] = found;
  const lookup: ExperienceLookup | undefined =
    key === undefined ? { column: 'legacy_id', value: Number(legacyId) } : experienceKey(key);
  return { lookup, link: parseTourLink(url.searchParams) };
}

interface Limits {
  maxwidth?: number | undefined;
  maxheight?: number | undefined;
}

/** The largest image that keeps to the limits, as oEmbed's fields. */
function thumbnailOf(
  { pattern, widths, formats, aspectRatio }: Thumbnails,
  { maxwidth = Number.POSITIVE_INFINITY, maxheight = Number.POSITIVE_INFINITY }: Limits,
  origin: string,
) {
  if (!formats.includes('jpg')) return {};
  const fitting = widths.filter((width) => width <= maxwidth && Math.round(width / aspectRatio) <= maxheight);
  if (fitting.length === 0) return {};
  const width = Math.max(...fitting);
  const url = pattern.replace('{width}', String(width)).replace('{format}', 'jpg');
  return {
    thumbnail_url: new URL(url, origin).href,
    thumbnail_width: width,
    thumbnail_height: Math.round(width / aspectRatio),
  };
}

/**
 * What a website needs to show a tour.
 *
 * @param experience as guests see it
 */
export function presentOembed(
  experience: ExperienceDetail,
  link: TourLink,
  limits: Limits,
  { origin, siteName }: { origin: string; siteName: string },
): OembedResponse {
  const width = Math.min(limits.maxwidth ?? DEFAULT_WIDTH, DEFAULT_WIDTH * 2);
  const height = Math.max(
    1,
    Math.min(limits.maxheight ?? Number.POSITIVE_INFINITY, Math.round(width / ASPECT_RATIO)),
  );
  const title = experience.propertyName ?? experience.title;
  const query = formatTourLink(link);
  const url = origin + embedPath(experience.slug, query && `?${query}`);
  const scene = experience.tour?.scenes.find(({ id }) => id === link.scene);
  const thumbnails = scene?.thumbnails ?? experience.thumbnails;
  return {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: siteName,
    provider_url: origin,
    cache_age: CACHE_SECONDS,
    html: embedCode({ url, title, width, height }),
    width,
    height,
    ...(thumbnails && thumbnailOf(thumbnails, limits, origin)),
  };
}
