import { isIP } from 'node:net';
import type { Config } from '../../../config/config.ts';
import { AppError } from '../../../errors.ts';

/** The site that passkeys are registered for. */
export interface RelyingParty {
  /** The site's domain. */
  id: string;
  /** The origin of the pages that may use passkeys. */
  origin: string;
}

/**
 * The relying party of `PUBLIC_URL`. Browsers accept only domain names in secure contexts: with https, or on localhost.
 *
 * @returns undefined when passkeys are not possible
 */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : undefined;
}

/** Like `relyingParty`. @throws {AppError} 409 `passkeys_unavailable` when there is none */
export function requireRelyingParty(config: Pick<Config, 'publicUrl'>): RelyingParty {
  const party = relyingParty(config);
  if (party !== undefined) return party;
  throw new AppError(
    409,
    'passkeys_unavailable',
    'Passkeys are not available at the address of this site. Please sign in another way.',
  );
}
