import { z } from 'zod';
import { Done } from './accounts.ts';
import { permittedEndpoint, publicEndpoint } from './endpoint.ts';
import { filledLine, line } from './line.ts';
import { Thumbnails } from './media.ts';

/** The longest name of a category or subcategory. */
export const MAX_LIST_NAME = 120;
/** The longest name of a tag. */
export const MAX_TAG_NAME = 60;

const Id = z.number().int().min(1).max(2_147_483_647);
/** Names of several categories are joined by this sign. */
const name = (max: number) =>
  filledLine(max, 'Please enter a name.').refine(
    (text) => !text.includes('|'),
    'Please leave the sign “|” out of the name.',
  );

const own = {
  id: Id,
  name: z.string(),
  revision: z.number().int().describe('Grows by one with each change.'),
  itemCount: z.number().int().describe('Its experiences.'),
};
const appearance = {
  description: z.string(),
  icon: z.string().describe('The address of a picture, or an emoji.'),
  coverTour: z.string().nullable().describe('The slug of the tour whose picture stands for it.'),
  cover: z
    .object({ title: z.string(), thumbnail: z.string(), thumbnails: Thumbnails.optional() })
    .nullable()
    .describe('That picture; null without one, or where the tour is gone.'),
};

/** A category as the desk shows it. */
export const DeskCategory = z.object({ ...own, ...appearance }).meta({ id: 'DeskCategory' });
export type DeskCategory = z.infer<typeof DeskCategory>;

/** A subcategory as the desk shows it. */
export const DeskSubcategory = z
  .object({ ...own, ...appearance, categoryId: Id })
  .meta({ id: 'DeskSubcategory' });
export type DeskSubcategory = z.infer<typeof DeskSubcategory>;

/** A tag as the desk shows it. */
export const DeskTag = z
  .object({
    ...own,
    categoryId: Id.nullable().describe('The category that offers it; null for all.'),
    isActive: z.boolean().describe('Whether visitors are offered it.'),
  })
  .meta({ id: 'DeskTag' });
export type DeskTag = z.infer<typeof DeskTag>;

/** What a merge moves; both before and after it. */
export const Merge = z
  .object({
    into: z.object({ id: Id, name: z.string() }),
    tours: z.number().int().describe('Experiences that move, or that bear the other tag afterwards.'),
    namedBeside: z
      .number()
      .int()
      .describe('Experiences of other categories that name it beside their own, and will name the other.'),
    drafts: z.number().int().describe('Tours of the studio whose drafts name it.'),
    subcategories: z.array(z.string()).describe('Names of the subcategories that move as they are.'),
    mergedSubcategories: z
      .array(z.string())
      .describe('Names of those that are merged into one of the same name.'),
    tags: z.array(z.string()).describe('Names of the tags that move with their category.'),
    widened: z
      .boolean()
      .describe(
        'Whether a tag will be offered in all categories, since the two were offered in different ones.',
      ),
  })
  .meta({ id: 'Merge' });
export type Merge = z.infer<typeof Merge>;

const look = {
  description: z.string().trim().max(2000, 'Please use at most 2,000 characters.'),
  icon: line(2000).describe('The address of a picture, or an emoji; empty for the folder.'),
  coverTour: line(120).nullable(),
};
/** Where an entry goes in its list. */
const Before = Id.nullable().describe('Goes before the entry with this id; null for the end.');

const manage = permittedEndpoint('catalogue.manage');
const params = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const REVISION = ['revision_missing', 'revision_conflict'];

/** The endpoints of one kind of list. */
function deskEndpoints<
  const P extends 'categories' | 'subcategories' | 'tags',
  L extends z.ZodType,
  E extends z.ZodType,
  N extends z.ZodType,
  C extends z.ZodType,
