import type { MediaType, Panorama, Thumbnails } from '@oriel/contract';

/**
 * What the viewer needs of an asset beside its main file. `tiles.url` and `poster` are paths inside the asset, without a
 * leading slash; `preview` is a `data:` address.
 */
export type StoredPanorama = Omit<Panorama, 'expiresAt'>;

/** What the media feature hands over once an asset is stored. */
export interface AttachedMedia {
  mediaType: MediaType;
  /** A UUID. */
  assetId: string;
  /** Whether its files are served only through signed addresses. */
  gated: boolean;
  /** The whole picture or film: a path inside the asset, without a leading slash. */
  file: string;
  panorama: StoredPanorama;
  /** Flat pictures for cards: public, with absolute or rooted addresses that do not hold the asset's id where it is gated. */
  thumbnail?: string;
  thumbnails?: Thumbnails;
}

/** Where the files of an asset are reached for now. */
export interface AssetAddress {
  /** Ends with a slash; a path inside the asset follows. */
  base: string;
  /** When the address stops working; undefined for public assets. */
  expiresAt?: Date;
}

/** Builds addresses of assets; those of gated ones are signed for one member and one experience. */
export type AddressAsset = (asset: {
  assetId: string;
  gated: boolean;
  experienceId: number;
  /** Undefined for guests. */
  memberId: string | undefined;
}) => AssetAddress;
