import { isIP } from 'node:net';
import type { Config } from '../../../config/config.ts';
import { AppError } from '../../../errors.ts';

/** Whom passkeys are made for, in the words of WebAuthn. */
export interface RelyingParty {
  /** The domain of this site. */
  id: string;
  /** Where the pages come from that may use passkeys. */
  origin: string;
}

/**
 * The relying party that `PUBLIC_URL` names. Browsers take only domain names, and only in secure contexts: over https, or on
 * this machine.
 *
 * @returns undefined where this site cannot have passkeys
 */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : undefined;
}

/** As `relyingParty`. @throws {AppError} 409 `passkeys_unavailable` where there is none */
export function requireRelyingParty(config: Pick<Config, 'publicUrl'>): RelyingParty {
  const party = relyingParty(config);
  if (party !== undefined) return party;
  throw new AppError(
    409,
    'passkeys_unavailable',
    'Passkeys are not available at the address of this site. Please sign in another way.',
  );
}
