import type { Category, Merge, StudioTour, Subcategory } from '@oriel/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { refusalOf, useDesk } from './desk.fixture.ts';

const { site, cast, send, create, list, addTour, get, slugs, newestEvent } = useDesk(10);

describe('K1 a merge', () => {
  it('of categories moves tours, subcategories, tags and drafts, and says so before', async () => {
    const from = await create('categories', { name: 'Shops' });
    const into = await create('categories', { name: 'Markets' });
    const other = await create('categories', { name: 'Beside' });
    const part = (name: string, categoryId: number) => create('subcategories', { name, categoryId });
    const [corner, fromHalls, intoHalls] = [
      await part('Corner shops', from.id),
      await part('Halls', from.id),
      await part('halls', into.id),
    ];
    const tag = await create('tags', { name: 'Local', categoryId: from.id });
    const slugOf = async (slug: string, fields: object) => addTour({ slug, title: slug, ...fields });
    await slugOf('plain', { categoryId: from.id });
    await slugOf('cornered', { categoryId: from.id, subcategoryId: corner.id, tagIds: [tag.id] });
    await slugOf('hall-a', {
      categoryId: from.id,
      subcategoryId: fromHalls.id,
      furtherCategoryIds: [into.id],
    });
    await slugOf('hall-b', {
      categoryId: into.id,
      subcategoryId: intoHalls.id,
      furtherCategoryIds: [from.id],
    });
    await slugOf('beside', { categoryId: other.id, furtherCategoryIds: [from.id] });
    const { editor } = cast.roles;
    const studio = async (method: 'GET' | 'POST', path: string, payload?: object) =>
      (
        await site.app.inject({
          method,
          url: `/api/studio/${path}?workspace=${cast.workspace}`,
          headers: { authorization: `Bearer ${editor.token}` },
          ...(payload && { payload }),
        })
      ).json<StudioTour>();
    const draft = await studio('POST', 'tours', { category: from.id, subcategory: fromHalls.id });

    const expected: Merge = {
      into: { id: into.id, name: 'Markets' },
      tours: 3,
      namedBeside: 2,
      drafts: 1,
      subcategories: ['Corner shops'],
      mergedSubcategories: ['Halls'],
      tags: ['Local'],
      widened: false,
    };
    const preview = await send<Merge>('GET', `categories/${from.id}/merge?into=${into.id}`);
    expect(preview.body).toEqual(expected);
    const merged = await send<Merge>('POST', `categories/${from.id}/merge`, {
      revision: 1,
      body: { into: into.id },
    });
    expect(merged).toEqual({ status: 200, body: expected });

    const all = await slugs('category=markets');
    expect([all.slugs.toSorted(), all.total]).toEqual([['cornered', 'hall-a', 'hall-b', 'plain'], 4]);
    for (const query of ['category=Shops', `categoryId=${from.id}`, `categoryId=${into.id}`]) {
      expect((await slugs(query)).total, query).toBe(4);
    }
    for (const id of [fromHalls.id, intoHalls.id]) {
      expect((await slugs(`subcategoryId=${id}`)).slugs.toSorted()).toEqual(['hall-a', 'hall-b']);
    }
    expect((await slugs('category=Beside')).items[0]?.category).toBe('Beside|Markets');
    expect((await slugs('q=shops')).slugs).toEqual(['cornered']);
    const parts = (await get(`/api/categories/${from.id}/subcategories`)).json<Subcategory[]>();
    expect(parts.map(({ name, itemCount, categoryid }) => [name, itemCount, categoryid])).toEqual([
      ['Corner shops', 1, into.id],
      ['halls', 2, into.id],
    ]);
    expect((await get(`/api/categories/${from.id}`)).json<Category>().categoryid).toBe(into.id);
    expect((await list('tags')).find(({ id }) => id === tag.id)?.categoryId).toBe(into.id);
    expect((await studio('GET', `tours/${draft.id}`)).draft).toMatchObject({
      category: into.id,
      subcategory: intoHalls.id,
    });
    expect(await newestEvent()).toMatchObject({
      action: 'category.merged',
      before: { name: 'Shops' },
      after: { into: into.id, name: 'Markets', tours: 3 },
    });
    expect((await get('/sitemap.xml')).body).not.toContain(`/categories/${from.id}/`);
  });

  it('of subcategories also moves tours to another category', async () => {
    const [a, b] = [
      await create('categories', { name: 'Inns' }),
      await create('categories', { name: 'Spas' }),
    ];
    const from = await create('subcategories', { name: 'Saunas', categoryId: a.id });
    const into = await create('subcategories', { name: 'Baths', categoryId: b.id });
    await addTour({ slug: 'hot', categoryId: a.id, subcategoryId: from.id, furtherCategoryIds: [b.id] });
    const merge = { revision: 1, body: { into: into.id } };
    expect((await send<Merge>('POST', `subcategories/${from.id}/merge`, merge)).body).toMatchObject({
      tours: 1,
      into: { name: 'Baths' },
    });
    expect((await slugs('category=Inns')).total).toBe(0);
    expect((await slugs('category=Spas')).items).toMatchObject([
      { slug: 'hot', category: 'Spas', subcategoryId: into.id },
    ]);
    expect((await get('/api/former-names?of=category&name=saunas')).json()).toEqual({ name: 'Baths' });
  });

  it('of tags keeps each once, and widens where they are offered', async () => {
    const [a, b] = [
      await create('categories', { name: 'Lakes' }),
      await create('categories', { name: 'Hills' }),
    ];
    const from = await create('tags', { name: 'Panoramic', categoryId: a.id });
    const into = await create('tags', { name: 'Wide view', categoryId: b.id });
    await addTour({ slug: 'both', categoryId: a.id, tagIds: [from.id, into.id] });
    await addTour({ slug: 'one', categoryId: a.id, tagIds: [from.id] });
    const merge = { revision: 1, body: { into: into.id } };
    expect((await send<Merge>('POST', `tags/${from.id}/merge`, merge)).body).toMatchObject({
      tours: 2,
      widened: true,
    });
    for (const tag of ['Panoramic', 'wide view']) {
      const found = await slugs(`tag=${encodeURIComponent(tag)}`);
      expect([found.slugs.toSorted(), found.total]).toEqual([['both', 'one'], 2]);
      expect(found.items[0]?.tags).toEqual(['Wide view']);
    }
    expect((await list('tags')).find(({ id }) => id === into.id)).toMatchObject({
      categoryId: null,
      itemCount: 2,
    });
    expect((await get('/api/former-names?of=tag&name=panoramic')).json()).toEqual({ name: 'Wide view' });
    expect((await slugs('q=panoramic')).slugs).toEqual([]);
  });

  it('changes each length once, however many tours move', async () => {
    const from = await create('categories', { name: 'Crowded' });
    const into = await create('categories', { name: 'Roomy' });
    for (let count = 0; count < 5; count += 1) await addTour({ categoryId: from.id });
    const written = await site.db.transaction().execute(async (tx) => {
      const count = async () => {
        const { rows } = await sql<{ rows: number }>`
          SELECT (pg_stat_get_xact_tuples_updated(sizes) + pg_stat_get_xact_tuples_inserted(sizes))::int AS rows
          FROM (SELECT 'list_sizes'::regclass) AS measured (sizes)
        `.execute(tx);
        return rows[0]?.rows ?? 0;
      };
      const before = await count();
      await sql`UPDATE experiences SET category_id = ${into.id} WHERE category_id = ${from.id}`.execute(tx);
      return (await count()) - before;
    });
    expect(written).toBe(2);
    expect((await slugs('category=Roomy')).total).toBe(5);
  });

  it('of what was merged into leads on in one step', async () => {
    const chain = [];
    for (const name of ['Link A', 'Link B', 'Link C']) chain.push(await create('categories', { name }));
    const [a, b, c] = chain;
    await send('POST', `categories/${a?.id}/merge`, { revision: 1, body: { into: b?.id } });
    await send('POST', `categories/${b?.id}/merge`, { revision: 1, body: { into: c?.id } });
    for (const id of [a?.id, b?.id]) {
      expect((await get(`/api/categories/${id}`)).json<Category>().categoryname).toBe('Link C');
    }
    expect((await get('/api/former-names?of=category&name=link%20a')).json()).toEqual({ name: 'Link C' });
    expect((await send('DELETE', `categories/${c?.id}`, { revision: 1 })).status).toBe(200);
    expect((await get('/api/former-names?of=category&name=link%20a')).statusCode).toBe(404);
  });

  it('into itself or into nothing is refused', async () => {
    const { id } = await create('categories', { name: 'Alone' });
    const merge = (into: number) => send('POST', `categories/${id}/merge`, { revision: 1, body: { into } });
    expect(refusalOf(await merge(id))).toEqual([
      400,
      'merge_into_itself',
      'A category cannot be merged into itself.',
    ]);
    expect((await merge(987_654)).body.code).toBe('category_not_found');
  });
});
