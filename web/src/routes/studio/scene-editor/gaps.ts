import type { StudioTour } from '@oriel/contract';

/** What keeps a scene's hotspots from being published, in sentences, by their ids: as the draft was saved last. */
export function gapsOf({ draft, problems }: StudioTour, sceneId: string): ReadonlyMap<string, string> {
  const gaps = new Map<string, string>();
  for (const { path, message } of problems) {
    const [root, scenes, sceneIndex, list, index] = path;
    if (root !== 'document' || scenes !== 'scenes' || list !== 'hotspots') continue;
    const scene = draft.document?.scenes[Number(sceneIndex)];
    const spot = scene?.hotspots[Number(index)];
    if (scene?.id !== sceneId || spot === undefined || gaps.has(spot.id)) continue;
    gaps.set(spot.id, gapIn(message));
  }
  return gaps;
}

/** 'Scene "lobby", hotspot "door", label must not be empty.' beside the hotspot itself: 'Label must not be empty.' */
function gapIn(message: string): string {
  const rest = message.replace(/^Scene "[^"]*", hotspot "[^"]*",? ?/, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
