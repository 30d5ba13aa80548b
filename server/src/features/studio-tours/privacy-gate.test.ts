// @module-tag processes
import type { OwnRoles, PrivacyCheckRule, Problem } from '@oriel/contract';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { directionImage } from '../../../testing/apps/media-app.ts';
import { studioCalls } from '../workspaces/workspaces.fixture.ts';
import { aTour } from './drafts.fixture.ts';
import { usePublisher } from './publication.fixture.ts';

const { site, cast, takeFile, signFor, send, draft, detail } = usePublisher();
const SENTENCE = 'Scene "lobby", photo or film has not been checked for people.';
const path = ['document', 'scenes', 0, 'media'];

let lobby: string;
let evening: string;
beforeAll(async () => {
  const take = async (width: number) => takeFile('room.jpg', await directionImage(width).jpeg().toBuffer());
  [lobby, evening] = [await take(2200), await take(2204)];
});
afterEach(async () => {
  await site.db.deleteFrom('privacy_checks').execute();
  await site.db.updateTable('workspaces').set({ privacy_check: 'required' }).execute();
});

const publish = (id: string) => send<Problem>('POST', `/${id}/publication`, { revision: 1 });
const setRule = (privacyCheck: PrivacyCheckRule, as = cast.roles.admin) =>
  studioCalls(site)(as, 'POST studio/workspace/privacy-check', {
    query: { workspace: cast.workspace },
    body: { privacyCheck },
  });

it('P7: a tour is published once somebody has signed for its pictures', async () => {
  const { body: tour } = await send('POST', '', { body: draft({ document: aTour(lobby) }) });
  expect(tour.problems).toEqual([{ path, message: SENTENCE, code: 'people_unchecked' }]);
  const refused = await publish(tour.id);
  expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
    422,
    'tour_incomplete',
    SENTENCE,
  ]);
  const publishAt = new Date(Date.now() + 60_000).toISOString();
  const scheduled = await send<Problem>('POST', `/${tour.id}/schedule`, { body: { publishAt }, revision: 1 });
  expect([scheduled.status, scheduled.body.detail]).toEqual([422, SENTENCE]);
  expect((await detail()).status).toBe(404);

  await signFor(lobby);
  expect((await send('GET', `/${tour.id}`)).body.problems).toEqual([]);
  expect((await publish(tour.id)).status).toBe(200);
  expect((await detail()).status).toBe(200);
});

it('P7: the pictures of other lights need a signature too, and of another workspace none counts', async () => {
  const [scene] = aTour(lobby).scenes ?? [];
  const lights = [
    { id: 'day', label: 'Day' },
    { id: 'evening', label: 'Evening', media: evening },
  ];
  const document = { ...aTour(lobby), scenes: [{ ...scene, lights }] };
  await signFor(lobby);
  await site.db
    .insertInto('privacy_checks')
    .values({
      workspace_id: cast.other,
      asset_id: evening,
      regions: '[]',
      state: 'signed',
      basis: 'no-people',
      stated_by: cast.neighbour.user.id,
      stated_at: new Date(),
    })
    .execute();
  const { body: tour } = await send('POST', '', { body: draft({ document }) });
  expect(tour.problems).toMatchObject([
    { path: ['document', 'scenes', 0, 'lights', 1, 'media'], code: 'people_unchecked' },
  ]);
  await signFor(evening);
  expect((await publish(tour.id)).status).toBe(200);
});

it('P7: a statement that a new search has ended counts no more', async () => {
  await signFor(lobby);
  const { body: tour } = await send('POST', '', { body: draft({ document: aTour(lobby) }) });
  const search = `POST studio/privacy-checks/${lobby}/search`;
  await studioCalls(site)(cast.roles.editor, search, { query: { workspace: cast.workspace } });
  expect((await publish(tour.id)).body.detail).toBe(SENTENCE);
});

it('P7: an admin may let the tours of a workspace be published without it, which is written down', async () => {
  const { roles, workspace } = cast;
  const { body: tour } = await send('POST', '', { body: draft({ document: aTour(lobby) }) });
  expect((await setRule('off', roles.editor)).status).toBe(403);
  expect((await publish(tour.id)).status).toBe(422);
  for (const _ of [1, 2]) expect((await setRule('off')).status).toBe(200);
  const { body: own } = await studioCalls(site)<OwnRoles>(roles.editor, 'GET studio/workspaces');
  expect(own.workspaces).toMatchObject([{ id: workspace, privacyCheck: 'off' }]);
  expect((await publish(tour.id)).status).toBe(200);

  await setRule('required');
  expect((await send('GET', `/${tour.id}`)).body.problems).toMatchObject([{ code: 'people_unchecked' }]);
  // What is public stays.
  expect((await detail()).body.title).toBe('Seaside rooms');
  const rows = await site.db
    .selectFrom('audit_events')
    .select(['actor_id', 'before', 'after'])
    .where('action', '=', 'workspace.privacy-check-changed')
    .orderBy('id')
    .execute();
  const [required, off] = [{ privacyCheck: 'required' }, { privacyCheck: 'off' }];
  expect(rows).toEqual([
    { actor_id: roles.admin.user.id, before: required, after: off },
    { actor_id: roles.admin.user.id, before: off, after: required },
  ]);
});
