import { Email, type Session } from '@oriel/contract';
import { inTransaction, type Tx } from '../../../database/database.ts';
import type { Identity } from '../../../gateways/identity.ts';
import type { Accounts } from '../context.ts';
import { type EmailProof, isOwnBrowser, proveEmail } from '../members/email-proof.ts';
import { findMemberByEmail, insertMember, lockMember, type MemberRow } from '../members/store.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import type { Device } from '../sessions/device.ts';
import { beginSession } from '../sessions/sessions.ts';
import type { FlowReferral } from './cookies.ts';
import { findIdentityMember, linkIdentity } from './store.ts';

/** The provider does not vouch for the email of an unknown identity. */
export class IdentityRefused extends Error {
  override name = 'IdentityRefused';
}

/** A member has the email, but may be another person than the one at the provider. */
export class IdentityUnlinked extends Error {
  override name = 'IdentityUnlinked';
}

const MAX_NAME = 80;
const MAX_AVATAR = 2000;

function tidyName(name: string | undefined): string {
  return [...(name ?? '').replaceAll(/\p{Cc}/gu, ' ').trim()].slice(0, MAX_NAME).join('').trim();
}

function namesOf({ givenName, familyName, name }: Identity): { firstName: string; lastName: string } {
  if (givenName) return { firstName: tidyName(givenName), lastName: tidyName(familyName) };
  const [first, ...rest] = (name ?? '').trim().split(/\s+/u);
  return { firstName: tidyName(first), lastName: tidyName(rest.join(' ')) };
}

/** The picture's URL, if pages may show it. */
function avatarOf({ picture }: Identity): string | undefined {
  if (picture === undefined || picture.length > MAX_AVATAR || !URL.canParse(picture)) return undefined;
  const url = new URL(picture);
  return url.protocol === 'https:' && url.href.length <= MAX_AVATAR ? url.href : undefined;
}

/** The member that an identity has belonged to since its first sign-in. */
async function findByIdentity(tx: Tx, identity: Identity): Promise<MemberRow | undefined> {
  const memberId = await findIdentityMember(tx, identity);
  return memberId === undefined ? undefined : lockMember(tx, memberId);
}

/** The member with the identity's email, or a new one. Only new members can have a referrer. */
async function findOrCreate(
  accounts: Accounts,
  tx: Tx,
  identity: Identity,
  device: Device,
  referral: FlowReferral | undefined,
): Promise<{ member: MemberRow; isNew: boolean }> {
  const email = Email.safeParse(identity.email);
  if (!email.success || !identity.emailVerified) {
    throw new IdentityRefused('no verified email');
  }
  const person = { ...namesOf(identity), avatar: avatarOf(identity) };
  const referredBy =
    referral && (await accounts.events?.findReferrer?.(tx, { code: referral.code, token: referral.token }));
  const created = await insertMember(tx, {
    ...person,
    email: email.data,
    emailVerified: true,
    ...(referredBy && { referredBy }),
  });
  if (created !== undefined) {
    await accounts.events?.onSignedUp?.(tx, created);
    return { member: created, isNew: true };
  }
  // Linked by a concurrent sign-in of the same person.
  const linked = await findByIdentity(tx, identity);
  if (linked !== undefined) return { member: linked, isNew: false };
  const existing = await findMemberByEmail(tx, email.data);
  const proof: EmailProof = { by: 'google', device, person };
  const proven = existing && (await proveEmail(accounts, tx, existing.id, proof));
  if (proven === undefined) throw new Error('the member with a taken email has disappeared');
  if (proven.outcome === 'known' && !identity.hostsMailbox && !isOwnBrowser(proven.member, proof)) {
    throw new IdentityUnlinked('an email that the provider does not host');
  }
  return { member: proven.member, isNew: false };
}

/**
 * Signs in with an identity: the member linked to its issuer and subject, else the member with its verified email, else a new
 * one.
 *
 * @param referral the referral link that led here; used for new members only
 * @returns a session whose tokens travel in a URL (see `redirectProof`)
 * @throws {IdentityRefused} for an unknown identity without a verified email
 * @throws {IdentityUnlinked} when the email belongs to a member who may be another person
 */
export async function signInWithIdentity(
  accounts: Accounts,
  identity: Identity,
  device: Device,
  referral?: FlowReferral,
): Promise<Session> {
  return inTransaction(accounts.db, async (tx) => {
    const linked = await findByIdentity(tx, identity);
    if (linked !== undefined) {
      return beginSession(accounts, tx, linked, device, { method: 'google', redirected: true });
    }
    const { member, isNew } = await findOrCreate(accounts, tx, identity, device, referral);
    await linkIdentity(tx, identity, member.id);
    if (!isNew)
      await recordSecurityEvent(tx, accounts, { memberId: member.id, kind: 'identity-linked', device });
    return beginSession(accounts, tx, member, device, {
      method: isNew ? 'sign-up' : 'google',
      redirected: true,
    });
  });
}
