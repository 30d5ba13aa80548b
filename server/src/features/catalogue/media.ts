import type { MediaType, Panorama, Thumbnails } from '@oriel/contract';

/**
 * What the viewer needs of an asset besides its main file. `tiles.url` and `poster` are paths inside the asset, without a
 * leading slash; `preview` is a `data:` URL.
 */
export type StoredPanorama = Omit<Panorama, 'expiresAt'>;

/** A stored asset, as the media feature describes it. */
export interface AttachedMedia {
  mediaType: MediaType;
  /** A UUID. */
  assetId: string;
  /** Whether its files are served through signed URLs alone. */
  gated: boolean;
  /** The whole photo or video: a path inside the asset, without a leading slash. */
  file: string;
  panorama: StoredPanorama;
  /** Images for cards: public, with absolute or root-relative URLs that do not reveal the id of a gated asset. */
  thumbnail?: string;
  thumbnails?: Thumbnails;
}

/** The current URL of an asset's files. */
export interface AssetUrl {
  /** Ends with a slash, to which a path inside the asset is appended. */
  base: string;
  /** When the URL expires; undefined for public assets. */
  expiresAt?: Date;
}

/** Builds URLs of assets; those of gated assets are signed for one member and one experience. */
export type BuildAssetUrl = (asset: {
  assetId: string;
  gated: boolean;
  experienceId: number;
  /** Undefined for guests. */
  memberId: string | undefined;
}) => AssetUrl;
