/** The pages below `/studio`. */
const PAGES = [
  '',
  'tours',
  'reviews',
  'files',
  'activity',
  'keys',
  'workspace',
  'categories',
  'tags',
  'staff',
  'audit',
  'invitation',
  'owner',
] as const;
export type StudioPath = (typeof PAGES)[number];

/** A page below `/studio`; with a tour or one of its scenes, the page of that. */
export interface StudioPlace {
  path: StudioPath;
  /** Of `reviews` too. */
  tourId?: string | undefined;
  sceneId?: string | undefined;
  /** Whether it is the tour's statistics. */
  isStatistics?: boolean | undefined;
}

const TOUR = /^tours\/([\w-]{1,100})(?:\/scenes\/([a-z0-9-]{1,64})|\/(statistics))?$/;

const REVIEW = /^reviews\/([\w-]{1,100})$/;

/** The page at a path below `/studio`; undefined where there is none. */
export function studioPage(address = ''): StudioPlace | undefined {
  const plain = address.replace(/\/$/, '');
  const [isTour, tourId, sceneId, statistics] = TOUR.exec(plain) ?? [];
  if (isTour !== undefined) return { path: 'tours', tourId, sceneId, isStatistics: statistics !== undefined };
  const [isReview, reviewed] = REVIEW.exec(plain) ?? [];
  if (isReview !== undefined) return { path: 'reviews', tourId: reviewed };
  const path = PAGES.find((page) => page === plain);
  return path === undefined ? undefined : { path };
}