>(plural: P, kind: { noun: string; list: L; entry: E; created: N; changed: C }) {
  const { noun, list, entry, created, changed } = kind;
  const notFound = `${noun}_not_found`;
  const wrong = ['already_exists', 'invalid_request', notFound];
  const all = `/api/console/${plural}` as const;
  const one = `/api/console/${plural}/:id` as const;
  const merge = `/api/console/${plural}/:id/merge` as const;
  const tag = 'console';
  return {
    list: manage('GET', all, { summary: `All ${plural}, in their order`, tag, response: list }),
    create: manage('POST', all, {
      summary: `Creates a ${noun}, at the end of its list`,
      tag,
      body: created,
      response: entry,
      errors: wrong,
    }),
    change: manage('PATCH', one, {
      summary: `Changes a ${noun}, with its revision in If-Match. A former name leads to the new one`,
      tag,
      params,
      body: changed,
      response: entry,
      errors: [...wrong, ...REVISION],
    }),
    remove: manage('DELETE', one, {
      summary: `Deletes an empty ${noun}, with its revision in If-Match`,
      tag,
      params,
      response: Done,
      errors: [notFound, 'not_empty', ...REVISION],
    }),
    preview: manage('GET', merge, {
      summary: `What merging a ${noun} into another would move`,
      tag,
      params,
      query: z.object({ into: params.shape.id }),
      response: Merge,
      errors: [notFound, 'merge_into_itself'],
    }),
    merge: manage('POST', merge, {
      summary: `Merges a ${noun} into another, with its revision in If-Match. Its addresses lead to the other from then on`,
      tag,
      params,
      body: z.strictObject({ into: Id }),
      response: Merge,
      errors: [notFound, 'merge_into_itself', ...REVISION],
    }),
  };
}

const LOOK = { description: true, icon: true, coverTour: true } as const;
const listFields = { name: name(MAX_LIST_NAME), ...look };
const changedList = z.strictObject({ ...listFields, before: Before }).partial();
const tagFields = {
  name: name(MAX_TAG_NAME),
  categoryId: Id.nullable(),
  isActive: z.boolean(),
};

export const {
  list: listDeskCategories,
  create: createDeskCategory,
  change: changeDeskCategory,
  remove: deleteDeskCategory,
  preview: previewCategoryMerge,
  merge: mergeCategory,
} = deskEndpoints('categories', {
  noun: 'category',
  list: z.object({ categories: z.array(DeskCategory) }),
  entry: DeskCategory,
  created: z.strictObject(listFields).partial(LOOK),
  changed: changedList,
});

export const {
  list: listDeskSubcategories,
  create: createDeskSubcategory,
  change: changeDeskSubcategory,
  remove: deleteDeskSubcategory,
  preview: previewSubcategoryMerge,
  merge: mergeSubcategory,
} = deskEndpoints('subcategories', {
  noun: 'subcategory',
  list: z.object({ subcategories: z.array(DeskSubcategory) }),
  entry: DeskSubcategory,
  created: z.strictObject({ ...listFields, categoryId: Id }).partial(LOOK),
  changed: changedList,
});

export const {
  list: listDeskTags,
  create: createDeskTag,
  change: changeDeskTag,
  remove: deleteDeskTag,
  preview: previewTagMerge,
  merge: mergeTag,
} = deskEndpoints('tags', {
  noun: 'tag',
  list: z.object({ tags: z.array(DeskTag) }),
  entry: DeskTag,
  created: z.strictObject(tagFields).partial({ categoryId: true, isActive: true }),
  changed: z.strictObject({ ...tagFields, before: Before }).partial(),
});

/** What a URL of the library names. */
export const NamedInUrl = z.enum(['category', 'tag']);

export const findFormerName = publicEndpoint('GET', '/api/former-names', {
  summary: 'The name today of a category, subcategory or tag that was renamed or merged',
  tag: 'catalogue',
  query: z.object({
    of: NamedInUrl.describe('`category` for subcategories, too.'),
    name: z.string().trim().max(200),
  }),
  response: z.object({ name: z.string() }),
  errors: ['name_not_found'],
});
