import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config/config.ts';

const LEAVE_TOKEN = /^(n_[\w-]{22})\.([\w-]{43})$/;

/** Creates and reads the tokens in links of newsletter mails. */
export interface NewsletterLinks {
  /** The subscriber id of an address: the same each time, and it does not reveal the address. */
  subscriberId(email: string): string;
  /** A token to confirm with, of 256 bits, and the hash that is stored of it. */
  newConfirmation(): { token: string; digest: Buffer };
  confirmationDigest(token: string): Buffer;
  /** The token to unsubscribe with, which never expires. */
  leaveToken(subscriberId: string): string;
  /** The subscriber of such a token; undefined for a token that we did not sign. */
  readLeaveToken(token: string): string | undefined;
}

/** The links of this installation, each kind with a separate key. */
export function createNewsletterLinks({ secretKey }: Pick<Config, 'secretKey'>): NewsletterLinks {
  const keyed = (label: string) => {
    const key = new Uint8Array(hkdfSync('sha256', secretKey, '', `oriel/newsletter/${label}/1`, 32));
    return (text: string) => createHmac('sha256', key).update(text).digest();
  };
  const [identify, confirm, leave] = [keyed('subscriber'), keyed('confirm'), keyed('leave')];
  return {
    subscriberId: (email) => `n_${identify(email).subarray(0, 16).toString('base64url')}`,
    newConfirmation: () => {
      const token = randomBytes(32).toString('base64url');
      return { token, digest: confirm(token) };
    },
    confirmationDigest: confirm,
    leaveToken: (id) => `${id}.${leave(id).toString('base64url')}`,
    readLeaveToken: (token) => {
      const [, id, signature] = LEAVE_TOKEN.exec(token) ?? [];
      if (id === undefined || signature === undefined) return undefined;
      const given = Buffer.from(signature, 'base64url');
      return given.length === 32 && timingSafeEqual(given, leave(id)) ? id : undefined;
    },
  };
}
