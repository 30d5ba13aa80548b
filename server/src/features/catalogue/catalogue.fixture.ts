import type { TestApp } from '../../../testing/index.ts';
import type { NewExperience } from './inputs.ts';
import {
  changeCatalogue,
  createCategory,
  createExperiences,
  createSubcategory,
  createTag,
} from './service.ts';

export const SECRET_HOST = 'secret-media.example';

/** The ids of what `fillCatalogue` makes. */
export interface Filled {
  tourism: number;
  culture: number;
  rooms: number;
  seaView: number;
  quiet: number;
}

/** Two categories, a subcategory, two tags and as many experiences as wanted, in the order of their numbers. */
export async function fillCatalogue(
  { app, db }: TestApp,
  experiences: (ids: Filled) => NewExperience[],
): Promise<Filled> {
  return changeCatalogue(db, app.responseCache, async (tx) => {
    const tourism = await createCategory(tx, {
      id: 3006,
      name: 'Tourism & Hospitality',
      icon: '🧳',
      description: 'Rooms.',
    });
    const culture = await createCategory(tx, { id: 3008, name: 'Arts & Culture' });
    const rooms = await createSubcategory(tx, { categoryId: tourism, name: 'Rooms', icon: '🛏️' });
    const seaView = await createTag(tx, { name: 'Sea view', categoryId: tourism });
    const quiet = await createTag(tx, { name: 'Quiet' });
    const ids = { tourism, culture, rooms, seaView, quiet };
    await createExperiences(tx, experiences(ids));
    return ids;
  });
}
