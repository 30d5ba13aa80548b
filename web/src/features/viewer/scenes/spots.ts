import type { SceneDetail, SceneHotspot } from '@oriel/contract';
import { hotspotName, inReadingOrder } from '@oriel/contract/shared/tour/direction-words';
import type { Hotspot, View } from '@oriel/viewer';
import { directionInDegrees, directionInRadians, inDegrees } from './angles.ts';
import { searchOf } from './tour-url.ts';

/** The host of the page that a link or booking leads to. */
export function hostOf({ kind, target }: SceneHotspot): string | undefined {
  return (kind === 'link' || kind === 'book') && target ? new URL(target).host : undefined;
}

/** Where pressing a hotspot leads. What has more to say shows a card first. */
function hrefOf(spot: SceneHotspot, light: string | undefined): string | undefined {
  if (spot.kind === 'door' && spot.target) return searchOf({ scene: spot.target, light });
  return hostOf(spot) && !spot.text ? spot.target : undefined;
}

function labelOf(spot: SceneHotspot): string {
  const host = hostOf(spot);
  return host ? `${spot.label} (${host})` : spot.label;
}

/** The hotspots of a scene as the viewer takes them, in reading order; doors that are opened in a new tab keep the chosen light. */
export function spotsOf(
  { hotspots, view }: Pick<SceneDetail, 'hotspots' | 'view'>,
  light?: string | undefined,
): Hotspot[] {
  return inReadingOrder(hotspots, view).map((spot) => ({
    id: spot.id,
    kind: spot.kind,
    label: labelOf(spot),
    at: spot.at && directionInRadians(spot.at),
    outline: spot.outline?.map(directionInRadians),
    href: hrefOf(spot, light),
  }));
}

/** What a hotspot that leads nowhere says in a headset, where nothing else of the page is seen. */
export function spotAnswer(spot: SceneHotspot): string {
  const host = hostOf(spot);
  return [spot.label, spot.text ?? spot.alt, host && `You can find it at ${host} after your visit.`]
    .filter(Boolean)
    .join('\n');
}

/** The accessible name of a hotspot for a visitor who looks along `view`. */
export function spotName({ kind, label, at, outline, href }: Hotspot, view: View): string {
  const place = { at: at && directionInDegrees(at), outline: outline?.map(directionInDegrees) };
  const name = hotspotName({ kind, label, ...place }, inDegrees(view));
  return href && kind !== 'door' ? `${name}, opens in a new tab` : name;
}
