import { embedCode, embedPath } from '@oriel/contract/shared/embed';
import type { View } from '@oriel/viewer';
import { inDegrees } from '../scenes/angles.ts';
import { searchOf } from '../scenes/tour-url.ts';

interface SharedView {
  origin: string;
  slug: string;
  /** Of a tour of several scenes. */
  sceneId: string | undefined;
  /** Of a scene in several. */
  light: string | undefined;
  view: View;
}

const queryOf = ({ sceneId, light, view }: SharedView): string =>
  searchOf({ ...(sceneId !== undefined && { scene: sceneId }), light, view: inDegrees(view) });

/** The URL that opens a tour with exactly this view. */
export const linkTo = (shared: SharedView): string =>
  `${shared.origin}/experiences/vr/${shared.slug}${queryOf(shared)}`;

/** What another website's page takes in to show the tour, beginning with this view. */
export const embedCodeOf = (shared: SharedView, title: string): string =>
  embedCode({
    url: shared.origin + embedPath(shared.slug, queryOf(shared)),
    title,
    width: 960,
    height: 540,
  });
