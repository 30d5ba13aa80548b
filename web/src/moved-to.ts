import { redirect } from 'react-router';

/**
 * The response for an address of something that was renamed or merged. It is permanent for search engines; browsers ask again, since a
 * name may be taken back.
 */
export const movedTo = (path: string): Response =>
  redirect(path, { status: 301, headers: { 'cache-control': 'no-cache' } });
