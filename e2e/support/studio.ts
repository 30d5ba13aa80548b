import { randomUUID } from 'node:crypto';
import type { Session } from '@oriel/contract';
import { type APIRequestContext, expect } from '@playwright/test';

/** The demo's owner; the README names the password. */
const OWNER = { email: 'owner@oriel.example', password: 'open-the-front-door' };

/** The demo's owner, with a workspace that no other test uses. */
export async function ownWorkspace(
  request: APIRequestContext,
): Promise<{ session: Session; workspace: string; name: string }> {
  const signedIn = await request.post('/api/auth/login', { data: OWNER });
  expect(signedIn.status(), await signedIn.text()).toBe(200);
  const session: Session = await signedIn.json();
  const name = `House ${randomUUID().slice(0, 8)}`;
  const created = await request.post('/api/console/workspaces', {
    data: { name },
    headers: { authorization: `Bearer ${session.token}` },
  });
  expect(created.status(), await created.text()).toBe(200);
  return { session, name, workspace: (await created.json()).id };
}
