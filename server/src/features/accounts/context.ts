import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Db, Tx } from '../../database/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { MemberRow } from './members/members.ts';
import { DummyHashes } from './passwords/dummy-hashes.ts';
import { createPasswords, type Passwords } from './passwords/passwords.ts';
import { SignInAlarm } from './passwords/sign-in-alarm.ts';
import { createTokens, type Tokens } from './sessions/jwt.ts';

/** What another feature keeps of members. */
export interface PersonalData {
  /** What it keeps of one member, by name, for their export. */
  export(db: Db, memberId: string): Promise<Record<string, unknown>>;
  /** Deletes what must not stay when a member leaves. */
  erase?(tx: Tx, memberId: string): Promise<void>;
}

/** What other features do when something happens to a member, in the same transaction; composed in `app.ts`. */
export interface MemberEvents {
  /**
   * Who brought a newcomer, by what they came with: a referral code, and the token that following the link gave them.
   * Undefined for nobody.
   */
  findReferrer?(
    tx: Tx,
    given: { code: string | null | undefined; token: string | null | undefined },
  ): Promise<string | undefined>;
  /** Somebody has become a member; `source` is where they signed up from (`Source.id`), where that is known. */
  onSignedUp?(tx: Tx, member: MemberRow, source?: string): Promise<void>;
  /** A member has shown for the first time that their address is theirs. */
  onEmailVerified?(tx: Tx, member: MemberRow): Promise<void>;
}

/** What every part of the feature is given; built once in `app.ts`. */
export interface Accounts {
  db: Db;
  config: Config;
  log: FastifyBaseLogger;
  jobs: Jobs;
  tokens: Tokens;
  passwords: Passwords;
  signInAlarm: SignInAlarm;
  dummyHashes: DummyHashes;
  /** The site's name, which is no password. */
  brand?: string;
  /** Of the other features; none by default. */
  personalData?: PersonalData[];
  events?: MemberEvents;
}

/** Adds to the outside parts what the feature makes of the configuration: its keys, its hash queue and its alarm. */
export function createAccounts(
  given: Omit<Accounts, 'tokens' | 'passwords' | 'signInAlarm' | 'dummyHashes'>,
): Accounts {
  const tokens = createTokens(given.config);
  return {
    ...given,
    tokens,
    passwords: createPasswords(given.config, given.brand),
    signInAlarm: new SignInAlarm(given.log),
    dummyHashes: new DummyHashes(tokens, given.config.accounts.hashCost),
  };
}
