import { randomUUID } from 'node:crypto';
import type { Session } from '@oriel/contract';
import { type APIRequestContext, expect } from '@playwright/test';

/** Requests of the staff to the catalogue desk. */
export const deskRequests = (request: APIRequestContext, { token }: Session) => ({
  /** Creates a category, subcategory or tag with a name that no other has. */
  create: async (kind: 'categories' | 'subcategories' | 'tags', fields: Record<string, unknown>) => {
    const name = `${fields.name} ${randomUUID().slice(0, 6)}`;
    const created = await request.post(`/api/console/${kind}`, {
      data: { ...fields, name },
      headers: { authorization: `Bearer ${token}` },
    });
    expect(created.status(), await created.text()).toBe(200);
    return (await created.json()) as { id: number; name: string; revision: number };
  },
  change: async (path: string, revision: number, data: Record<string, unknown>) => {
    const changed = await request.patch(`/api/console/${path}`, {
      data,
      headers: { authorization: `Bearer ${token}`, 'if-match': `"${revision}"` },
    });
    expect(changed.status(), await changed.text()).toBe(200);
  },
  merge: async (kind: string, id: number, into: number) => {
    const merged = await request.post(`/api/console/${kind}/${id}/merge`, {
      data: { into },
      headers: { authorization: `Bearer ${token}`, 'if-match': '"1"' },
    });
    expect(merged.status(), await merged.text()).toBe(200);
  },
});
