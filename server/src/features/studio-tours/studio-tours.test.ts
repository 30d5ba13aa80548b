import type { AuditEvent, Problem, StudioTour, StudioTourSummary, TourInput } from '@oriel/contract';
import { hotelTour, mutated } from '@oriel/contract/shared/tour/tour.fixture';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { directionImage } from '../../../testing/apps/media-app.ts';
import { useAccountsApp } from '../../../testing/use-app.ts';
import { createUploader } from '../studio-media/studio-media.fixture.ts';
import { type Member, useCast } from '../workspaces/workspaces.fixture.ts';

const site = useAccountsApp({ poolSize: 10 });
const cast = useCast(site);

interface Request {
  body?: Record<string, unknown>;
  revision?: number;
  as?: Member;
  workspace?: string;
}

async function send<T = StudioTour>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { body, revision, as = cast.roles.editor, workspace = cast.workspace }: Request = {},
) {
  const response = await site.app.inject({
    method,
    url: `/api/studio/${path}${path.includes('?') ? '&' : '?'}workspace=${workspace}`,
    headers: {
      authorization: `Bearer ${as.token}`,
      ...(revision !== undefined && { 'if-match': `"${revision}"` }),
    },
    ...(body !== undefined && { payload: body }),
  });
  return { status: response.statusCode, body: response.json<T>() };
}

/** Undefined for what JSON cannot say. */
function asJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

const create = async (body: Record<string, unknown> = {}) => (await send('POST', 'tours', { body })).body;

const document: TourInput = {
  version: 1,
  start: 'lobby',
  scenes: [
    {
      id: 'lobby',
      title: '',
      media: 'not-there-yet',
      hotspots: [{ id: 'out', kind: 'door', at: { yaw: 0, pitch: 0 }, label: 'Out', target: 'yard' }],
    },
  ],
};

