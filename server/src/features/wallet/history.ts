import type { Movement } from '@oriel/contract';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { findMovements, type LedgerMovement, type Position } from './store.ts';

/** Details that another feature adds to a movement of the ledger. */
export type MovementDetails = Pick<Movement, 'title' | 'price' | 'currency' | 'receipt' | 'receiptPending'>;

/** An entry of a history that moved no tokens, such as an unpaid order. */
export interface OtherMovement extends Omit<Movement, 'date'> {
  date: Date;
}

/** A feature that adds to histories. */
export interface MovementSource {
  /** Describes its own ones of these transactions of the ledger. */
  describe?(db: Db, transactionIds: readonly number[]): Promise<ReadonlyMap<number, MovementDetails>>;
  /** The newest `limit` rows of a member before a position, in the history's order, with unique `trnId`s. */
  otherMovements?(
    db: Db,
    memberId: string,
    page: { before: Position | undefined; limit: number },
  ): Promise<OtherMovement[]>;
}

export interface HistoryPage {
  transactions: Movement[];
  nextCursor: string | undefined;
}

const TRN_ID = /^[\w-]{1,100}$/;

function encodeCursor({ date, trnId }: Position): string {
  return Buffer.from(JSON.stringify([date.getTime(), trnId])).toString('base64url');
}

/** @throws {AppError} 400 `invalid_cursor` */
function decodeCursor(cursor: string): Position {
  try {
    const [time, trnId]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const date = new Date(Number(time));
    if (
      Number.isSafeInteger(time) &&
      date.getTime() >= 0 &&
      date.getFullYear() < 10_000 &&
      typeof trnId === 'string' &&
      TRN_ID.test(trnId)
    )
      return { date, trnId };
  } catch {
    // Not JSON, or no list: refused below.
  }
  throw new AppError(400, 'invalid_cursor', 'This page of the list cannot be found. Please start again.');
}

function presentMovement(movement: LedgerMovement, details: MovementDetails | undefined): OtherMovement {
  const { trnId, kind, amount, created_at } = movement;
  return { trnId, type: kind, amount, status: 'success', date: created_at, ...details };
}

function newestFirst(a: Position, b: Position): number {
  const later = b.date.getTime() - a.date.getTime();
  return later || (a.trnId < b.trnId ? 1 : -1);
}

/**
 * One page of a member's history: every movement of their tokens, and what the sources add.
 *
 * @param cursor of the page before, where this is not the first
 * @throws {AppError} 400 `invalid_cursor`
 */
export async function readHistory(
  db: Db,
  sources: readonly MovementSource[],
  { memberId, limit, cursor }: { memberId: string; limit: number; cursor: string | undefined },
): Promise<HistoryPage> {
  // One more than the page tells whether there is another one.
  const page = { before: cursor === undefined ? undefined : decodeCursor(cursor), limit: limit + 1 };
  const [ledger, ...others] = await Promise.all([
    findMovements(db, memberId, page),
    ...sources.map(async (source) => (await source.otherMovements?.(db, memberId, page)) ?? []),
  ]);
  const ids = ledger.map(({ id }) => id);
  const described = await Promise.all(sources.map((source) => source.describe?.(db, ids)));
  const details = new Map(described.flatMap((part) => [...(part ?? [])]));
  const all = [
    ...ledger.map((movement) => presentMovement(movement, details.get(movement.id))),
    ...others.flat(),
  ];
  all.sort(newestFirst);
  const visible = all.slice(0, limit);
  const last = visible.at(-1);
  return {
    transactions: visible.map((movement) => ({ ...movement, date: movement.date.toISOString() })),
    nextCursor: all.length > limit && last !== undefined ? encodeCursor(last) : undefined,
  };
}
