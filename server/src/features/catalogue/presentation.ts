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
import type { AddressAsset, AssetAddress, StoredPanorama } from './media.ts';
import type { StoredCategory, StoredExperience, StoredSubcategory } from './store.ts';

const DEFAULT_ICON = '📁';
const DEFAULT_THUMBNAIL = '/images/headset.svg';
const UNCATEGORISED = 'Uncategorized';
/** An icon that is no picture: an emoji or a few letters. */
const MAX_ICON_GRAPHEMES = 4;

/** Demo tours for experiences without a valid address: by legacy id, else by id, else the default video. */
export interface FallbackTours {
  byId: Readonly<Record<string, string>>;
  default: string;
}

/** What turns a stored experience into an answer for one caller. */
export interface Viewpoint {
  caller: Caller;
  /** What this member has unlocked and likes. */
  unlocked: ReadonlySet<number>;
  liked: ReadonlySet<number>;
}

export interface Addresses {
  /** The absolute address that relative media addresses belong to. */
  viewerBase: string;
  addressAsset: AddressAsset;
  fallbackTours: FallbackTours;
}

/** The address of a picture, absolute (http, https) or rooted; undefined for anything else. */
export function imageAddress(text: string | null): string | undefined {
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

/** The address of a picture, or an emoji or short text; the folder where it is neither. */
export function safeIcon(text: string | null): string {
  const trimmed = text?.trim();
  if (!trimmed) return DEFAULT_ICON;
  const image = imageAddress(trimmed);
  if (image !== undefined) return image;
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

function assetAddress(
  stored: StoredExperience,
  caller: Caller,
  addresses: Addresses,
): AssetAddress | undefined {
  if (stored.assetId === null) return undefined;
  return addresses.addressAsset({
    assetId: stored.assetId,
    gated: stored.assetGated,
    experienceId: stored.id,
    memberId: caller.kind === 'member' ? caller.memberId : undefined,
  });
}

/** The address of what is looked at: of the attached asset, else what the editor typed, if it is safe. */
function mediaAddress(stored: StoredExperience, caller: Caller, addresses: Addresses): string | undefined {
  const asset = assetAddress(stored, caller, addresses);
  if (asset !== undefined && stored.assetFile !== null) return asset.base + stored.assetFile;
  return sanitiseMediaUrl(stored.mediaAddress, addresses.viewerBase);
}

/** An experience as this caller may see it. Whatever leads to its media is there only where they may open it. */
export function presentExperience(
  stored: StoredExperience,
  { caller, unlocked, liked }: Viewpoint,
  addresses: Addresses,
): Experience {
  const isPermission = mayOpen(stored, caller, unlocked.has(stored.id));
  const vrUrl = isPermission ? mediaAddress(stored, caller, addresses) : undefined;
  return {
    id: stored.id,
    slug: stored.slug,
    legacyId: stored.legacyId,
    title: stored.title || stored.propertyName || 'Untitled Experience',
    ...(stored.propertyName ? { propertyName: stored.propertyName } : {}),
    description: stored.description,
    ...(stored.country ? { country: stored.country } : {}),
    ...(stored.city ? { city: stored.city } : {}),
    thumbnail: imageAddress(stored.thumbnail) ?? DEFAULT_THUMBNAIL,
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

function presentPanorama(panorama: StoredPanorama, { base, expiresAt }: AssetAddress): Panorama {
  const { tiles, poster, ...rest } = panorama;
  return {
    ...rest,
    ...(tiles === undefined ? {} : { tiles: { ...tiles, url: base + tiles.url } }),
    ...(poster === undefined ? {} : { poster: base + poster }),
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt.toISOString() }),
  };
}

/** One experience with what the viewer needs, where the caller may open it. */
export function presentDetail(
  stored: StoredExperience,
  panorama: StoredPanorama | undefined,
  viewpoint: Viewpoint,
  addresses: Addresses,
): ExperienceDetail {
  const experience = presentExperience(stored, viewpoint, addresses);
  if (!experience.isPermission) return experience;
  const asset = assetAddress(stored, viewpoint.caller, addresses);
  if (asset !== undefined && panorama !== undefined) {
    return { ...experience, panorama: presentPanorama(panorama, asset) };
  }
  if (experience.vrUrl !== undefined) return experience;
  const { byId, default: standard } = addresses.fallbackTours;
  const fallback =
    (stored.legacyId === null ? undefined : byId[stored.legacyId]) ?? byId[stored.id] ?? standard;
  return { ...experience, fallbackUrl: fallback };
}