describe('F1 a draft', () => {
  it('is saved or refused with a sentence, whatever document it has', { timeout: 60_000 }, async () => {
    let saved = 0;
    let refused = 0;
    const tour = await create();
    let { revision } = tour;
    await fc.assert(
      fc.asyncProperty(mutated(hotelTour), async (document) => {
        const text = asJson({ document });
        if (text === undefined) return;
        const response = await site.app.inject({
          method: 'PATCH',
          url: `/api/studio/tours/${tour.id}?workspace=${cast.workspace}`,
          headers: {
            authorization: `Bearer ${cast.roles.editor.token}`,
            'content-type': 'application/json',
            'if-match': `"${revision}"`,
          },
          payload: text,
        });
        const body = response.json<StudioTour & Problem>();
        if (response.statusCode === 200) {
          saved += 1;
          revision = body.revision;
          for (const { message } of body.problems) expect(message).toMatch(/^[A-Z].+\.$/s);
        } else {
          refused += 1;
          expect([400, 413, 422]).toContain(response.statusCode);
          expect(body.detail).toMatch(/^[A-Z].{10,}$/s);
        }
      }),
      { numRuns: 500 },
    );
    expect(Math.min(saved, refused)).toBeGreaterThan(0);
  });

  it('is saved unfinished, and says what is missing', async () => {
    const tour = await create();
    expect(tour).toMatchObject({ revision: 1, title: '', draft: { price: null, document: null } });
    expect(tour.problems.map(({ path }) => path.join('.'))).toEqual([
      'title',
      'category',
      'price',
      'slug',
      'document',
    ]);
    const patch = { title: 'The lobby', price: 0, seo: { title: 'Lobby' }, document };
    const saved = await send('PATCH', `tours/${tour.id}`, { revision: 1, body: patch });
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({
      revision: 2,
      title: 'The lobby',
      draft: { price: 0, seo: { title: 'Lobby', description: '' } },
    });
    const places = saved.body.problems.map(({ path }) => path.join('.'));
    expect(places).toEqual(expect.arrayContaining(['document.scenes.0.title', 'document.scenes.0.media']));
    expect(places).not.toContain('price');
    const reset = await send('PATCH', `tours/${tour.id}`, { revision: 2, body: { price: null } });
    expect(reset.body.draft).toMatchObject({ title: 'The lobby', price: null, document: { start: 'lobby' } });
  });

  it('is refused where it makes no sense, and stays as it was', async () => {
    const tour = await create({ title: 'Kept' });
    for (const body of [{ price: -1 }, { unknown: 1 }, { title: 1 }, { document: { version: 2 } }]) {
      const { status, body: problem } = await send<Problem>('PATCH', `tours/${tour.id}`, {
        revision: 1,
        body,
      });
      expect([status, problem.code]).toEqual([422, 'draft_invalid']);
    }
    expect((await send('GET', `tours/${tour.id}`)).body).toEqual(tour);
  });

  it('S4: of changes to one revision one counts, and the others learn who was faster', async () => {
    const tour = await create();
    const { editor, contributor } = cast.roles;
    const responses = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        send<Problem>('PATCH', `tours/${tour.id}`, {
          revision: 1,
          body: { title: `Title ${index}` },
          as: index % 2 === 0 ? editor : contributor,
        }),
      ),
    );
    const now = (await send('GET', `tours/${tour.id}`)).body;
    expect(now.revision).toBe(2);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of responses) {
      if (status === 200) continue;
      expect([status, body.code]).toEqual([409, 'revision_conflict']);
      expect(body.conflict).toEqual({ revision: 2, changedBy: now.changedBy, changedAt: now.changedAt });
      expect(body.detail).toContain(now.changedBy.name);
    }
    const blind = await send<Problem>('PATCH', `tours/${tour.id}`, { body: { title: 'Blind' } });
    expect([blind.status, blind.body.code]).toEqual([428, 'revision_missing']);
  });

  it('R5: is not there for another workspace', async () => {
    const tour = await create({ title: 'Ours' });
    const foreign = { as: cast.neighbour, workspace: cast.other };
    const path = `tours/${tour.id}`;
    const answers = [
      await send<Problem>('GET', path, foreign),
      await send<Problem>('PATCH', path, { ...foreign, revision: 1, body: { title: 'Theirs' } }),
      await send<Problem>('DELETE', path, foreign),
    ];
    for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'tour_not_found']);
    const { body: list } = await send<{ tours: unknown[] }>('GET', 'tours', foreign);
    expect(list.tours).toEqual([]);
    const after = await send<{ tours: unknown[] }>('GET', `tours?before=${tour.id}`, foreign);
    expect(after.body.tours).toEqual([]);
    expect((await send('GET', path)).body).toEqual(tour);
  });

  it('is listed with the picture of its start scene, if its workspace has one', async () => {
    const { workspace, roles } = cast;
    const origin = await site.listen();
    const uploader = createUploader(site, { origin, workspace, member: roles.editor });
    const { asset } = await uploader.takeIn('yard.jpg', await directionImage(2048, 1024).jpeg().toBuffer());
    const yard = { id: 'yard', title: 'Yard', media: asset ?? '' };
    const scenes = [...document.scenes, yard];
    await create({ title: 'Yard', document: { ...document, start: 'yard', scenes } });
    await create({ title: 'Lobby', document: { ...document, scenes } });
    await create({ title: 'Empty' });
    const foreign = { as: cast.neighbour, workspace: cast.other };
    const copied = { title: 'Copied', document: { ...document, start: 'yard', scenes } };
    await send('POST', 'tours', { ...foreign, body: copied });

    type Page = { tours: StudioTourSummary[] };
    const { body } = await send<Page>('GET', 'tours?limit=3');
    expect(body.tours.map(({ title }) => title)).toEqual(['Empty', 'Lobby', 'Yard']);
    const [empty, lobby, started] = body.tours;
    expect(empty).not.toHaveProperty('previewUrl');
    expect(lobby).not.toHaveProperty('previewUrl');
    const preview = await fetch(origin + started?.previewUrl);
    expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const { body: theirs } = await send<Page>('GET', 'tours', foreign);
    expect(theirs.tours.map(({ title, previewUrl }) => [title, previewUrl])).toEqual([['Copied', undefined]]);
  });

  it('S6: is listed, changed and deleted with a row of the audit log for each change', async () => {
    const first = await create({ title: 'First' });
    const second = await create({ title: 'Second' });
    type Page = { tours: { id: string }[]; hasMore: boolean };
    const page = (await send<Page>('GET', 'tours?limit=1')).body;
    expect(page).toMatchObject({ tours: [{ id: second.id, title: 'Second' }], hasMore: true });
    const next = (await send<Page>('GET', `tours?limit=1&before=${second.id}`)).body;
    expect(next.tours[0]?.id).toBe(first.id);
    await send('PATCH', `tours/${first.id}`, { revision: 1, body: { title: 'Changed' } });
    expect((await send('DELETE', `tours/${first.id}`, { body: {} })).status).toBe(200);
    expect((await send('GET', `tours/${first.id}`)).status).toBe(404);
    const { body } = await send<{ events: AuditEvent[] }>('GET', 'audit', { as: cast.roles.owner });
    const own = body.events.filter(({ subject }) => subject.id === first.id);
    expect(own.map(({ action }) => action)).toEqual(['tour.deleted', 'tour.changed', 'tour.created']);
    expect(own[1]).toMatchObject({ before: { revision: 1 }, after: { revision: 2, fields: ['title'] } });
  });
});
