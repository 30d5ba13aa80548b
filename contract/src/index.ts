export * from './api/accounts.ts';
export * from './api/analytics.ts';
export * from './api/catalogue.ts';
export * from './api/codes.ts';
export * from './api/contact.ts';
export * from './api/endpoint.ts';
export * from './api/leads.ts';
export * from './api/media.ts';
export * from './api/passkeys.ts';
export * from './api/phone.ts';
export * from './api/problem.ts';
export * from './api/region.ts';
export * from './api/security.ts';
export * from './api/sessions.ts';
export * from './api/tours.ts';
export * from './api/wallet.ts';
export * from './shared/brand.ts';
export * from './shared/cache.ts';
export * from './shared/consent.ts';
export * from './shared/countries.ts';
export * from './shared/media-url.ts';
export * from './shared/money.ts';
export * from './shared/package-price.ts';
export * from './shared/return-path.ts';
export * from './shared/tour/deep-link.ts';
export * from './shared/tour/direction-words.ts';
export {
  AssetId,
  DEFAULT_FOV,
  Direction,
  MAX_FOV,
  MIN_FOV,
  TOUR_LIMITS,
  TourId,
  TourView,
} from './shared/tour/fields.ts';
export * from './shared/tour/parse.ts';
export * from './shared/tour/pose.ts';
export * from './shared/tour/problems.ts';
export * from './shared/tour/publication.ts';
export * from './shared/tour/schema.ts';
export * from './shared/tour/views.ts';
export * from './site/legal-pages.ts';
export * from './site/page-texts.ts';
export * from './site/pages.ts';
export * from './site/site.ts';
export { type Picture, PLACEHOLDERS } from './site/text-parts.ts';
