import { GeoLocation, MAX_FACTS, MediaType, PlaceAccess, Still, Thumbnails } from '@oriel/contract';
import { z } from 'zod';
import type { AttachedMedia } from './media.ts';

const Id = z.number().int().min(1).max(2_147_483_647);
const ShortText = z.string().trim().max(120);
const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((text) => text || null)
    .nullable();

export const NewCategory = z.strictObject({
  /** Assigned by the database by default. */
  id: Id.optional(),
  name: ShortText.min(1),
  description: optionalText(2000).default(null),
  icon: optionalText(2000).default(null),
  /** The slug of the tour whose picture stands for the category. */
  coverTour: optionalText(120).default(null),
  createdAt: z.date().optional(),
});
export type NewCategory = z.input<typeof NewCategory>;

/** What stands for a category or a subcategory. */
export const CoverChange = NewCategory.pick({ icon: true, coverTour: true });
export type CoverChange = z.input<typeof CoverChange>;

export const NewSubcategory = NewCategory.extend({ categoryId: Id });
export type NewSubcategory = z.input<typeof NewSubcategory>;

export const NewTag = z.strictObject({
  id: Id.optional(),
  name: ShortText.min(1).max(60),
  /** The category that offers the tag; null for all categories. */
  categoryId: Id.nullable().default(null),
  isActive: z.boolean().default(true),
});
export type NewTag = z.input<typeof NewTag>;

/** Words of lower-case letters and digits, joined by hyphens; at least one letter. */
const Slug = z
  .string()
  .max(120)
  .regex(/^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/);

/** What the place sheet says; invalid URLs of websites are refused. */
export const PlaceInput = z.strictObject({
  facts: z.array(z.string().trim().min(1).max(120)).max(MAX_FACTS).default([]),
  access: PlaceAccess.optional(),
  website: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional(),
  stills: z.array(Still).max(8).default([]),
});
export type StoredPlace = z.output<typeof PlaceInput>;

/** What search engines show; an empty text stands for the experience's own. */
const SearchTextsInput = z.strictObject({
  title: z.string().trim().max(200),
  description: z.string().trim().max(500),
});

const experienceFields = {
  slug: Slug,
  legacyId: Id.nullable(),
  title: optionalText(200),
  propertyName: optionalText(200),
  description: z.string().trim().max(10_000),
  country: optionalText(100),
  city: optionalText(100),
  /** The primary category. */
  categoryId: Id.nullable(),
  furtherCategoryIds: z.array(Id).max(20),
  /** A subcategory of the primary category. */
  subcategoryId: Id.nullable(),
  tagIds: z.array(Id).max(50),
  buttonTitle: optionalText(60),
  rating: z.number().min(0).max(5).multipleOf(0.1).nullable(),
  sortOrder: z.number().int().min(-2_147_483_648).max(2_147_483_647),
  /** 0 is free. */
  tokensRequired: z.number().int().min(0).max(2_147_483_647),
  partOfPackage: z.boolean(),
  mediaType: MediaType,
  /** As typed by an editor: absolute, relative or invalid. Only safe URLs are presented. */
  mediaUrl: optionalText(2000),
  /** Absolute or root-relative URL of an image. */
  thumbnail: optionalText(2000),
  thumbnails: Thumbnails.nullable(),
  location: GeoLocation.nullable(),
  place: PlaceInput.nullable(),
  seo: SearchTextsInput.nullable(),
};

export const NewExperience = z.strictObject({
  ...experienceFields,
  /** Assigned by the database by default. */
  id: Id.optional(),
  legacyId: experienceFields.legacyId.default(null),
  title: experienceFields.title.default(null),
  propertyName: experienceFields.propertyName.default(null),
  description: experienceFields.description.default(''),
  country: experienceFields.country.default(null),
  city: experienceFields.city.default(null),
  categoryId: experienceFields.categoryId.default(null),
  furtherCategoryIds: experienceFields.furtherCategoryIds.default([]),
  subcategoryId: experienceFields.subcategoryId.default(null),
  tagIds: experienceFields.tagIds.default([]),
  buttonTitle: experienceFields.buttonTitle.default(null),
  rating: experienceFields.rating.default(null),
  sortOrder: experienceFields.sortOrder.default(0),
  tokensRequired: experienceFields.tokensRequired.default(0),
  partOfPackage: experienceFields.partOfPackage.default(false),
  /** Derived from the media URL by default. */
  mediaType: experienceFields.mediaType.optional(),
  mediaUrl: experienceFields.mediaUrl.default(null),
  thumbnail: experienceFields.thumbnail.default(null),
  thumbnails: experienceFields.thumbnails.default(null),
  location: experienceFields.location.default(null),
  place: experienceFields.place.default(null),
  seo: experienceFields.seo.default(null),
  createdAt: z.date().optional(),
  /** Initial counts. */
  viewCount: z.number().int().min(0).default(0),
  likeCount: z.number().int().min(0).default(0),
});
export type NewExperience = z.input<typeof NewExperience>;

/** Omitted fields stay unchanged. */
export const ExperienceChange = z.strictObject(experienceFields).partial();
export type ExperienceChange = z.input<typeof ExperienceChange>;

export const Media = z.strictObject({
  mediaType: MediaType,
  assetId: z.uuid(),
  gated: z.boolean(),
  file: z.string().regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/),
  panorama: z.custom<AttachedMedia['panorama']>((value) => typeof value === 'object' && value !== null),
  thumbnail: z.string().max(2000).optional(),
  thumbnails: Thumbnails.optional(),
});
