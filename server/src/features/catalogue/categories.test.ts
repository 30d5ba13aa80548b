import type { Category, Experience, Subcategory, Tag } from '@oriel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CatalogueApp } from '../../../testing/apps/catalogue-app.ts';
import { createListsApp } from './lists.fixture.ts';

let site: CatalogueApp;
beforeAll(async () => {
  site = await createListsApp();
});
afterAll(() => site.close());

describe('categories, subcategories and tags', () => {
  it('counts the experiences of categories', async () => {
    const categories = (await site.get('/api/categories')).json<Category[]>();
    expect(categories).toMatchObject([
      { categoryid: 3006, categoryname: 'Tourism & Hospitality', iconurl: '🧳', itemCount: 200 },
      { categoryid: 3008, categoryname: 'Arts & Culture', iconurl: '📁', itemCount: 50 },
    ]);
    const one = (await site.get('/api/categories/3006')).json<Category>();
    expect(one).toEqual(categories[0]);
  });

  it('counts the experiences of subcategories', async () => {
    const response = await site.get('/api/categories/3006/subcategories');
    expect(response.json<Subcategory[]>()).toMatchObject([
      { categoryid: 3006, name: 'Rooms', iconurl: '🛏️', itemCount: 200 },
    ]);
    expect((await site.get('/api/categories/3008/subcategories')).json()).toEqual([]);
  });

  it('lists the tags of a category with the general ones', async () => {
    const names = async (query: string) =>
      (await site.get(`/api/tags${query}`)).json<{ tags: Tag[] }>().tags.map(({ name }) => name);
    expect(await names('')).toEqual(['Sea view', 'Quiet']);
    expect(await names('?categoryId=3006&isActiveOnly=true&excludeDeleted=1')).toEqual(['Sea view', 'Quiet']);
    expect(await names('?categoryId=3008')).toEqual(['Quiet']);
    expect(await names('?categoryId=77')).toEqual([]);
  });

  it('responds 404 for unknown categories', async () => {
    for (const url of ['/api/categories/77', '/api/categories/77/subcategories']) {
      const response = await site.get(url);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ code: 'category_not_found', status: 404 });
    }
  });
});

describe('one experience', () => {
  it('is found by id, slug and legacy id', async () => {
    const bySlug = (await site.get('/api/vr360/tour-number-3')).json<Experience>();
    expect(bySlug).toMatchObject({
      slug: 'tour-number-3',
      legacyId: 1003,
      title: 'Tour 3',
      category: 'Tourism & Hospitality',
      categoryName: 'Tourism & Hospitality',
      categoryId: 3006,
      tags: ['Sea view', 'Quiet'],
      buttonTitle: 'Watch Now',
      viewCount: 11,
      likeCount: 0,
      isPermission: true,
      isLiked: false,
    });
    expect((await site.get(`/api/vr360/${bySlug.id}`)).json()).toEqual(bySlug);
    expect((await site.get('/api/vr360/legacy/1003')).json()).toEqual(bySlug);
  });
});
