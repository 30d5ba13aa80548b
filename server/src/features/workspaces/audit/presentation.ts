import type { AuditEvent } from '@oriel/contract';
import type { AuditRow } from './store.ts';

/** A row as the contract returns it. */
export function presentAuditEvent(row: AuditRow): AuditEvent {
  return {
    id: row.id,
    at: row.created_at.toISOString(),
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name ?? '' },
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name ?? '' },
    before: row.before,
    after: row.after,
    source: row.source ?? '',
    workspace: row.workspace_id,
  };
}

const COLUMNS = [
  'id',
  'at',
  'workspace',
  'actor',
  'actorName',
  'action',
  'subject',
  'subjectName',
  'before',
  'after',
  'source',
];

/** Spreadsheets run cells that begin so as formulas; an apostrophe makes them text. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const json = (state: Record<string, unknown> | null) => (state === null ? '' : JSON.stringify(state));

/** Rows as CSV (RFC 4180), with a heading. */
export function auditCsv(events: readonly AuditEvent[]): string {
  const lines = events.map(({ id, at, workspace, actor, action, subject, before, after, source }) => [
    String(id),
    at,
    workspace ?? '',
    `${actor.kind}:${actor.id ?? ''}`,
    actor.name,
    action,
    `${subject.kind}:${subject.id}`,
    subject.name,
    json(before),
    json(after),
    source,
  ]);
  return [COLUMNS, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}
