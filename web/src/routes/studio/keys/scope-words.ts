import type { KeyScope } from '@oriel/contract';

/** What a script may do with each scope, in words. */
export const SCOPE_NAMES: Record<KeyScope, string> = {
  'media.read': 'See files',
  'media.write': 'Upload files',
  'media.delete': 'Delete files',
  'tour.read': 'See tours',
  'tour.write': 'Write drafts of tours',
  'tour.publish': 'Publish and withdraw tours',
  'tour.delete': 'Delete tours that were never published',
  'statistics.read': 'See statistics of tours',
};

/** The scopes in the order in which they are offered. */
export const OFFERED_SCOPES = Object.keys(SCOPE_NAMES) as KeyScope[];

/** What `npm run publish` needs. */
export const USUAL_SCOPES: readonly KeyScope[] = ['media.read', 'media.write', 'tour.write', 'tour.publish'];
