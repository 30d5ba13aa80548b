import type {
  AuditEvent,
  Category,
  Merge,
  Problem,
  StudioTour,
  Subcategory,
  Suggestions,
} from '@oriel/contract';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useAccountsApp } from '../../../testing/use-app.ts';
import { type Cast, castRoles } from '../workspaces/workspaces.fixture.ts';
import { deskOf, expectKeptRight } from './desk.fixture.ts';

const site = useAccountsApp({ poolSize: 10 });
let cast: Cast;
const { send, create, list, addTour, get, slugs } = deskOf(site, () => cast);
beforeAll(async () => {
  cast = await castRoles(site);
});
afterEach(() => expectKeptRight(site));

const refusalOf = ({ status, body }: { status: number; body: Problem }) => [status, body.code, body.detail];
const newestEvent = async () => {
  const { body } = await send<{ events: AuditEvent[] }>('GET', 'audit?limit=1');
  return body.events[0];
};

describe('a list', () => {
  it('is created with its looks, and named in the log', async () => {
    await addTour({ slug: 'the-cover', title: 'Cover' });
    const category = await create('categories', {
      name: '  Gardens ',
      description: 'Green places.',
      icon: '/images/categories/tourism.svg',
      coverTour: 'the-cover',
    });
    expect(category).toMatchObject({ name: 'Gardens', revision: 1, itemCount: 0, coverTour: 'the-cover' });
    expect((await list('categories')).find(({ id }) => id === category.id)?.cover).toEqual({
      title: 'Cover',
      thumbnail: '/images/headset.svg',
    });
    expect(await newestEvent()).toMatchObject({
      action: 'category.created',
      workspace: null,
      subject: { kind: 'category', id: String(category.id), name: 'Gardens' },
      after: { name: 'Gardens', icon: '/images/categories/tourism.svg' },
    });
    const part = await create('subcategories', { name: 'Glasshouses', categoryId: category.id });
    const parts = await get(`/api/categories/${category.id}/subcategories`);
    expect(parts.json<Subcategory[]>()).toMatchObject([{ subcategoryid: part.id, name: 'Glasshouses' }]);
    const tag = await create('tags', { name: 'Shade' });
    expect(tag).toMatchObject({ categoryId: null, isActive: true });
    const bare = { description: '', icon: '', coverTour: '' };
    const { body } = await send('PATCH', `categories/${category.id}`, { revision: 1, body: bare });
    expect(body).toMatchObject({ description: '', icon: '', coverTour: null, cover: null, revision: 2 });
    expect(await newestEvent()).toMatchObject({ after: { description: null, icon: null, coverTour: null } });
  });

  it('is refused with a sentence where it makes no sense', async () => {
    const { id } = await create('categories', { name: 'Castles' });
    const post = (kind: string, body: Record<string, unknown>) => send('POST', kind, { body });
    expect(refusalOf(await post('categories', { name: ' castles' }))).toEqual([
      409,
      'already_exists',
      'There is already a category called “castles”.',
    ]);
    expect(refusalOf(await post('categories', { name: ' ' }))).toEqual([
      400,
      'invalid_request',
      'Please enter a name.',
    ]);
    const wrong = [
      ['categories', { name: 'Arts|Crafts' }],
      ['categories', { name: 'Evil', icon: 'javascript:alert(1)' }],
      ['categories', { name: 'Evil', icon: '<b>' }],
      ['categories', { name: 'Uncovered', coverTour: 'no-such-tour' }],
      ['categories', { name: 'Counted', itemCount: 7 }],
    ] as const;
    for (const [kind, body] of wrong) expect((await post(kind, body)).status, body.name).toBe(400);
    expect((await post('subcategories', { name: 'Lost', categoryId: 987_654 })).body.code).toBe(
      'category_not_found',
    );
    const twins = { name: 'Towers', categoryId: id };
    await create('subcategories', twins);
    expect((await post('subcategories', twins)).body.detail).toBe(
      'There is already a subcategory called “Towers” in this category.',
    );
  });

  it('keeps its place, its looks and its words when it is renamed', async () => {
    const category = await create('categories', { name: 'Harbours' });
    const tag = await create('tags', { name: 'Misty', categoryId: category.id });
    await addTour({ slug: 'the-mole', title: 'The mole', categoryId: category.id, tagIds: [tag.id] });
    const renamed = await send('PATCH', `categories/${category.id}`, {
      revision: 1,
      body: { name: 'Waterfronts' },
    });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Waterfronts', revision: 2, itemCount: 1 } });
    expect(await newestEvent()).toMatchObject({
      action: 'category.changed',
      before: { name: 'Harbours' },
      after: { name: 'Waterfronts' },
    });
    await send('PATCH', `tags/${tag.id}`, { revision: 1, body: { name: 'Foggy' } });
    for (const query of ['category=waterfronts', 'category=Harbours', 'tag=foggy', 'tag=misty', 'q=foggy']) {
      expect((await slugs(query)).slugs, query).toEqual(['the-mole']);
    }
    expect((await slugs('q=waterfronts')).items[0]).toMatchObject({
      category: 'Waterfronts',
      tags: ['Foggy'],
    });
    expect((await slugs('q=harbours')).slugs).toEqual([]);
    const suggested = await get('/api/suggestions?q=fog');
    expect(suggested.json<Suggestions>().tags).toEqual([{ name: 'Foggy', itemCount: 1 }]);
    expect((await get('/api/former-names?of=category&name=HARBOURS')).json()).toEqual({
      name: 'Waterfronts',
    });
    expect((await get('/sitemap.xml')).body).toContain('category=Waterfronts<');
    expect((await get('/sitemap.xml')).body).not.toContain('category=Harbours<');
  });

  it('leads to nothing by a name that another list has taken since, and back by its own', async () => {
    const first = await create('categories', { name: 'Old name' });
    await send('PATCH', `categories/${first.id}`, { revision: 1, body: { name: 'New name' } });
    const second = await create('categories', { name: 'Old Name' });
    expect((await get('/api/former-names?of=category&name=old%20name')).statusCode).toBe(404);
    await send('PATCH', `categories/${second.id}`, { revision: 1, body: { name: 'Third name' } });
    expect((await get('/api/former-names?of=category&name=old%20name')).json()).toEqual({
      name: 'Third name',
    });
    await send('PATCH', `categories/${first.id}`, { revision: 2, body: { name: 'Old name' } });
    expect((await get('/api/former-names?of=category&name=old%20name')).statusCode).toBe(404);
    expect((await get('/api/former-names?of=category&name=new%20name')).json()).toEqual({
      name: 'Old name',
    });
  });

  it('goes where it is put, for visitors as well', async () => {
    const parent = await create('categories', { name: 'Ordered' });
    const names = ['One', 'Two', 'Three'];
    const parts = [];
    for (const name of names) parts.push(await create('subcategories', { name, categoryId: parent.id }));
    const [one, two, three] = parts;
    const order = async () =>
      (await get(`/api/categories/${parent.id}/subcategories`)).json<Subcategory[]>().map(({ name }) => name);
    expect(await order()).toEqual(names);
    await send('PATCH', `subcategories/${three?.id}`, { revision: 1, body: { before: one?.id } });
    expect(await order()).toEqual(['Three', 'One', 'Two']);
    expect(await newestEvent()).toMatchObject({ after: { name: 'Three', place: 1 } });
    await create('subcategories', { name: 'Four', categoryId: parent.id });
    await send('PATCH', `subcategories/${one?.id}`, { revision: 1, body: { before: null } });
    expect(await order()).toEqual(['Three', 'Two', 'Four', 'One']);
    const foreign = await create('subcategories', {
      name: 'Foreign',
      categoryId: (await create('categories', { name: 'Elsewhere' })).id,
    });
    const refused = await send('PATCH', `subcategories/${two?.id}`, {
      revision: 1,
      body: { before: foreign.id },
    });
    expect(refused.body.code).toBe('subcategory_not_found');
    const tag = await create('tags', { name: 'First of all' });
    const [top] = await list('tags');
    await send('PATCH', `tags/${tag.id}`, { revision: 1, body: { before: top?.id } });
    const tags = (await get('/api/tags')).json<{ tags: { name: string }[] }>().tags;
    expect(tags[0]?.name).toBe('First of all');
  });

  it('is hidden from visitors as a tag, and shown again', async () => {
    const tag = await create('tags', { name: 'Seasonal' });
    const shown = async () => (await get('/api/tags')).body.includes('Seasonal');
    expect(await shown()).toBe(true);
    await send('PATCH', `tags/${tag.id}`, { revision: 1, body: { isActive: false } });
    expect(await shown()).toBe(false);
    await send('PATCH', `tags/${tag.id}`, { revision: 2, body: { isActive: true } });
    expect(await shown()).toBe(true);
  });

  it('is deleted when it is empty, and not before', async () => {
    const category = await create('categories', { name: 'Cellars' });
    const part = await create('subcategories', { name: 'Vaults', categoryId: category.id });
    const tag = await create('tags', { name: 'Cool', categoryId: category.id });
    const tour = await addTour({ categoryId: category.id, subcategoryId: part.id, tagIds: [tag.id] });
    const remove = (kind: string, id: number) => send('DELETE', `${kind}/${id}`, { revision: 1 });
    expect(refusalOf(await remove('categories', category.id))).toEqual([
      409,
      'not_empty',
      '“Cellars” still has 1 tour, 1 subcategory and 1 tag. Merge it into another category instead.',
    ]);
    expect((await remove('subcategories', part.id)).body.code).toBe('not_empty');
    expect((await remove('tags', tag.id)).body.code).toBe('not_empty');
    await sql`DELETE FROM experiences WHERE id = ${tour}`.execute(site.db);
    expect((await remove('tags', tag.id)).status).toBe(200);
    expect((await remove('subcategories', part.id)).status).toBe(200);
    expect((await remove('categories', category.id)).status).toBe(200);
    expect(await newestEvent()).toMatchObject({ action: 'category.deleted', before: { name: 'Cellars' } });
    expect((await get(`/api/categories/${category.id}`)).statusCode).toBe(404);
    expect(refusalOf(await remove('categories', category.id))).toEqual([
      404,
      'category_not_found',
      'This category does not exist any more. It may have been merged or deleted.',
    ]);
  });
});

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
