/**
 * The yardstick: an unlock as a plain server of Fastify and pg makes it, by the book and without our code, in tables that it
 * creates in the schema `plain`. Six named prepared statements: BEGIN; insert the entitlement; lock the wallet; insert two
 * postings; update the balance; COMMIT. The bearer token is a JWT (HS256) that jose verifies; there is no session to look up.
 */
import { createSecretKey, randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import { jwtVerify, SignJWT } from 'jose';
import pg from 'pg';
import { memberId, sqlName, TOURS } from './data.ts';

type Message =
  | { ask: 'start'; connectionString: string }
  /** Members `from` to `to` with so many tokens each. */
  | { ask: 'members'; from: number; to: number; tokens: number }
  | { ask: 'tokens'; from: number; to: number }
  | { ask: 'stop' };

const TABLES = `
  CREATE SCHEMA plain;
  CREATE TABLE plain.members (id text PRIMARY KEY, email text NOT NULL UNIQUE);
  CREATE TABLE plain.tours (id integer PRIMARY KEY, price integer NOT NULL CHECK (price > 0));
  CREATE TABLE plain.wallets (
    member_id text PRIMARY KEY REFERENCES plain.members (id),
    balance bigint NOT NULL CHECK (balance >= 0)
  );
  CREATE TABLE plain.entitlements (
    member_id text NOT NULL REFERENCES plain.members (id),
    tour_id integer NOT NULL REFERENCES plain.tours (id),
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (member_id, tour_id)
  );
  CREATE TABLE plain.postings (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account text NOT NULL,
    cause text NOT NULL,
    amount bigint NOT NULL CHECK (amount <> 0),
    created_at timestamptz NOT NULL DEFAULT now()
  );
  INSERT INTO plain.tours SELECT n, 1 FROM generate_series(1, ${TOURS}) AS n;
`;

const STATEMENTS = {
  begin: 'BEGIN',
  entitle: `INSERT INTO plain.entitlements (member_id, tour_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
  lock: `SELECT wallets.balance, tours.price FROM plain.wallets CROSS JOIN plain.tours
    WHERE wallets.member_id = $1 AND tours.id = $2 FOR UPDATE OF wallets`,
  post: `INSERT INTO plain.postings (account, cause, amount) VALUES ($1, $2, -$3::bigint), ('tours', $2, $3::bigint)`,
  balance: 'UPDATE plain.wallets SET balance = balance - $2 WHERE member_id = $1 RETURNING balance',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
};

const key = await createSecretKey(randomBytes(32)).toCryptoKey({ name: 'HMAC', hash: 'SHA-256' }, false, [
  'sign',
  'verify',
]);

let pool: pg.Pool;

class Refusal extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

async function unlock(member: string, tour: number): Promise<number> {
  const client = await pool.connect();
  const run = (name: keyof typeof STATEMENTS, values: unknown[] = []) =>
    client.query({ name, text: STATEMENTS[name], values });
  try {
    await run('begin');
    const { rowCount } = await run('entitle', [member, tour]);
    const { rows } = await run('lock', [member, tour]);
    let balance = Number(rows[0].balance);
    if (rowCount === 1) {
      const { price } = rows[0];
      if (balance < price) throw new Refusal(402, 'not enough tokens');
      await run('post', [member, `unlock:${member}:${tour}`, price]);
      balance = Number((await run('balance', [member, price])).rows[0].balance);
    }
    await run('commit');
    return balance;
  } catch (error) {
    await run('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const app = Fastify();

app.post<{ Params: { id: number } }>(
  '/tours/:id/unlock',
  {
    schema: {
      params: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
      response: {
        200: { type: 'object', properties: { tour: { type: 'integer' }, balance: { type: 'integer' } } },
      },
    },
  },
  async ({ headers, params }) => {
    const token = headers.authorization?.match(/^Bearer (.+)$/)?.[1] ?? '';
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] }).catch(() => {
      throw new Refusal(401, 'not signed in');
    });
    return { tour: params.id, balance: await unlock(payload.sub ?? '', params.id) };
  },
);

async function addMembers(from: number, to: number, tokens: number) {
  const numbers = `generate_series(${from}, ${to}) AS n`;
  const name = sqlName('m', 'n');
  await pool.query(
    `INSERT INTO plain.members SELECT ${name}, 'member-' || n || '@example.org' FROM ${numbers};
     INSERT INTO plain.wallets SELECT ${name}, ${tokens} FROM ${numbers}`,
  );
  await pool.query('ANALYZE plain.members, plain.wallets, plain.entitlements, plain.postings');
}

const signTokens = (from: number, to: number) =>
  Promise.all(
    Array.from({ length: to - from + 1 }, (_, index) =>
      new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(memberId(from + index))
        .setExpirationTime('15m')
        .sign(key),
    ),
  );

process.on('message', async (message: Message) => {
  switch (message.ask) {
    case 'start':
      pool = new pg.Pool({ connectionString: message.connectionString, max: 10 });
      await pool.query(TABLES);
      return process.send?.({ origin: await app.listen({ host: '127.0.0.1', port: 0 }) });
    case 'members':
      return process.send?.({ done: await addMembers(message.from, message.to, message.tokens) });
    case 'tokens':
      return process.send?.({ tokens: await signTokens(message.from, message.to) });
    case 'stop':
      await app.close();
      await pool.end();
      process.exit();
  }
});
