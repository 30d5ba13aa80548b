import { z } from 'zod';
import { Done, Session } from './accounts.ts';
import { memberEndpoint, publicEndpoint } from './endpoint.ts';

export const refreshSession = publicEndpoint('POST', '/api/auth/token/refresh', {
  summary: 'Exchanges a refresh token for its successor and a new bearer token',
  tag: 'accounts',
  body: z.object({
    refreshToken: z.string({ error: 'Refresh token missing' }).min(1, 'Refresh token missing').max(500),
    fromAddress: z
      .boolean()
      .optional()
      .describe('The token came in an address: it counts only in the browser that began that sign-in.'),
  }),
  response: Session,
  errors: ['session_ended', 'account_blocked'],
});

export const logOut = publicEndpoint('POST', '/api/auth/logout', {
  summary: 'Ends the session of the bearer token or of the refresh token; never fails for one that has ended',
  tag: 'accounts',
  body: z.object({ refreshToken: z.string().max(500).nullish() }).nullish(),
  response: Done,
});

/** One place where a member is signed in. */
export const MemberSession = z
  .object({
    id: z.string(),
    device: z.string().describe('Browser and system in words, from the User-Agent.'),
    createdAt: z.string(),
    lastUsedAt: z.string(),
    isCurrent: z.boolean(),
  })
  .meta({ id: 'MemberSession' });
export type MemberSession = z.infer<typeof MemberSession>;

export const listSessions = memberEndpoint('GET', '/api/auth/sessions', {
  summary: 'Where the member is signed in',
  tag: 'accounts',
  response: z.object({ sessions: z.array(MemberSession) }),
});

export const endSession = memberEndpoint('DELETE', '/api/auth/sessions/:id', {
  summary: 'Signs out elsewhere',
  tag: 'accounts',
  params: z.object({ id: z.string().min(1).max(100) }),
  response: Done,
  errors: ['session_not_found', 'reauthentication_required'],
});

export const endOtherSessions = memberEndpoint('DELETE', '/api/auth/sessions', {
  summary: 'Signs out everywhere but here; needs a recent proof of identity',
  tag: 'accounts',
  response: Done,
  errors: ['reauthentication_required'],
});
