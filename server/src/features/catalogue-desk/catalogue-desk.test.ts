import type { Subcategory, Suggestions } from '@oriel/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { refusalOf, useDesk } from './desk.fixture.ts';

const { site, send, create, list, addTour, get, slugs, newestEvent } = useDesk(10);

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
