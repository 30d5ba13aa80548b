import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Db, Tx } from '../../database/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { MemberRow } from './members/store.ts';
import { DummyHashes } from './passwords/dummy-hashes.ts';
import { createPasswords, type Passwords } from './passwords/passwords.ts';
import { SignInAlarm } from './passwords/sign-in-alarm.ts';
import { createTokens, type Tokens } from './sessions/jwt.ts';

/** The data that another feature stores about members. */
export interface PersonalData {
  /** The data about one member for their export, keyed by the names of its sections. */
  export(db: Db, memberId: string): Promise<Record<string, unknown>>;
  /** Deletes or anonymises personal data when a member deletes their account. */
  erase?(tx: Tx, memberId: string): Promise<void>;
}

/** Hooks of other features, called in the same transaction; composed in `app.ts`. */
export interface MemberEvents {
  /** The id of the newcomer's referrer, by the referral code or the tracking token of the link; undefined without one. */
  findReferrer?(
    tx: Tx,
    referral: { code: string | null | undefined; token: string | null | undefined },
  ): Promise<string | undefined>;
  /** After a sign-up; `source` is the `ClientSource.id` of the request, where there is one. */
  onSignedUp?(tx: Tx, member: MemberRow, source?: string): Promise<void>;
  /** After a member has proven for the first time that they own their email. */
  onEmailVerified?(tx: Tx, member: MemberRow): Promise<void>;
}

/** The dependencies of the feature's modules; built once in `app.ts`. */
export interface Accounts {
  db: Db;
  config: Config;
  log: FastifyBaseLogger;
  jobs: Jobs;
  tokens: Tokens;
  passwords: Passwords;
  signInAlarm: SignInAlarm;
  dummyHashes: DummyHashes;
  /** The site's name, which passwords must not consist of. */
  brand?: string;
  /** Of other features; none by default. */
  personalData?: PersonalData[];
  events?: MemberEvents;
}

/** What functions that sign or verify secrets need. */
export type TokenContext = Pick<Accounts, 'tokens'>;

/** Derives the feature's own parts, such as its keys and hash queue, from the configuration. */
export function createAccounts(
  dependencies: Omit<Accounts, 'tokens' | 'passwords' | 'signInAlarm' | 'dummyHashes'>,
): Accounts {
  const tokens = createTokens(dependencies.config);
  return {
    ...dependencies,
    tokens,
    passwords: createPasswords(dependencies.config, dependencies.brand),
    signInAlarm: new SignInAlarm(dependencies.log),
    dummyHashes: new DummyHashes(tokens, dependencies.config.accounts.hashCost),
  };
}
