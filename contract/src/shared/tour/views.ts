import type { Direction, TourView } from './fields.ts';
import { hotspotDirection, pictureToWorld, worldToPicture } from './pose.ts';
import type { Arrival, Hotspot, Pose } from './schema.ts';

/** What is needed of a scene to know how visitors arrive in it. */
export interface ArrivalScene {
  id: string;
  pose: Pose;
  view: TourView;
  hotspots: readonly {
    kind: Hotspot['kind'];
    target?: string | undefined;
    at?: Direction | undefined;
    outline?: Direction[] | undefined;
  }[];
}

/** Away from the door that leads back, level with the horizon; undefined where no door leads back. */
function viewThrough(from: ArrivalScene, to: ArrivalScene): Direction | undefined {
  const back = to.hotspots.find(({ kind, target }) => kind === 'door' && target === from.id);
  if (back === undefined) return undefined;
  const { yaw } = pictureToWorld(to.pose, hotspotDirection(back));
  return worldToPicture(to.pose, { yaw: yaw + 180, pitch: 0 });
}

/**
 * What a visitor sees first after a door. Without a decision of the author the heading is kept where both scenes know theirs;
 * otherwise the visitor looks away from the door that leads back, and where there is none, at the scene's own first view.
 *
 * @param view where the visitor looked, in the picture's frame of `from`
 * @returns in the picture's frame of `to`, with the field of view that `to` begins with
 */
export function arrivalView(
  from: ArrivalScene,
  view: Direction,
  door: { arrive?: Arrival | undefined },
  to: ArrivalScene,
): TourView {
  const { arrive } = door;
  if (typeof arrive === 'object') return arrive;
  const knowHeadings = from.pose.heading !== undefined && to.pose.heading !== undefined;
  const direction =
    knowHeadings && arrive !== 'through'
      ? worldToPicture(to.pose, pictureToWorld(from.pose, view))
      : viewThrough(from, to);
  return { ...(direction ?? to.view), fov: to.view.fov };
}
