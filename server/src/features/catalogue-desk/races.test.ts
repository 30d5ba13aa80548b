import type { Problem } from '@oriel/contract';
import { describe, expect, it } from 'vitest';
import { race, raceTimeoutMs, repeatRace } from '../../../testing/index.ts';
import { AppError } from '../../errors.ts';
import { changeCatalogue, updateExperience } from '../catalogue/service.ts';
import { useDesk } from './desk.fixture.ts';

const { site, cast, send, create, list, addTour, slugs } = useDesk(12);

const timeout = raceTimeoutMs(10_000);
/** Whether a change was made; one that was refused because its list is gone was not. */
async function isDone(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return false;
    throw error;
  }
}

describe('K2 at the same time', () => {
  it('of changes to one revision one counts, and the others learn who was faster', { timeout }, async () => {
    await repeatRace(async (round) => {
      const { id } = await create('categories', { name: `Contested ${round}` });
      const { owner, operator } = cast.staff;
      const answers = await race(12, (index) =>
        send<Problem>('PATCH', `categories/${id}`, {
          revision: 1,
          body: { name: `Winner ${round} ${index}` },
          as: index % 2 === 0 ? owner : operator,
        }),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const now = (await list('categories')).find((category) => category.id === id);
      expect(now?.revision).toBe(2);
      for (const { status, body } of answers) {
        if (status === 200) continue;
        expect([status, body.code]).toEqual([409, 'revision_conflict']);
        expect(body.detail).toMatch(
          /^Staff (owner|operator) .*has changed “Winner \d+ \d+” in the meantime\./,
        );
        expect(body.conflict?.revision).toBe(2);
      }
    });
    const { id } = await create('categories', { name: 'Blind' });
    const blind = await send<Problem>('PATCH', `categories/${id}`, { body: { name: 'Blinder' } });
    expect([blind.status, blind.body.code]).toEqual([428, 'revision_missing']);
  });

  it('one name is given once', { timeout }, async () => {
    await repeatRace(async (round) => {
      for (const kind of ['categories', 'tags'] as const) {
        const answers = await race(8, () => send('POST', kind, { body: { name: `Unique ${round}` } }));
        expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
      }
    });
  });

  it('moves of different entries all count', { timeout }, async () => {
    const parent = await create('categories', { name: 'Moved about' });
    const part = (name: string) => create('subcategories', { name, categoryId: parent.id });
    const fixed: { id: number }[] = [];
    for (let index = 0; index < 6; index += 1) fixed.push(await part(`Fixed ${index}`));
    const moving: { id: number }[] = [];
    for (let index = 0; index < 6; index += 1) moving.push(await part(`Moving ${index}`));
    const answers = await race(6, (index) =>
      send('PATCH', `subcategories/${moving[index]?.id}`, {
        revision: 1,
        body: { before: fixed[index]?.id },
      }),
    );
    expect(answers.map(({ status, body }) => [status, body.revision])).toEqual(Array(6).fill([200, 2]));
    const now = (await list('subcategories')).filter(({ categoryId }) => categoryId === parent.id);
    const placed = fixed.flatMap(({ id }, index) => [moving[index]?.id, id]);
    expect(now.map(({ id }) => id)).toEqual(placed);
  });

  it('two categories that are merged into each other leave one, with every tour', { timeout }, async () => {
    await repeatRace(async (round) => {
      const pair = [
        await create('categories', { name: `This ${round}` }),
        await create('categories', { name: `That ${round}` }),
      ];
      for (const { id } of pair) {
        await addTour({ categoryId: id });
        await addTour({ categoryId: id });
      }
      const [one, other] = pair;
      const answers = await race(2, (index) =>
        send('POST', `categories/${pair[index]?.id}/merge`, {
          revision: 1,
          body: { into: pair[1 - index]?.id },
        }),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
      for (const name of ['This', 'That']) expect((await slugs(`category=${name}%20${round}`)).total).toBe(4);
      const left = (await list('categories')).filter(({ id }) => id === one?.id || id === other?.id);
      expect(left).toMatchObject([{ itemCount: 4 }]);
    });
  });

  it('a merge loses no tour that comes or goes meanwhile', { timeout }, async () => {
    await repeatRace(async (round) => {
      const from = await create('categories', { name: `Busy ${round}` });
      const into = await create('categories', { name: `Calm ${round}` });
      const part = await create('subcategories', { name: 'Desk', categoryId: from.id });
      const tag = await create('tags', { name: `Open ${round}`, categoryId: from.id });
      const moving = await Promise.all(
        Array.from({ length: 6 }, () => addTour({ categoryId: into.id, tagIds: [tag.id] })),
      );
      const change = (id: number, fields: Parameters<typeof updateExperience>[2]) =>
        isDone(changeCatalogue(site.db, site.app.responseCache, (tx) => updateExperience(tx, id, fields)));
      const [merged, ...others] = await Promise.all([
        send('POST', `categories/${from.id}/merge`, { revision: 1, body: { into: into.id } }),
        ...moving.map((id) => change(id, { categoryId: from.id, subcategoryId: part.id })),
        ...Array.from({ length: 4 }, () => isDone(addTour({ categoryId: from.id, tagIds: [tag.id] }))),
      ]);
      expect(merged.status).toBe(200);
      const created = others.slice(moving.length).filter(Boolean).length;
      expect((await slugs(`category=Calm%20${round}`)).total).toBe(moving.length + created);
      expect((await slugs(`tag=Open%20${round}`)).total).toBe(moving.length + created);
    });
  });

  it('a list is deleted or gets a tour, never both', { timeout }, async () => {
    await repeatRace(async (round) => {
      const { id } = await create('categories', { name: `Closing ${round}` });
      const [deleted, ...added] = await Promise.all([
        send('DELETE', `categories/${id}`, { revision: 1 }),
        ...Array.from({ length: 4 }, () => isDone(addTour({ categoryId: id }))),
      ]);
      const isGone = deleted.status === 200;
      expect(deleted.status).toBe(isGone ? 200 : 409);
      if (isGone) expect(added).toEqual(Array(4).fill(false));
      expect((await list('categories')).some((category) => category.id === id)).toBe(!isGone);
    });
  });
});
