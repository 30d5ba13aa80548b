import { z } from 'zod';
import { memberEndpoint, publicEndpoint } from './endpoint.ts';
import { Panorama, Thumbnails } from './media.ts';
import { TourOutline } from './tours.ts';
import { Wallet } from './wallet.ts';

/** The most experiences per page of a list. */
export const MAX_PAGE_SIZE = 100;
/** The longest search. */
export const MAX_SEARCH_LENGTH = 100;
/** The price of a locked tour, unless the tour or the installation sets another. */
export const DEFAULT_TOKENS_REQUIRED = 100;

/** PostgreSQL's `integer`: larger ids cannot exist, so they are refused before any query. */
const Id = z.coerce.number().int().min(1).max(2_147_483_647);

/** A category with the number of its experiences. */
export const Category = z
  .object({
    categoryid: z.number().int(),
    categoryname: z.string(),
    description: z.string().optional(),
    iconurl: z.string().describe('The address of a picture, or an emoji.'),
    coverTour: z.string().optional().describe('The slug of the tour whose picture stands for it.'),
    itemCount: z.number().int(),
    createdAt: z.string(),
  })
  .meta({ id: 'Category' });
export type Category = z.infer<typeof Category>;

/** A subcategory with the number of its experiences. */
export const Subcategory = z
  .object({
    subcategoryid: z.number().int(),
    categoryid: z.number().int(),
    name: z.string(),
    description: z.string().optional(),
    iconurl: z.string().describe('The address of a picture, or an emoji.'),
    coverTour: z.string().optional().describe('The slug of the tour whose picture stands for it.'),
    itemCount: z.number().int(),
    createdAt: z.string(),
  })
  .meta({ id: 'Subcategory' });
export type Subcategory = z.infer<typeof Subcategory>;

/** A tag; `categoryId` is null for one that belongs to no category. */
export const Tag = z
  .object({ id: z.number().int(), name: z.string(), categoryId: z.number().int().nullable() })
  .meta({ id: 'Tag' });
export type Tag = z.infer<typeof Tag>;

/** How the viewer shows a tour. */
export const MediaType = z.enum(['photo', 'video', 'embed']);
export type MediaType = z.infer<typeof MediaType>;

/** A catalogue entry, as lists return it. */
export const Experience = z
  .object({
    id: z.number().int(),
    slug: z.string(),
    legacyId: z.number().int().nullable(),
    title: z.string(),
    propertyName: z.string().optional(),
    description: z.string(),
    country: z.string().optional(),
    city: z.string().optional(),
    thumbnail: z.string(),
    thumbnails: Thumbnails.optional(),
    likeCount: z.number().int(),
    viewCount: z.number().int(),
    category: z.string().describe('Category names; several are separated by "|".'),
    categoryId: z.number().int().nullable(),
    categoryName: z.string(),
    subcategoryId: z.number().int().nullable(),
    tags: z.array(z.string()),
    buttonTitle: z.string(),
    rating: z.number().optional(),
    sortOrder: z.number().int(),
    mediaType: MediaType,
    tokensRequired: z.number().int().min(0),
    partOfPackage: z.boolean(),
    isPermission: z.boolean().describe('Whether the caller may open it now.'),
    vrUrl: z.string().optional().describe('Only where isPermission is true.'),
    isLiked: z.boolean(),
    createdAt: z.string(),
  })
  .meta({ id: 'Experience' });
export type Experience = z.infer<typeof Experience>;

/** What search engines show of an experience; an empty text stands for its name or description. */
const SearchTexts = z.object({ title: z.string(), description: z.string() });
export type SearchTexts = z.infer<typeof SearchTexts>;

/** A catalogue entry with what the viewer needs to show its tour. */
export const ExperienceDetail = Experience.extend({
  panorama: Panorama.optional(),
  tour: TourOutline.optional().describe('Only where there is more than a single bare scene.'),
  seo: SearchTexts.optional().describe('What search engines show, where that differs.'),
  isUnlisted: z.literal(true).optional().describe('It is in no list, and no search engine is to show it.'),
  fallbackUrl: z
    .string()
    .optional()
    .describe('The demo tour to show when the caller may open it but it has no valid address.'),
}).meta({ id: 'ExperienceDetail' });
export type ExperienceDetail = z.infer<typeof ExperienceDetail>;

/** The orders of a list. */
export const SortOrder = z.enum(['featured', 'popular', 'new', 'rating']);
export type SortOrder = z.infer<typeof SortOrder>;

/** Whether a tour costs tokens. */
export const PriceFilter = z.enum(['free', 'locked']);
export type PriceFilter = z.infer<typeof PriceFilter>;

/** Filters, order and page of a list of experiences. */
export const ExperienceQuery = z.object({
  category: z.string().trim().max(200).optional().describe('The name of a category, in any case.'),
  categoryId: Id.optional(),
  subcategoryId: Id.optional(),
  tag: z.string().trim().max(100).optional().describe('The name of a tag, in any case.'),
  q: z
    .string()
    .trim()
    .max(MAX_SEARCH_LENGTH)
    .optional()
    .describe('Names, titles, descriptions, places; typos are forgiven.'),
  price: PriceFilter.optional(),
  mediaType: MediaType.optional(),
  country: z.string().trim().max(100).optional().describe('The name of a country, in any case.'),
  sort: SortOrder.optional(),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).optional(),
  cursor: z.string().max(500).optional().describe('From the Link header of the page before.'),
});
export type ExperienceQuery = z.infer<typeof ExperienceQuery>;

