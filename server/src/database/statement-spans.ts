import type { LogEvent } from 'kysely';
import { LRUCache } from 'lru-cache';
import { beginSpan, currentTraceparent, errorKind } from '../tracing/tracing.ts';

const MAX_TEXTS = 1_000;
/** A longer list of tables says no more. */
const MAX_TABLES = 4;

const COMMENT = /--[^\n]*/g;
const OPERATION = /^\s*(\w+)/;
/** The functions and conditions that use the word FROM for something else than a table. */
const OTHER_FROM = /\bdistinct\s+from\b|\b(?:extract|substring|trim)\s*\([^()]*?\bfrom\b/gi;
/** A row lock, and the change of a conflict. */
const OTHER_UPDATE = /\b(?:for(?:\s+no\s+key)?|do)\s+update\b/gi;
const TABLE = /\b(?:from|join|into|update)\s+(?:only\s+|lateral\s+)?"?([a-z_]\w*(?:"?\."?[a-z_]\w*)?)/gi;

const summaries = new LRUCache<string, { operation: string; summary: string }>({ max: MAX_TEXTS });

/** What a statement does to which tables, such as `SELECT members sessions`. Values are no part of the text of statements. */
export function summarise(text: string): { operation: string; summary: string } {
  const kept = summaries.get(text);
  if (kept !== undefined) return kept;
  const plain = text.replace(COMMENT, ' ').replace(OTHER_FROM, ' ').replace(OTHER_UPDATE, ' ');
  const operation = (OPERATION.exec(plain)?.[1] ?? 'QUERY').toUpperCase();
  const tables = [...plain.matchAll(TABLE)].map(([, name = '']) => name.replaceAll('"', '').toLowerCase());
  const summary = [operation, ...new Set(tables.filter((name) => name !== 'lateral'))]
    .slice(0, MAX_TABLES + 1)
    .join(' ');
  const made = { operation, summary };
  summaries.set(text, made);
  return made;
}

/** Records a statement that has ended. Those outside of spans, such as looking for jobs every second, are left out. */
export function traceStatement(event: LogEvent): void {
  if (currentTraceparent() === undefined) return;
  const { operation, summary } = summarise(event.query.sql);
  const span = beginSpan({
    name: summary,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.summary': summary,
    },
    agoMs: event.queryDurationMillis,
  });
  span?.end(event.level === 'error' ? { error: errorKind(event.error) } : {});
}
