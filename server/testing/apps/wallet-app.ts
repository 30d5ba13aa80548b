import type { Experience, Session, TokenSummary } from '@oriel/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type Db, inTransaction } from '../../src/database/database.ts';
import {
  changeCatalogue,
  createExperiences,
  type NewExperience,
} from '../../src/features/catalogue/service.ts';
import type { LotKind } from '../../src/features/wallet/tables.ts';
import { findViolations } from '../../src/ledger/invariants.ts';
import { type AccountsApp, createAccountsApp } from './accounts-app.ts';
import type { TestOverrides } from './test-app.ts';

let grants = 0;

/** How tokens are given. */
export interface GiveOptions {
  kind?: LotKind;
  /** By default in a year. */
  expiresAt?: Date;
  /** By default at once. */
  availableAt?: Date;
  /** By default false. */
  requiresVerifiedEmail?: boolean;
}

/** Gives tokens that last until a moment, by default for a year. @returns the ledger's transaction */
export async function give(
  db: Db,
  memberId: string,
  tokens: number,
  { kind = 'topup', expiresAt, availableAt, requiresVerifiedEmail = false }: GiveOptions = {},
): Promise<number> {
  grants += 1;
  const reference = `manual:test:${grants}`;
  const moment = expiresAt ?? new Date(Date.now() + 365 * 86_400_000);
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      SELECT grant_tokens(${memberId}, ${kind}, ${tokens}, ${moment}, ${reference},
        ${availableAt ?? null}, ${requiresVerifiedEmail}) AS id
    `.execute(tx);
    return rows[0]?.id ?? Number.NaN;
  });
}

/**
 * Fails unless the whole ledger obeys its rules.
 *
 * @param except what may be found nevertheless: of what a test made without the purchase that belongs to it
 */
export async function expectSoundLedger(db: Db, except?: RegExp): Promise<void> {
  const violations = await findViolations(db);
  expect(violations.filter(({ problem }) => !except?.test(problem))).toEqual([]);
}

export interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
  /** As it came, to look for what must not be in it. */
  text: string;
}

export interface WalletApp extends AccountsApp {
  url: string;
  /** A request over a real connection. */
  send<T>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    options?: { token?: string; body?: unknown },
  ): Promise<Answer<T>>;
  summary(session: Session): Promise<TokenSummary>;
  /** A new member with topped-up tokens. */
  memberWith(tokens: number): Promise<Session>;
  unlock(session: Session, slug: string, body?: unknown): Promise<Answer<Opened>>;
  /** The ids of the tours that were made, by slug. */
  tours: Map<string, number>;
}

/** Many connections to the database, so that requests really meet there. */
const POOL_SIZE = 24;

/** The real application, listening, with accounts, tours and wallets. */
export async function createWalletApp(
  experiences: NewExperience[] = [],
  overrides: TestOverrides = {},
): Promise<WalletApp> {
  const site = await createAccountsApp({ poolSize: POOL_SIZE, ...overrides });
  const ids = await changeCatalogue(site.db, site.app.responseCache, (tx) =>
    createExperiences(tx, experiences),
  );
  const url = await site.listen();
  const send: WalletApp['send'] = async (method, path, { token, body } = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: JSON.parse(text), text };
  };
  return {
    ...site,
    url,
    send,
    tours: new Map(experiences.map(({ slug }, index) => [slug, ids[index] ?? 0])),
    async summary({ token }) {
      const answer = await send<TokenSummary>('GET', '/api/tokens/summary', { token });
      expect(answer.status).toBe(200);
      return answer.body;
    },
    async memberWith(tokens) {
      const session = await site.join();
      if (tokens > 0) await give(site.db, session.user.id, tokens);
      return session;
    },
    unlock: ({ token }, slug, body) => send('POST', `/api/vr360/${slug}/access`, { token, body }),
  };
}

/** A wallet with 100 tokens, and the application that keeps it. */
export interface FundedWallet {
  site: WalletApp;
  memberId: string;
  /** The ledger's transaction that gave the tokens. */
  transactionId: number;
}

/** Creates an application for the tests of a file, and a member with 100 tokens for each of them. @returns what the hooks fill in */
export function createFundedWallet(): FundedWallet {
  const funded = {} as FundedWallet;
  beforeAll(async () => {
    funded.site = await createWalletApp();
  });
  afterAll(() => funded.site.close());
  beforeEach(async () => {
    funded.memberId = (await funded.site.join()).user.id;
    funded.transactionId = await give(funded.site.db, funded.memberId, 100);
  });
  return funded;
}

/** Tours that cost tokens, with media that must stay hidden before. */
export function lockedTours(count: number, fields: Partial<NewExperience> = {}): NewExperience[] {
  return Array.from({ length: count }, (_, index) => ({
    slug: `locked-${index}`,
    title: `Locked ${index}`,
    tokensRequired: 100,
    mediaUrl: `https://secret-media.example/${index}.mp4`,
    ...fields,
  }));
}

/** What the access call answers. */
export interface Opened {
  experience: Experience;
  wallet: TokenSummary['wallet'];
}
