import { z } from 'zod';
import { Done } from './accounts.ts';
import { InWorkspace, permittedEndpoint } from './endpoint.ts';
import { filledLine } from './line.ts';
import type { WorkspacePermission } from './permissions.ts';

/** The permissions that an API key may have, each a scope. */
export const KEY_SCOPES = [
  'tour.read',
  'tour.write',
  'tour.publish',
  'tour.delete',
  'media.read',
  'media.write',
  'media.delete',
  'statistics.read',
] as const satisfies readonly WorkspacePermission[];

export const KeyScope = z.enum(KEY_SCOPES);
export type KeyScope = z.infer<typeof KeyScope>;

/** The most keys that a workspace has at a time. */
export const MAX_KEYS = 50;
/** The longest that a key holds, in days. */
export const MAX_KEY_DAYS = 3650;

/** A key by which a script acts for a member in one workspace. */
export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(KeyScope),
    createdBy: z.string().describe('The name of the member for whom it acts.'),
    createdAt: z.string(),
    expiresAt: z.string().nullable().describe('Null for a key without an end.'),
    lastUsedAt: z.string().nullable().describe('To the minute; null for one that was never used.'),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;

export const listKeys = permittedEndpoint('key.manage')('GET', '/api/studio/keys', {
  summary: 'The API keys of the workspace, the newest first',
  tag: 'studio',
  query: InWorkspace,
  response: z.object({ keys: z.array(ApiKey) }),
});

export const createKey = permittedEndpoint('key.manage')('POST', '/api/studio/keys', {
  summary:
    'Makes an API key that acts for the member, with some of their own permissions; its secret is in this response alone. Needs a recent proof of identity',
  tag: 'studio',
  query: InWorkspace,
  body: z.strictObject({
    name: filledLine(80, 'Please name the key.'),
    scopes: z.array(KeyScope).min(1, 'Please choose what the key may do.').max(KEY_SCOPES.length),
    days: z
      .number()
      .int('The days are a whole number.')
      .min(1, 'A key holds for a day at least.')
      .max(MAX_KEY_DAYS, `A key holds for at most ${MAX_KEY_DAYS} days.`)
      .nullable()
      .default(null)
      .describe('How long it holds; null for a key without an end.'),
  }),
  response: ApiKey.extend({ secret: z.string().describe('To be sent as `Authorization: Bearer …`.') }),
  errors: ['too_many_keys', 'reauthentication_required'],
});

export const revokeKey = permittedEndpoint('key.manage')('DELETE', '/api/studio/keys/:keyId', {
  summary: 'Ends an API key at once',
  tag: 'studio',
  params: z.object({ keyId: z.string().min(1).max(100) }),
  query: InWorkspace,
  response: Done,
  errors: ['key_not_found'],
});
