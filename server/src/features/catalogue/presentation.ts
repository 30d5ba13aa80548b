import {
  type Category,
  type Experience,
  type ExperienceDetail,
  type Panorama,
  type Subcategory,
  sanitiseMediaUrl,
} from '@oriel/contract';
import type { Caller } from '../../caller.ts';
import { mayOpen } from './access.ts';
import type { AssetUrl, BuildAssetUrl, StoredPanorama } from './media.ts';
import type { MemberState } from './member-state.ts';
import type { StoredCategory, StoredExperience, StoredSubcategory } from './store.ts';

const DEFAULT_ICON = '📁';
const DEFAULT_THUMBNAIL = '/images/headset.svg';
const UNCATEGORISED = 'Uncategorized';
/** The longest icon that is text: an emoji or a few letters. */
const MAX_ICON_GRAPHEMES = 4;

/** Demo tours for experiences without a valid media URL: by legacy id, else by id, else the default video. */
export interface FallbackTours {
  byId: Readonly<Record<string, string>>;
  default: string;
}

/** The caller, and what they have of the experiences. */
export interface CallerState extends MemberState {
  caller: Caller;
}

export interface UrlSources {
  /** The absolute URL that relative media URLs are resolved against. */
  viewerBase: string;
  buildAssetUrl: BuildAssetUrl;
  fallbackTours: FallbackTours;
}

/** The URL of an image, absolute (http, https) or root-relative; undefined for anything else. */
export function safeImageUrl(text: string | null): string | undefined {
  const trimmed = text?.trim();
  if (!trimmed) return undefined;
  const isRooted = /^\/(?![/\\])/.test(trimmed);
  if (!isRooted && !/^https?:\/\//i.test(trimmed)) return undefined;
  const origin = 'http://own.invalid';
  if (!URL.canParse(trimmed, origin)) return undefined;
  const url = new URL(trimmed, origin);
  if (isRooted) return url.origin === origin ? url.pathname + url.search : undefined;
  return url.username || url.password ? undefined : url.href;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The URL of an image, an emoji or a short text; the folder emoji for anything else. */
export function safeIcon(text: string | null): string {
  const trimmed = text?.trim();
  if (!trimmed) return DEFAULT_ICON;
  const imageUrl = safeImageUrl(trimmed);
  if (imageUrl !== undefined) return imageUrl;
  if (trimmed.length > 64 || /[\p{C}<>"'&:/\\]/u.test(trimmed.replace(/[\u200d\u{e0020}-\u{e007f}]/gu, '')))
    return DEFAULT_ICON;
  return [...graphemes.segment(trimmed)].length <= MAX_ICON_GRAPHEMES ? trimmed : DEFAULT_ICON;
}

export function presentCategory(stored: StoredCategory): Category {
  return {
    categoryid: stored.id,
    categoryname: stored.name,
    ...(stored.description === null ? {} : { description: stored.description }),
    iconurl: safeIcon(stored.icon),
    itemCount: stored.itemCount,
    createdAt: stored.createdAt.toISOString(),
  };
}

export function presentSubcategory(stored: StoredSubcategory): Subcategory {
  return {
    subcategoryid: stored.id,
    categoryid: stored.categoryId,
    name: stored.name,
    ...(stored.description === null ? {} : { description: stored.description }),
    iconurl: safeIcon(stored.icon),
    itemCount: stored.itemCount,
    createdAt: stored.createdAt.toISOString(),
  };
}

function assetUrlFor(stored: StoredExperience, caller: Caller, urls: UrlSources): AssetUrl | undefined {
  if (stored.assetId === null) return undefined;
  return urls.buildAssetUrl({
    assetId: stored.assetId,
    gated: stored.assetGated,
    experienceId: stored.id,
    memberId: caller.kind === 'member' ? caller.memberId : undefined,
  });
}

/** The URL of the media: of the attached asset, else as an editor typed it, if it is safe. */
function mediaUrlFor(stored: StoredExperience, caller: Caller, urls: UrlSources): string | undefined {
  const asset = assetUrlFor(stored, caller, urls);
  if (asset !== undefined && stored.assetFile !== null) return asset.base + stored.assetFile;
  return sanitiseMediaUrl(stored.mediaUrl, urls.viewerBase);
}

/** An experience as the caller may see it. URLs of its media are included only if they may open it. */
export function presentExperience(
  stored: StoredExperience,
  { caller, hasPlan, unlocked, liked }: CallerState,
  urls: UrlSources,
): Experience {
  const isPermission = mayOpen(stored, { hasPlan, isUnlocked: unlocked.has(stored.id) });
  const vrUrl = isPermission ? mediaUrlFor(stored, caller, urls) : undefined;
  return {
    id: stored.id,
    slug: stored.slug,
    legacyId: stored.legacyId,
    title: stored.title || stored.propertyName || 'Untitled Experience',
    ...(stored.propertyName ? { propertyName: stored.propertyName } : {}),
    description: stored.description,
    ...(stored.country ? { country: stored.country } : {}),
    ...(stored.city ? { city: stored.city } : {}),
    thumbnail: safeImageUrl(stored.thumbnail) ?? DEFAULT_THUMBNAIL,
    ...(stored.thumbnails === null ? {} : { thumbnails: stored.thumbnails }),
    likeCount: stored.likeCount,
    viewCount: stored.viewCount,
    category: stored.categoryNames.join('|') || UNCATEGORISED,
    categoryId: stored.categoryId,
    categoryName: stored.categoryNames[0] ?? UNCATEGORISED,
    subcategoryId: stored.subcategoryId,
    tags: stored.tags,
    buttonTitle: stored.buttonTitle || 'Watch Now',
    ...(stored.rating === null ? {} : { rating: stored.rating }),
    sortOrder: stored.sortOrder,
    mediaType: stored.mediaType,
    tokensRequired: stored.tokensRequired,
    partOfPackage: stored.partOfPackage,
    isPermission,
    ...(vrUrl === undefined ? {} : { vrUrl }),
    isLiked: liked.has(stored.id),
    createdAt: stored.createdAt.toISOString(),
  };
}

function presentPanorama(panorama: StoredPanorama, { base, expiresAt }: AssetUrl): Panorama {
  const { tiles, poster, ...rest } = panorama;
  return {
    ...rest,
    ...(tiles === undefined ? {} : { tiles: { ...tiles, url: base + tiles.url } }),
    ...(poster === undefined ? {} : { poster: base + poster }),
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt.toISOString() }),
  };
}

/** An experience with what the viewer needs, if the caller may open it. */
export function presentDetail(
  stored: StoredExperience,
  panorama: StoredPanorama | undefined,
  state: CallerState,
  urls: UrlSources,
): ExperienceDetail {
  const experience = presentExperience(stored, state, urls);
  if (!experience.isPermission) return experience;
  const asset = assetUrlFor(stored, state.caller, urls);
  if (asset !== undefined && panorama !== undefined) {
    return { ...experience, panorama: presentPanorama(panorama, asset) };
  }
  if (experience.vrUrl !== undefined) return experience;
  const { byId, default: defaultTour } = urls.fallbackTours;
  const fallback =
    (stored.legacyId === null ? undefined : byId[stored.legacyId]) ?? byId[stored.id] ?? defaultTour;
  return { ...experience, fallbackUrl: fallback };
}
