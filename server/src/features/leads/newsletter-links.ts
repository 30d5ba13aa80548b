import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config/config.ts';

const LEAVE_SECRET = /^(n_[\w-]{22})\.([\w-]{43})$/;

/** Creates and verifies the link secrets of newsletter mails. */
export interface NewsletterLinks {
  /** The subscriber id of an email: deterministic, and it does not reveal the email. */
  subscriberId(email: string): string;
  /** A secret of 256 bits to confirm with, and the digest that is stored. */
  newConfirmation(): { linkSecret: string; digest: Buffer };
  confirmationDigest(linkSecret: string): Buffer;
  /** The secret to unsubscribe with, which never expires. */
  leaveSecret(subscriberId: string): string;
  /** The subscriber id of a secret to unsubscribe with; undefined if it was not signed here. */
  readLeaveSecret(leaveSecret: string): string | undefined;
}

/** Links signed with keys of this installation, one for each purpose. */
export function createNewsletterLinks({ secretKey }: Pick<Config, 'secretKey'>): NewsletterLinks {
  const keyed = (label: string) => {
    const key = new Uint8Array(hkdfSync('sha256', secretKey, '', `oriel/newsletter/${label}/1`, 32));
    return (text: string) => createHmac('sha256', key).update(text).digest();
  };
  const [identify, confirm, leave] = [keyed('subscriber'), keyed('confirm'), keyed('leave')];
  return {
    subscriberId: (email) => `n_${identify(email).subarray(0, 16).toString('base64url')}`,
    newConfirmation: () => {
      const linkSecret = randomBytes(32).toString('base64url');
      return { linkSecret, digest: confirm(linkSecret) };
    },
    confirmationDigest: confirm,
    leaveSecret: (id) => `${id}.${leave(id).toString('base64url')}`,
    readLeaveSecret: (leaveSecret) => {
      const [, id, signature] = LEAVE_SECRET.exec(leaveSecret) ?? [];
      if (id === undefined || signature === undefined) return undefined;
      const bytes = Buffer.from(signature, 'base64url');
      return bytes.length === 32 && timingSafeEqual(bytes, leave(id)) ? id : undefined;
    },
  };
}
