import { type Db, inTransaction } from '../database.ts';
import { findMemberByEmail, insertMember } from '../features/accounts/members.ts';
import type { Passwords } from '../features/accounts/passwords.ts';

/** The member that everybody may be in a demo; the README names them. */
export const SAMPLE_MEMBER = {
  email: 'sample@oriel.example',
  password: 'look-before-you-book',
  firstName: 'Sam',
  lastName: 'Sample',
} as const;

/** Creates the sample member where there is none. @returns whether there was none */
export async function createSampleMember(db: Db, passwords: Pick<Passwords, 'hash'>): Promise<boolean> {
  const { email, password, firstName, lastName } = SAMPLE_MEMBER;
  if ((await findMemberByEmail(db, email)) !== undefined) return false;
  const passwordHash = await passwords.hash(password);
  const created = await inTransaction(db, (tx) =>
    insertMember(tx, { email, firstName, lastName, passwordHash, emailVerified: true }),
  );
  return created !== undefined;
}
