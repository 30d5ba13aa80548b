import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** How long a signed address works at most, in seconds. */
export const SIGNED_ADDRESS_SECONDS = 600;

/** Addresses that are asked for within this many seconds are the same, so that browsers find what they keep. */
const ROUNDING_SECONDS = 15;

/** An asset, and for whom and in which experience it is opened. */
export interface AddressedAsset {
  assetId: string;
  gated: boolean;
  experienceId: number;
  /** Undefined for guests. */
  memberId: string | undefined;
}

export interface MediaUrls {
  /** Where the files of an asset are reached for now; `base` ends with a slash, and a path inside the asset follows. */
  address(asset: AddressedAsset): { base: string; expiresAt?: Date };
  /**
   * Checks a token of an address against the asset that it is used for.
   *
   * @returns when the token expires, in seconds since 1970; undefined when it is altered or has expired
   */
  verify(token: string, assetId: string): number | undefined;
}

const TOKEN = /^(?<claims>(?<seconds>\d{1,12})\.\d{1,10}\.[\w-]{11})\.(?<signature>[\w-]{43})$/;

/**
 * Builds and checks addresses of media. Those of gated assets hold a token: when it expires, the experience, a pseudonym
 * of the member, and a signature over all of these and the asset, so that none of them can be exchanged for another. One
 * token opens every file of its asset.
 *
 * @param secretKey the installation's secret; addresses survive a restart as long as it stays
 */
export function createMediaUrls(secretKey: string): MediaUrls {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'oriel media addresses', 32));
  const digest = (...parts: string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');

  return {
    address({ assetId, gated, experienceId, memberId }) {
      if (!gated) return { base: `/media/${assetId}/` };
      const seconds =
        Math.floor((Date.now() / 1000 + SIGNED_ADDRESS_SECONDS) / ROUNDING_SECONDS) * ROUNDING_SECONDS;
      const claims = `${seconds}.${experienceId}.${digest('member', memberId ?? '').slice(0, 11)}`;
      const base = `/media/s/${claims}.${digest('asset', assetId, claims)}/${assetId}/`;
      return { base, expiresAt: new Date(seconds * 1000) };
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
