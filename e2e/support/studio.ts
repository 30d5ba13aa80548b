import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Session, StudioMedia, StudioTour, TourInput } from '@oriel/contract';
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
  const workspace: string = (await created.json()).id;
  // A new workspace has the free plan, which is too small for some tests.
  const planned = await request.post(`/api/console/plans/${workspace}`, {
    data: { plan: 'enterprise' },
    headers: { authorization: `Bearer ${session.token}` },
  });
  expect(planned.status(), await planned.text()).toBe(200);
  return { session, name, workspace };
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
    const url = `/api/studio/privacy-checks/${asset}/statement?workspace=${workspace}`;
    const signed = await request.post(url, { headers, data: { basis: 'no-people' } });
    expect(signed.status(), await signed.text()).toBe(200);
  }
}

/** Sends requests to the studio of one workspace. */
export function studioDesk(request: APIRequestContext, session: Session, workspace: string) {
  const headers = { authorization: `Bearer ${session.token}` };
  const at = (path: string) => `/api/studio/${path}${path.includes('?') ? '&' : '?'}workspace=${workspace}`;

  /** @returns what documents call the file, once it is ready */
  async function upload(path: string, use?: 'flat'): Promise<string> {
    const bytes = await readFile(path);
    const encode = (text: string) => Buffer.from(text).toString('base64');
    const name = encode(path.split('/').at(-1) ?? '');
    const created = await request.post(at('uploads'), {
      headers: {
        ...headers,
        'tus-resumable': '1.0.0',
        'upload-length': `${bytes.length}`,
        'upload-metadata': `filename ${name}${use ? `,use ${encode(use)}` : ''}`,
        'content-type': 'application/offset+octet-stream',
      },
      data: bytes,
    });
    const id = /u_[\w-]{22}/.exec(created.headers().location ?? '')?.[0] ?? '';
    let asset = '';
    await expect
      .poll(
        async () => {
          const { media }: { media: StudioMedia[] } = await (
            await request.get(at(`media?upload=${id}`), { headers })
          ).json();
          asset = media[0]?.asset ?? '';
          return media[0]?.state;
        },
        { timeout: 30_000 },
      )
      .toBe('ready');
    return asset;
  }

  return {
    upload,
    async createTour(document: TourInput, title = 'Hotel Seaview'): Promise<StudioTour> {
      const response = await request.post(at('tours'), {
        headers,
        data: { title, document },
      });
      expect(response.status(), await response.text()).toBe(200);
      return response.json();
    },
    readTour: async (id: string): Promise<StudioTour> =>
      (await request.get(at(`tours/${id}`), { headers })).json(),
  };
}

const PHOTOS = 'content/media/photos';

/** A tour of two rooms without doors, `lobby` and `room`, whose pictures are not checked, in a workspace of its own. */
export async function tourOfTwoRooms(request: APIRequestContext) {
  const { session, workspace } = await ownWorkspace(request);
  const desk = studioDesk(request, session, workspace);
  const [lobby, room] = await Promise.all([
    desk.upload(`${PHOTOS}/hotel-corridor.jpg`),
    desk.upload(`${PHOTOS}/hotel-bathroom.jpg`),
  ]);
  const tour = await desk.createTour({
    version: 1,
    start: 'lobby',
    scenes: [
      { id: 'lobby', title: 'Lobby', media: lobby },
      { id: 'room', title: 'Room', media: room },
    ],
  });
  const url = (part = '') => `/studio/tours/${tour.id}${part}?workspace=${workspace}`;
  return { session, desk, tour, url, lobby, room };
}