/** A country with the number of its experiences. */
export const Country = z.object({ name: z.string(), itemCount: z.number().int() }).meta({ id: 'Country' });
export type Country = z.infer<typeof Country>;

const SuggestedPlace = Experience.pick({
  slug: true,
  title: true,
  propertyName: true,
  city: true,
  country: true,
  thumbnail: true,
  thumbnails: true,
  mediaType: true,
  tokensRequired: true,
});

/** What a search field suggests, in groups. */
export const Suggestions = z
  .object({
    places: z.array(SuggestedPlace),
    towns: z.array(
      z.object({ name: z.string(), country: z.string().optional(), itemCount: z.number().int() }),
    ),
    tags: z.array(z.object({ name: z.string(), itemCount: z.number().int() })),
    spellings: z.array(z.string()).describe('Similar words of the catalogue, where nothing matches.'),
  })
  .meta({ id: 'Suggestions' });
export type Suggestions = z.infer<typeof Suggestions>;

/** The numeric id or the slug. */
export const ExperienceKey = z.object({ id: z.string().min(1).max(200) });

/** Clients also send a `userId`; identity in a body is ignored. */
const Beacon = z.object({ createdDate: z.string().max(64).optional() }).nullish();

export const listCategories = publicEndpoint('GET', '/api/categories', {
  summary: 'All categories with the number of their experiences',
  tag: 'catalogue',
  response: z.array(Category),
});

export const getCategory = publicEndpoint('GET', '/api/categories/:id', {
  summary: 'One category',
  tag: 'catalogue',
  params: z.object({ id: Id }),
  response: Category,
  errors: ['category_not_found'],
});

export const listSubcategories = publicEndpoint('GET', '/api/categories/:id/subcategories', {
  summary: 'The subcategories of a category',
  tag: 'catalogue',
  params: z.object({ id: Id }),
  response: z.array(Subcategory),
  errors: ['category_not_found'],
});

/** Query values arrive as text: "true", "1" and "yes" mean true. */
const Flag = z
  .string()
  .max(5)
  .optional()
  .transform((text) => (text === undefined ? undefined : ['true', '1', 'yes'].includes(text.toLowerCase())));

export const listTags = publicEndpoint('GET', '/api/tags', {
  summary: 'Tags, all or those of one category',
  tag: 'catalogue',
  query: z.object({ categoryId: Id.optional(), isActiveOnly: Flag, excludeDeleted: Flag }),
  response: z.object({ tags: z.array(Tag) }),
});

export const listExperiences = publicEndpoint('GET', '/api/vr360', {
  summary: 'Experiences, a page at a time; the next page is in the Link header, the total in X-Total-Count',
  tag: 'catalogue',
  query: ExperienceQuery,
  response: z.array(Experience),
  errors: ['invalid_cursor'],
});

export const getExperience = publicEndpoint('GET', '/api/vr360/:id', {
  summary: 'One experience, by its id or its slug',
  tag: 'catalogue',
  params: ExperienceKey,
  response: ExperienceDetail,
  errors: ['experience_not_found'],
});

export const getLegacyExperience = publicEndpoint('GET', '/api/vr360/legacy/:legacyId', {
  summary: 'The experience that an address of the old site meant',
  tag: 'catalogue',
  params: z.object({ legacyId: Id }),
  response: ExperienceDetail,
  errors: ['experience_not_found'],
});

export const listCountries = publicEndpoint('GET', '/api/countries', {
  summary: 'The countries of experiences with their number, the fullest first',
  tag: 'catalogue',
  response: z.array(Country),
});

export const getSuggestions = publicEndpoint('GET', '/api/suggestions', {
  summary: 'What a search may mean, while it is typed; without a text, what is popular',
  tag: 'catalogue',
  query: z.object({ q: z.string().trim().max(MAX_SEARCH_LENGTH).optional() }),
  response: Suggestions,
});

export const recordView = publicEndpoint('POST', '/api/vr360/:id/view', {
  summary: 'Counts one view',
  tag: 'catalogue',
  params: ExperienceKey,
  body: Beacon,
  response: z.object({ experience: Experience, viewCount: z.number().int() }),
  errors: ['experience_not_found'],
});

export const likeExperience = publicEndpoint('POST', '/api/vr360/:id/like', {
  summary: 'Likes an experience, once per session and member',
  tag: 'catalogue',
  params: ExperienceKey,
  body: Beacon,
  response: z.object({ experience: Experience, likeCount: z.number().int() }),
  errors: ['experience_not_found'],
});

export const accessExperience = memberEndpoint('POST', '/api/vr360/:id/access', {
  summary:
    'Opens an experience for a member: takes its price, once, unless it is free or their plan includes it. Takes an Idempotency-Key',
  tag: 'catalogue',
  params: ExperienceKey,
  body: Beacon,
  response: z.object({ experience: ExperienceDetail, wallet: Wallet }),
  errors: ['experience_not_found', 'payment_required', 'verify_email_first', 'idempotency_key_reused'],
});
