import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The maximum lifetime of a signed URL, in seconds. */
export const SIGNED_URL_SECONDS = 600;

/** URLs built within this many seconds are equal, so that browsers find cached files. */
const ROUNDING_SECONDS = 15;

/** An asset, and the experience and member that it is opened for. */
export interface RequestedAsset {
  assetId: string;
  gated: boolean;
  experienceId: number;
  /** Undefined for guests. */
  memberId: string | undefined;
}

export interface MediaUrls {
  /** As `build`, without the host of media: a path of this site. */
  path(asset: RequestedAsset): { base: string; expiresAt?: Date };
  /** The current URL of an asset's files: `base` ends with a slash, to which a path inside the asset is appended. */
  build(asset: RequestedAsset): { base: string; expiresAt?: Date };
  /**
   * Verifies the token of a signed URL for an asset.
   *
   * @returns when the token expires, in seconds since 1970; undefined if it is invalid or expired
   */
  verify(token: string, assetId: string): number | undefined;
}

/** The key that signs URLs of gated media; proxies that check them have it, and nothing else of the installation's secret. */
export function mediaKey(secretKey: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secretKey, '', 'oriel media addresses', 32));
}

const TOKEN = /^(?<claims>(?<seconds>\d{1,12})\.\d{1,10}\.[\w-]{11})\.(?<signature>[\w-]{43})$/;

/**
 * Builds and verifies URLs of media. Those of gated assets contain a token: its expiry, the experience, a pseudonym of the
 * member, and a signature over these and the asset, so that no part can be exchanged. One token opens all files of its
 * asset.
 *
 * @param secretKey the installation's secret; URLs survive a restart while it stays the same
 * @param mediaUrl the origin of media where they have a host of their own
 */
export function createMediaUrls(secretKey: string, mediaUrl = ''): MediaUrls {
  // A key object: Node would convert any other kind of key for each signature, which takes most of its time.
  const key = createSecretKey(mediaKey(secretKey));
  const digest = (...parts: string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');

  function pathOf({ assetId, gated, experienceId, memberId }: RequestedAsset) {
    if (!gated) return { base: `/media/${assetId}/` };
    const seconds =
      Math.floor((Date.now() / 1000 + SIGNED_URL_SECONDS) / ROUNDING_SECONDS) * ROUNDING_SECONDS;
    const claims = `${seconds}.${experienceId}.${digest('member', memberId ?? '').slice(0, 11)}`;
    const base = `/media/s/${claims}.${digest('asset', assetId, claims)}/${assetId}/`;
    return { base, expiresAt: new Date(seconds * 1000) };
  }

  return {
    path: pathOf,

    build(asset) {
      const { base, ...rest } = pathOf(asset);
      return { base: mediaUrl + base, ...rest };
    },

    verify(token, assetId) {
      const { claims, seconds, signature } = TOKEN.exec(token)?.groups ?? {};
      if (claims === undefined || signature === undefined) return undefined;
      const expected = digest('asset', assetId, claims);
      if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature))) return undefined;
      return Number(seconds) > Date.now() / 1000 ? Number(seconds) : undefined;
    },
  };
}
