import { randomUUID } from 'node:crypto';
import type { Session, StudioMedia } from '@oriel/contract';
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

/** Signs that the files of a workspace show nobody, so that tours of them can be published. */
export async function signForFiles(
  request: APIRequestContext,
  { token }: Session,
  workspace: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const listed = await request.get(`/api/studio/media?workspace=${workspace}`, { headers });
  const { media }: { media: StudioMedia[] } = await listed.json();
  for (const { asset } of media) {
    const address = `/api/studio/privacy-checks/${asset}/statement?workspace=${workspace}`;
    const signed = await request.post(address, { headers, data: { basis: 'no-people' } });
    expect(signed.status(), await signed.text()).toBe(200);
  }
}
