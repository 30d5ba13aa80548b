import { redirect } from 'react-router';

/**
 * The response for a URL of something that was renamed or merged. It is permanent for search engines; browsers ask again, since a
 * name may be taken back.
 */
export const movedTo = (path: string): Response =>
  redirect(path, { status: 301, headers: { 'cache-control': 'no-cache' } });

/** Whether a URL names a tour by a slug that it had before. By its id it may be named as well. */
export const isFormerSlug = (named: string, { slug }: { slug: string }): boolean =>
  named !== slug && !/^\d+$/.test(named);
