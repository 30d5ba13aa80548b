import type { Problem, StudioTour } from '@oriel/contract';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { assignRoles } from '../workspaces/workspaces.fixture.ts';
import { keepSchedules } from './due-schedules.ts';
import { usePublisher } from './publication.fixture.ts';

const { site, cast, given, send, draft, published, detail } = usePublisher();
const MINUTE = 60_000;
const inFuture = (ms = 10 * MINUTE) => new Date(Date.now() + ms).toISOString();

type Answer = StudioTour & Problem;
const schedule = (id: string, body: object, request: Parameters<typeof send>[2] = {}) =>
  send<Answer>('POST', `/${id}/schedule`, { body, ...request });
const read = async (id: string) => (await send('GET', `/${id}`)).body;

async function aDraft(fields: object = {}): Promise<StudioTour> {
  const { body } = await send('POST', '', { body: draft(fields) });
  expect(body.problems).toEqual([]);
  return body;
}

/** Lets an hour pass for one tour. */
const pass = (id: string) =>
  sql`UPDATE studio_tours SET publish_at = publish_at - interval '1 hour', withdraw_at = withdraw_at - interval '1 hour'
    WHERE id = ${id}`.execute(site.db);

/** One run of the periodic task; a tour that fails for want of something fails the test. */
const run = () =>
  keepSchedules(
    { ...site.app.dependencies, reviewsTours: false, responseCache: site.app.responseCache },
    () => false,
    (_, error) => {
      throw error;
    },
  );

const audit = (id: string) =>
  site.db
    .selectFrom('audit_events')
    .select(['action', 'actor_kind', 'actor_id', 'after'])
    .where('subject_id', '=', id)
    .where('action', '<>', 'tour.created')
    .orderBy('id')
    .execute();
const actions = async (id: string) => (await audit(id)).map(({ action }) => action);

const nothing = { publishAt: null, withdrawAt: null, scheduledBy: null };

describe('S2: a scheduled publication', () => {
  it('is done by the first run after its time, as the member who chose it', async () => {
    const tour = await aDraft();
    const publishAt = inFuture();
    const { status, body } = await schedule(tour.id, { publishAt }, { revision: 1 });
    const { user } = cast.roles.editor;
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'draft', publishAt, withdrawAt: null, scheduledBy: { id: user.id } });
    await run();
    expect((await detail()).status).toBe(404);
    await pass(tour.id);
    await run();
    expect((await detail()).body).toMatchObject({ title: 'Seaside rooms' });
    expect(await read(tour.id)).toMatchObject({ state: 'published', ...nothing, scheduleProblem: null });
    expect(await audit(tour.id)).toMatchObject([
      { action: 'tour.scheduled', after: { publishAt, withdrawAt: null } },
      {
        action: 'tour.published',
        actor_kind: 'member',
        actor_id: user.id,
        after: { revision: 1, version: 1, isScheduled: true },
      },
    ]);
  });

  it('is done once by many processes', async () => {
    const tour = await aDraft();
    await schedule(tour.id, { publishAt: inFuture() }, { revision: 1 });
    await pass(tour.id);
    await Promise.all([run(), run(), run(), run()]);
    expect((await detail()).status).toBe(200);
    const { body } = await send<{ versions: object[] }>('GET', `/${tour.id}/versions`);
    expect(body.versions).toHaveLength(1);
    expect(await actions(tour.id)).toEqual(['tour.scheduled', 'tour.published']);
  });

  it('publishes the draft as it is then', async () => {
    const tour = await published();
    await send('PATCH', `/${tour.id}`, { body: { title: 'Harbour rooms' }, revision: 1 });
    await schedule(tour.id, { publishAt: inFuture() }, { revision: 2 });
    await send('PATCH', `/${tour.id}`, { body: { title: 'Rooms at the quay' }, revision: 2 });
    expect((await detail()).body.title).toBe('Seaside rooms');
    await pass(tour.id);
    await run();
    expect((await detail()).body.title).toBe('Rooms at the quay');
    expect(await read(tour.id)).toMatchObject({ publishedRevision: 3, publishAt: null });
  });

  it('of a draft with problems is not done, and the reason is kept until somebody acts', async () => {
    const tour = await published();
    const times = { publishAt: inFuture(), withdrawAt: inFuture(600 * MINUTE) };
    await schedule(tour.id, times, { revision: 1 });
    await send('PATCH', `/${tour.id}`, { body: { price: null, title: 'Half a change' }, revision: 1 });
    await pass(tour.id);
    await run();
    expect((await detail()).body.title).toBe('Seaside rooms');
    const failed = await read(tour.id);
    // What visitors see still ends.
    expect(failed).toMatchObject({ state: 'published', publishAt: null, withdrawAt: expect.any(String) });
    expect(failed.scheduleProblem).toEqual({
      message: 'The tour was not published at its time. The tour needs a price; 0 is free.',
      at: expect.any(String),
    });
    const rows = await audit(tour.id);
    expect(rows.at(-1)).toMatchObject({
      action: 'tour.schedule-failed',
      actor_kind: 'job',
      after: { reason: 'tour_incomplete', publishAt: null },
    });
    await run();
    expect(await audit(tour.id)).toHaveLength(rows.length);
    expect((await schedule(tour.id, { withdrawAt: null })).body).toMatchObject({
      ...nothing,
      scheduleProblem: null,
    });
  });

  it('is not done after its address was taken', async () => {
    const tour = await aDraft();
    await schedule(tour.id, { publishAt: inFuture(), withdrawAt: inFuture(600 * MINUTE) }, { revision: 1 });
    await published();
    await pass(tour.id);
    await run();
    const failed = await read(tour.id);
    expect(failed).toMatchObject({ state: 'draft', ...nothing });
    expect(failed.scheduleProblem?.message).toBe(
      'The tour was not published at its time. Another tour has this address.',
    );
  });

  it('is cancelled, replaced, and forgotten once it is done by hand', async () => {
    const tour = await aDraft();
    await schedule(tour.id, { publishAt: inFuture(), withdrawAt: inFuture(600 * MINUTE) }, { revision: 1 });
    expect((await schedule(tour.id, { publishAt: null })).body).toMatchObject(nothing);
    const later = inFuture(120 * MINUTE);
    await schedule(tour.id, { publishAt: inFuture() }, { revision: 1 });
    expect((await schedule(tour.id, { publishAt: later }, { revision: 1 })).body.publishAt).toBe(later);
    await pass(tour.id);
    await run();
    expect((await read(tour.id)).state).toBe('draft');
    const byHand = await send('POST', `/${tour.id}/publication`, { revision: 1 });
    expect(byHand.body).toMatchObject({ state: 'published', ...nothing });
    expect(await actions(tour.id)).toEqual([...Array(4).fill('tour.scheduled'), 'tour.published']);
  });
});

