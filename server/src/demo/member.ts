import { type Db, inTransaction } from '../database/database.ts';
import { findMemberByEmail, insertMember } from '../features/accounts/members/store.ts';
import type { Passwords } from '../features/accounts/passwords/passwords.ts';
import { grantTokens } from '../features/wallet/service.ts';
import { makeOwner } from '../features/workspaces/staff/ownership.ts';
import { findOwner } from '../features/workspaces/staff/store.ts';

/** The member that every visitor of a demo can sign in as; the README publishes the password. */
export const SAMPLE_MEMBER = {
  email: 'sample@oriel.example',
  password: 'look-before-you-book',
  firstName: 'Sam',
  lastName: 'Sample',
} as const;

/** The owner of a demo, as which every visitor can sign in, too. */
export const SAMPLE_OWNER = {
  email: 'owner@oriel.example',
  password: 'open-the-front-door',
  firstName: 'Olive',
  lastName: 'Owner',
} as const;

/** The sample member's tokens: enough for a dozen tours, of two kinds. */
const SAMPLE_TOKENS = [
  { kind: 'bonus', tokens: 200, validityDays: 365 },
  { kind: 'topup', tokens: 1000, validityDays: 180 },
] as const;

/** Creates the sample member with tokens, if missing. @returns whether it was created */
export async function createSampleMember(db: Db, passwords: Pick<Passwords, 'hash'>): Promise<boolean> {
  const { email, password, firstName, lastName } = SAMPLE_MEMBER;
  if ((await findMemberByEmail(db, email)) !== undefined) return false;
  const passwordHash = await passwords.hash(password);
  return inTransaction(db, async (tx) => {
    const member = await insertMember(tx, { email, firstName, lastName, passwordHash, emailVerified: true });
    if (member === undefined) return false;
    for (const grant of SAMPLE_TOKENS) {
      await grantTokens(tx, {
        ...grant,
        memberId: member.id,
        reference: `sample-${grant.kind}:${member.id}`,
      });
    }
    return true;
  });
}

/** Creates the sample owner, if the demo has no owner yet. @returns whether it was created */
export async function createSampleOwner(db: Db, passwords: Pick<Passwords, 'hash'>): Promise<boolean> {
  const { email, password, firstName, lastName } = SAMPLE_OWNER;
  if ((await findOwner(db)) !== undefined || (await findMemberByEmail(db, email)) !== undefined) return false;
  const passwordHash = await passwords.hash(password);
  return inTransaction(db, async (tx) => {
    const member = await insertMember(tx, { email, firstName, lastName, passwordHash, emailVerified: true });
    if (member === undefined) return false;
    await makeOwner(tx, member.id, { kind: 'job', id: 'demo' });
    return true;
  });
}
