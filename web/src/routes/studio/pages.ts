/** The pages below `/studio`, which itself leads to the first one that somebody may open. */
const PAGES = [
  '',
  'tours',
  'reviews',
  'team',
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

/** Parts of a tour with a page of their own. */
export type TourPart = 'statistics' | 'privacy';

/** A page below `/studio`; with a tour or one of its scenes, the page of that. */
export interface StudioPlace {
  path: StudioPath;
  /** Of `reviews` too. */
  tourId?: string | undefined;
  sceneId?: string | undefined;
  /** What of the tour it is about, where that has a page of its own. */
  part?: TourPart | undefined;
}

const TOUR = /^tours\/([\w-]{1,100})(?:\/scenes\/([a-z0-9-]{1,64})|\/(statistics|privacy))?$/;

const REVIEW = /^reviews\/([\w-]{1,100})$/;

/** The page at a path below `/studio`; undefined where there is none. */
export function studioPage(pathname = ''): StudioPlace | undefined {
  const plain = pathname.replace(/\/$/, '');
  const [isTour, tourId, sceneId, part] = TOUR.exec(plain) ?? [];
  if (isTour !== undefined) return { path: 'tours', tourId, sceneId, part: part as TourPart | undefined };
  const [isReview, reviewed] = REVIEW.exec(plain) ?? [];
  if (isReview !== undefined) return { path: 'reviews', tourId: reviewed };
  const path = PAGES.find((page) => page === plain);
  return path === undefined ? undefined : { path };
}