describe('a scheduled withdrawal', () => {
  it('is done by the first run after its time', async () => {
    const tour = await published();
    const withdrawAt = inFuture();
    expect((await schedule(tour.id, { withdrawAt })).body).toMatchObject({ withdrawAt, publishAt: null });
    await run();
    expect((await detail()).status).toBe(200);
    await pass(tour.id);
    await Promise.all([run(), run()]);
    expect((await detail()).status).toBe(404);
    expect(await read(tour.id)).toMatchObject({ state: 'withdrawn', ...nothing, scheduleProblem: null });
    expect((await audit(tour.id)).slice(1)).toMatchObject([
      { action: 'tour.scheduled' },
      { action: 'tour.withdrawn', after: { isScheduled: true } },
    ]);
  });

  it('ends a publication whose time has passed, too', async () => {
    const tour = await aDraft();
    await schedule(tour.id, { publishAt: inFuture(), withdrawAt: inFuture(20 * MINUTE) }, { revision: 1 });
    await pass(tour.id);
    await run();
    expect(await read(tour.id)).toMatchObject({ state: 'withdrawn', ...nothing, scheduleProblem: null });
    expect((await detail()).status).toBe(404);
  });

  it('stays where a publication by hand comes first, and goes with a withdrawal by hand', async () => {
    const tour = await aDraft();
    const withdrawAt = inFuture(600 * MINUTE);
    await schedule(tour.id, { publishAt: inFuture(), withdrawAt }, { revision: 1 });
    const byHand = await send('POST', `/${tour.id}/publication`, { revision: 1 });
    expect(byHand.body).toMatchObject({ publishAt: null, withdrawAt });
    const publishAt = inFuture();
    await schedule(tour.id, { publishAt }, { revision: 1 });
    // The end of a publication that is still to come.
    expect((await send('DELETE', `/${tour.id}/publication`)).body).toMatchObject({ publishAt, withdrawAt });
    await send('POST', `/${tour.id}/publication`, { revision: 1 });
    expect((await send('DELETE', `/${tour.id}/publication`)).body).toMatchObject(nothing);
  });
});

