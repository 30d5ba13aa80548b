import { AuditAction, type AuditEvent } from '@oriel/contract';
import { expect, it } from 'vitest';
import { sentenceOf } from './activity-words.ts';

it.each(AuditAction.options)('%s has a sentence', (action) => {
  const event: AuditEvent = {
    id: 1,
    at: '2026-01-01T00:00:00Z',
    actor: { kind: 'member', id: 'm_1', name: 'Ada' },
    action,
    subject: { kind: 'member', id: 'm_2', name: 'Grace' },
    before: { role: 'editor', name: 'Old' },
    after: { role: 'admin', name: 'New' },
    source: '',
    workspace: null,
  };
  expect(sentenceOf(event)).not.toBe(action);
  expect(sentenceOf(event)).toMatch(/^[a-z].* /);
});
