import type { Session, signIn as signInEndpoint } from '@oriel/contract';
import type { z } from 'zod';
import type { Db } from '../../database.ts';
import { AppError } from '../../http/problem.ts';
import type { Accounts } from './accounts.ts';
import { type Budget, refuseIfSpent, tryGuess } from './limits.ts';
import { findMemberByEmail, type MemberRow } from './members.ts';
import { type Hasher, isOutdated } from './passwords.ts';
import type { Visitor } from './service.ts';
import { newSession, presentSession } from './sessions.ts';
import { beginGuess, endRightGuess } from './sign-in-store.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** People mistype a few times; a machine needs thousands of tries. Only failures count. */
const failuresOf = {
  account: (email: string): Budget => ({ key: `login-account:${email}`, max: 30, windowSeconds: HOUR }),
  address: (address: string): Budget => ({
    key: `login-address:${address}`,
    max: 100,
    windowSeconds: 15 * MINUTE,
  }),
  device: (device: string): Budget => ({
    key: `login-device:${device}`,
    max: 10,
    windowSeconds: 15 * MINUTE,
  }),
};

function wrongCredentials(): AppError {
  return new AppError(401, 'wrong_credentials', 'Invalid email or password');
}

/** Whoever has signed in here before has tries of their own; everybody else shares those of the account and the address. */
async function loginBudgets(accounts: Accounts, email: string, visitor: Visitor): Promise<Budget[]> {
  if (visitor.knownDevice !== undefined) {
    const own = failuresOf.device(visitor.knownDevice);
    try {
      await refuseIfSpent(accounts.db, own);
      return [own];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return [failuresOf.address(visitor.address), failuresOf.account(email)];
}

/**
 * Signs in with a password. Unknown addresses take the same work as wrong passwords.
 *
 * @throws {AppError} 401 `wrong_credentials`, 429 `too_many_requests`, 503 `busy`
 */
export async function signIn(
  accounts: Accounts,
  given: z.output<typeof signInEndpoint.body>,
  visitor: Visitor,
): Promise<Session> {
  const { db, passwords } = accounts;
  return passwords.admit(async (hasher) => {
    // A guess as `guess` makes it; its begin and its end share their statements with what a sign-in does there.
    const budgets = await loginBudgets(accounts, given.email, visitor);
    const { uses, member } = await beginGuess(db, budgets, given.email);
    return tryGuess(db, budgets, uses, async () => {
      let found = member;
      for (let tries = 0; tries < 2; tries += 1) {
        const fits = await hasher.verify(found?.password_hash, given.password);
        if (found === undefined || !fits) throw wrongCredentials();
        const proven = await renewHash(db, hasher, found, given.password);
        if (proven !== undefined) {
          const session = newSession(visitor.device);
          const hasBegun = await endRightGuess(db, budgets, proven, session);
          if (hasBegun) return presentSession(accounts, proven, { ...session, generation: 0 });
        }
        // The hash changed while we were hashing: by a new password, or by another sign-in that renewed it.
        found = await findMemberByEmail(db, given.email);
      }
      throw wrongCredentials();
    });
  });
}

/**
 * Hashes a proven password anew where the stored hash is of another cost than today's.
 *
 * @returns the member with the hash that is stored now; undefined when it has been replaced since it was read
 */
async function renewHash(
  db: Db,
  hasher: Hasher,
  member: MemberRow,
  password: string,
): Promise<MemberRow | undefined> {
  if (member.password_hash === null || !isOutdated(member.password_hash)) return member;
  return (
    db
      .updateTable('members')
      .set({ password_hash: await hasher.hash(password) })
      .where('id', '=', member.id)
      // A password that was changed meanwhile stays.
      .where('password_hash', '=', member.password_hash)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
  );
}
