import { z } from 'zod';
import { Experience, ExperienceKey } from './catalogue.ts';
import { memberEndpoint, publicEndpoint } from './endpoint.ts';

/** The most experiences that a member, or a browser of a guest, saves. */
export const MAX_SAVED = 200;
/** The most experiences that are remembered as viewed; older ones are forgotten. */
export const MAX_RECENT = 24;
/** The most cards that are read at once by their ids. */
export const MAX_CARDS = 100;

const Id = z.number().int().min(1).max(2_147_483_647);

/** An experience that a visitor has saved or viewed. */
export const ListedExperience = z
  .object({ id: Id, at: z.iso.datetime().describe('When it was saved, or last viewed.') })
  .meta({ id: 'ListedExperience' });
export type ListedExperience = z.infer<typeof ListedExperience>;

/** What a visitor has saved and recently viewed, the newest first. */
export const SavedExperiences = z
  .object({ saved: z.array(ListedExperience), recent: z.array(ListedExperience) })
  .meta({ id: 'SavedExperiences' });
export type SavedExperiences = z.infer<typeof SavedExperiences>;

const SavedState = z.object({ isSaved: z.boolean() });

export const listSaved = memberEndpoint('GET', '/api/saved', {
  summary: 'What the member has saved and recently viewed, the newest first',
  tag: 'saved',
  response: SavedExperiences,
});

export const mergeSaved = memberEndpoint('POST', '/api/saved', {
  summary: 'Adds what a guest has saved and viewed in this browser, once they have signed in; safe to repeat',
  tag: 'saved',
  body: z.object({
    saved: z.array(ListedExperience).max(MAX_SAVED),
    recent: z.array(ListedExperience).max(MAX_RECENT),
  }),
  response: SavedExperiences,
});

export const forgetRecent = memberEndpoint('DELETE', '/api/saved/recent', {
  summary: 'Forgets what the member has recently viewed',
  tag: 'saved',
  response: SavedExperiences,
});

export const saveExperience = memberEndpoint('POST', '/api/vr360/:id/save', {
  summary: 'Saves an experience for the member; safe to repeat',
  tag: 'saved',
  params: ExperienceKey,
  response: SavedState,
  errors: ['experience_not_found', 'too_many_saved'],
});

export const unsaveExperience = memberEndpoint('DELETE', '/api/vr360/:id/save', {
  summary: 'Takes an experience off what the member has saved; safe to repeat',
  tag: 'saved',
  params: ExperienceKey,
  response: SavedState,
  errors: ['experience_not_found'],
});

/** "7,12,3": at most `MAX_CARDS` ids. */
const Ids = z
  .string()
  .max(1100)
  .regex(/^\d{1,10}(,\d{1,10})*$/)
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .pipe(z.array(Id).max(MAX_CARDS));

export const listCards = publicEndpoint('GET', '/api/cards', {
  summary: `Experiences by their ids, in this order; unknown ids are left out. At most ${MAX_CARDS}`,
  tag: 'saved',
  query: z.object({ ids: Ids.describe('Separated by commas.') }),
  response: z.array(Experience),
});
