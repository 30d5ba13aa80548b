import { type CatalogueApp, createCatalogueApp } from '../../../testing/apps/catalogue-app.ts';

export const COUNT = 250;

/** An application with `COUNT` experiences in two categories. */
export const createListsApp = (): Promise<CatalogueApp> =>
  createCatalogueApp(({ tourism, culture, rooms, seaView, quiet }) =>
    Array.from({ length: COUNT }, (_, index) => ({
      slug: `tour-number-${index}`,
      legacyId: 1000 + index,
      title: `Tour ${index}`,
      description: index % 10 === 0 ? 'A harbour in the morning.' : 'A room with a window.',
      categoryId: index % 5 === 0 ? culture : tourism,
      subcategoryId: index % 5 === 0 ? null : rooms,
      tagIds: index % 3 === 0 ? [seaView, quiet] : [quiet],
      // Several share a sort order, so that pages also depend on the id.
      sortOrder: Math.floor(index / 7),
      rating: index % 4 === 0 ? null : (index % 50) / 10,
      viewCount: (index * 37) % 100,
      createdAt: new Date(Date.UTC(2025, 0, 1, 0, 0, index % 60)),
    })),
  );