describe('the member who chose the time', () => {
  afterEach(() => assignRoles(site, cast));
  const editor = () => cast.roles.editor.user.id;

  it.each([
    [
      'has another role',
      () => sql`UPDATE workspace_members SET role = 'contributor' WHERE member_id = ${editor()}`,
    ],
    ['has left the team', () => sql`DELETE FROM workspace_members WHERE member_id = ${editor()}`],
    ['is blocked', () => sql`UPDATE members SET blocked_at = now() WHERE id = ${editor()}`],
  ])('publishes and withdraws nothing who %s', async (_, change) => {
    const first = given.slug;
    const leaving = await published();
    given.slug = `${first}-coming`;
    const coming = await aDraft();
    await schedule(leaving.id, { withdrawAt: inFuture() });
    await schedule(coming.id, { publishAt: inFuture() }, { revision: 1 });
    await change().execute(site.db);
    await pass(leaving.id);
    await pass(coming.id);
    await run();
    await sql`UPDATE members SET blocked_at = NULL WHERE id = ${editor()}`.execute(site.db);
    const as = cast.roles.owner;
    const reason = 'The person who chose the time may no longer publish.';
    for (const [id, state, done] of [
      [leaving.id, 'published', 'withdrawn'],
      [coming.id, 'draft', 'published'],
    ]) {
      const { body } = await send('GET', `/${id}`, { as });
      expect(body).toMatchObject({ state, ...nothing });
      expect(body.scheduleProblem?.message).toBe(`The tour was not ${done} at its time. ${reason}`);
    }
  });
});

describe('a time', () => {
  it.each([
    [
      { publishAt: '2020-01-01T00:00:00Z' },
      'The time of the publication has passed. Please choose a later one.',
    ],
    [{ withdrawAt: inFuture(-1) }, 'The time of the withdrawal has passed. Please choose a later one.'],
    [{ publishAt: inFuture(3 * 366 * 1440 * MINUTE) }, 'The publication may be at most 2 years ahead.'],
    [
      { publishAt: inFuture(), withdrawAt: inFuture(5 * MINUTE) },
      'The tour must be withdrawn later than it is published.',
    ],
  ])('is refused: %o', async (times, detail) => {
    const { id } = await aDraft();
    const { status, body } = await schedule(id, times, { revision: 1 });
    expect([status, body.code, body.detail]).toEqual([400, 'invalid_request', detail]);
    expect(await actions(id)).toEqual([]);
  });

  it('is chosen for a whole draft that was looked at, by who may publish', async () => {
    const { body: unfinished } = await send('POST', '', { body: { title: 'Unfinished' } });
    const tour = await aDraft();
    const publishAt = inFuture();
    const codeOf = async (id: string, body: object, request = {}) => {
      const answer = await schedule(id, body, request);
      return [answer.status, answer.body.code];
    };
    expect(await codeOf(tour.id, { publishAt: 'tomorrow' }, { revision: 1 })).toEqual([
      400,
      'invalid_request',
    ]);
    expect(await codeOf(unfinished.id, { publishAt }, { revision: 1 })).toEqual([422, 'tour_incomplete']);
    expect(await codeOf(tour.id, { publishAt })).toEqual([428, 'revision_missing']);
    expect(await codeOf(tour.id, { publishAt }, { revision: 7 })).toEqual([409, 'revision_conflict']);
    expect(await codeOf(tour.id, { withdrawAt: publishAt })).toEqual([409, 'tour_not_published']);
    expect(await codeOf('t_none', { publishAt }, { revision: 1 })).toEqual([404, 'tour_not_found']);
    const as = cast.roles.contributor;
    expect(await codeOf(tour.id, { publishAt }, { revision: 1, as })).toEqual([403, 'not_permitted']);
    expect(await actions(tour.id)).toEqual([]);
  });

  it('of the database ends after it begins, and belongs to somebody', async () => {
    const { id } = await aDraft();
    const write = (set: string) =>
      sql.raw(`UPDATE studio_tours SET ${set} WHERE id = '${id}'`).execute(site.db);
    const times = "publish_at = now(), withdraw_at = now() + interval '1 hour'";
    await expect(write(times)).rejects.toThrow(/check constraint/);
    await expect(write("publish_at = now(), withdraw_at = now(), scheduled_by = 'm'")).rejects.toThrow(
      /check constraint/,
    );
    await expect(write("schedule_problem = 'Gone.'")).rejects.toThrow(/check constraint/);
    await write(`${times}, scheduled_by = 'm'`);
    await write('publish_at = NULL, withdraw_at = NULL, scheduled_by = NULL');
  });
});
