/** The pages below `/studio`. */
const PAGES = ['', 'files', 'activity', 'categories', 'tags', 'staff', 'invitation', 'owner'] as const;
export type StudioPath = (typeof PAGES)[number];

/** The page at a path below `/studio`; undefined where there is none. */
export const studioPage = (path = ''): StudioPath | undefined =>
  PAGES.find((page) => page === path.replace(/\/$/, ''));
