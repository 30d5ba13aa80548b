import {
  type Category,
  type Experience,
  type ExperienceDetail,
  type Panorama,
  type PlaceCard,
  type Subcategory,
  sanitiseMediaUrl,
} from '@oriel/contract';
import { mayOpen } from './access.ts';
import type { AssetUrl, BuildAssetUrl, StoredPanorama } from './media.ts';
import type { MemberState } from './member-state.ts';
import { isNormalised } from './normalised-url.ts';
import type { StoredCategory, StoredExperience, StoredSubcategory } from './store.ts';

const DEFAULT_ICON = '📁';
const DEFAULT_THUMBNAIL = '/images/headset.svg';
export const UNTITLED = 'Untitled Experience';
const UNCATEGORISED = 'Uncategorized';
/** The longest icon that is text: an emoji or a few letters. */
const MAX_ICON_GRAPHEMES = 4;

/** Demo tours for experiences without a valid media URL: by legacy id, else by id, else the default video. */
export interface FallbackTours {
  byId: Readonly<Record<string, string>>;
  default: string;
}

/** Who sees experiences, and what they have of them. */
export interface CallerState extends MemberState {
  /** Undefined for guests. */
  memberId: string | undefined;
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
  if (isNormalised(trimmed)) return trimmed;
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
    ...(stored.coverTour === null ? {} : { coverTour: stored.coverTour }),
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
    ...(stored.coverTour === null ? {} : { coverTour: stored.coverTour }),
    itemCount: stored.itemCount,
    createdAt: stored.createdAt.toISOString(),
  };
}

function assetUrlFor(
  { id, assetId, assetGated }: StoredExperience,
  memberId: string | undefined,
  { buildAssetUrl }: UrlSources,
): AssetUrl | undefined {
  return assetId === null
    ? undefined
    : buildAssetUrl({ assetId, gated: assetGated, experienceId: id, memberId });
}

/** The URL of the media: of the attached asset, else as an editor typed it, if it is safe. */
function mediaUrlFor(stored: StoredExperience, asset: AssetUrl | undefined, urls: UrlSources) {
  if (asset !== undefined && stored.assetFile !== null) return asset.base + stored.assetFile;
  const { mediaUrl } = stored;
  if (mediaUrl?.startsWith('http') && isNormalised(mediaUrl)) return mediaUrl;
  return sanitiseMediaUrl(mediaUrl, urls.viewerBase);
}

function presentTitle({ title, propertyName }: Pick<StoredExperience, 'title' | 'propertyName'>): string {
  return title || propertyName || UNTITLED;
}

function presentThumbnail({ thumbnail }: Pick<StoredExperience, 'thumbnail'>): string {
  return safeImageUrl(thumbnail) ?? DEFAULT_THUMBNAIL;
}

/** The picture that stands for a list. */
export function presentCover(
  tour: Pick<StoredExperience, 'title' | 'propertyName' | 'thumbnail' | 'thumbnails'>,
) {
  return {
    title: presentTitle(tour),
    thumbnail: presentThumbnail(tour),
    thumbnails: tour.thumbnails ?? undefined,
  };
}

/** What every visitor may see of an experience where another page names it. */
export function presentPlaceCard(stored: StoredExperience): PlaceCard {
  return {
    id: stored.id,
    slug: stored.slug,
    title: presentTitle(stored),
    propertyName: stored.propertyName || undefined,
    city: stored.city || undefined,
    country: stored.country || undefined,
    thumbnail: presentThumbnail(stored),
    thumbnails: stored.thumbnails ?? undefined,
    tokensRequired: stored.tokensRequired,
  };
}

/** @returns with the URL of its asset, if there is one and the caller may open it */
function present(
  stored: StoredExperience,
  { memberId, hasPlan, unlocked, liked }: CallerState,
  urls: UrlSources,
): { experience: Experience; asset: AssetUrl | undefined } {
  const isPermission = mayOpen(stored, { hasPlan, isUnlocked: unlocked.has(stored.id) });
  const asset = isPermission ? assetUrlFor(stored, memberId, urls) : undefined;
  const vrUrl = isPermission ? mediaUrlFor(stored, asset, urls) : undefined;
  const experience: Experience = {
    id: stored.id,
    slug: stored.slug,
    legacyId: stored.legacyId,
    title: presentTitle(stored),
    propertyName: stored.propertyName || undefined,
    description: stored.description,
    country: stored.country || undefined,
    city: stored.city || undefined,
    thumbnail: presentThumbnail(stored),
    thumbnails: stored.thumbnails ?? undefined,
    likeCount: stored.likeCount,
    viewCount: stored.viewCount,
    category: stored.categoryNames.join('|') || UNCATEGORISED,
    categoryId: stored.categoryId,
    categoryName: stored.categoryNames[0] ?? UNCATEGORISED,
    subcategoryId: stored.subcategoryId,
    tags: stored.tags,
    buttonTitle: stored.buttonTitle || 'Watch Now',
    rating: stored.rating ?? undefined,
    sortOrder: stored.sortOrder,
    mediaType: stored.mediaType,
    tokensRequired: stored.tokensRequired,
    partOfPackage: stored.partOfPackage,
    isPermission,
    vrUrl,
    isLiked: liked.has(stored.id),
    createdAt: stored.createdAt.toISOString(),
  };
  return { experience, asset };
}

/** An experience as the caller may see it. URLs of its media are included only if they may open it. */
export function presentExperience(
  stored: StoredExperience,
  state: CallerState,
  urls: UrlSources,
): Experience {
  return present(stored, state, urls).experience;
}

/** What the viewer needs of an asset, with its URLs. */
export function presentPanorama(panorama: StoredPanorama, { base, expiresAt }: AssetUrl): Panorama {
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
  const { experience, asset } = present(stored, state, urls);
  if (!experience.isPermission) return experience;
  if (asset !== undefined && panorama !== undefined) {
    return { ...experience, panorama: presentPanorama(panorama, asset) };
  }
  if (experience.vrUrl !== undefined) return experience;
  const { byId, default: defaultTour } = urls.fallbackTours;
  const fallback =
    (stored.legacyId === null ? undefined : byId[stored.legacyId]) ?? byId[stored.id] ?? defaultTour;
  return { ...experience, fallbackUrl: fallback };
}
