import { problemAt, type TourProblem } from './problems.ts';
import type { Hotspot, Tour, TourScene } from './schema.ts';

type Path = (string | number)[];

/** The ids of all scenes that a visitor can reach through doors. */
export function reachableScenes(tour: Tour): Set<string> {
  const scenes = new Map(tour.scenes.map((scene) => [scene.id, scene]));
  const reached = new Set<string>();
  const waiting = scenes.has(tour.start) ? [tour.start] : [];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    for (const spot of scenes.get(id)?.hotspots ?? []) {
      if (spot.kind === 'door' && spot.target !== undefined && scenes.has(spot.target))
        waiting.push(spot.target);
    }
  }
  return reached;
}

/** Every file that a tour needs, with the place that names it. */
export function tourAssets(tour: Tour): { asset: string; path: Path }[] {
  const assets: { asset: string | undefined; path: Path }[] = [];
  for (const [index, scene] of tour.scenes.entries()) {
    const path = ['scenes', index];
    assets.push({ asset: scene.media, path: [...path, 'media'] });
    for (const [place, { media }] of (scene.lights ?? []).entries())
      assets.push({ asset: media, path: [...path, 'lights', place, 'media'] });
    assets.push({ asset: scene.nadir?.image, path: [...path, 'nadir', 'image'] });
    for (const [place, { media }] of scene.sounds.entries())
      assets.push({ asset: media, path: [...path, 'sounds', place, 'media'] });
    for (const [place, { kind, target }] of scene.hotspots.map(kindAndTarget).entries())
      if (kind === 'picture' || kind === 'film' || kind === 'sound')
        assets.push({ asset: target, path: [...path, 'hotspots', place, 'target'] });
  }
  for (const [index, { image }] of tour.plans.entries())
    assets.push({ asset: image, path: ['plans', index, 'image'] });
  for (const [index, { audio }] of (tour.guide?.steps ?? []).entries())
    assets.push({ asset: audio, path: ['guide', 'steps', index, 'audio'] });
  return assets.flatMap(({ asset, path }) => (asset === undefined ? [] : [{ asset, path }]));
}

/** The 360-degree pictures and films of a tour, each with the place that names it. */
export const tourSpheres = (tour: Tour): { asset: string; path: Path }[] =>
  tourAssets(tour).filter(
    ({ path: [list, , field] }) => list === 'scenes' && (field === 'media' || field === 'lights'),
  );

/** What is missing where spheres of a tour have not been checked for people. */
export function uncheckedProblems(tour: Tour, unchecked: ReadonlySet<string>): TourProblem[] {
  return tourSpheres(tour).flatMap(({ asset, path }) =>
    unchecked.has(asset)
      ? [{ ...problemAt(tour, path, 'has not been checked for people'), code: 'people_unchecked' }]
      : [],
  );
}

const kindAndTarget = (spot: Hotspot) => ({
  kind: spot.kind,
  target: 'target' in spot ? spot.target : undefined,
});

const NEEDS_TARGET: Record<Hotspot['kind'], string | undefined> = {
  door: 'needs a scene that it leads to',
  info: undefined,
  picture: 'needs a picture',
  film: 'needs a film',
  sound: 'needs a sound',
  link: 'needs a web address',
  book: 'needs a web address',
};

/** What a tour still needs before it may be published, in the order of the document; none if it may. */
export function publicationProblems(tour: Tour, readyAssets: ReadonlySet<string>): TourProblem[] {
  const problems: TourProblem[] = [];
  const sceneIds = new Set(tour.scenes.map(({ id }) => id));
  const planIds = new Set(tour.plans.map(({ id }) => id));
  const report = (path: Path, message: string) => problems.push(problemAt(tour, path, message));
  const needText = (value: string, path: Path) => {
    if (value === '') report(path, 'must not be empty');
  };
  const needScene = (id: string, path: Path) => {
    if (!sceneIds.has(id)) report(path, `names the scene "${id}", which does not exist`);
  };

  if (tour.scenes.length === 0) report([], 'needs at least one scene');
  else needScene(tour.start, ['start']);
  const reached = reachableScenes(tour);
  for (const [index, scene] of tour.scenes.entries()) {
    const path = ['scenes', index];
    needText(scene.title, [...path, 'title']);
    if (sceneIds.has(tour.start) && !reached.has(scene.id))
      report(path, 'cannot be reached from the start scene');
    if (scene.place !== undefined && !planIds.has(scene.place.plan))
      report([...path, 'place'], `names the plan "${scene.place.plan}", which does not exist`);
    hotspotProblems(scene, path, report, needText, needScene);
    lightProblems(scene, path, report);
    for (const list of ['looks', 'lights', 'sounds'] as const)
      for (const [place, { label }] of (scene[list] ?? []).entries())
        needText(label, [...path, list, place, 'label']);
  }
  for (const [index, plan] of tour.plans.entries()) {
    needText(plan.title, ['plans', index, 'title']);
    needText(plan.alt, ['plans', index, 'alt']);
  }
  for (const [index, step] of (tour.guide?.steps ?? []).entries()) {
    needScene(step.scene, ['guide', 'steps', index]);
    needText(step.text, ['guide', 'steps', index, 'text']);
  }
  for (const [index, id] of (tour.previewScenes ?? []).entries()) needScene(id, ['previewScenes', index]);
  for (const { asset, path } of tourAssets(tour))
    if (!readyAssets.has(asset)) report(path, 'is not ready yet, or no longer there');
  return problems;
}

/** Of several lights, one is that of the scene's own picture. */
function lightProblems(
  { kind, lights }: TourScene,
  path: Path,
  report: (path: Path, message: string) => void,
): void {
  if (lights === undefined) return;
  const own = lights.filter(({ media }) => media === undefined).length;
  if (kind !== 'photo') report([...path, 'lights'], 'need a photo');
  else if (lights.length < 2 || own !== 1)
    report(
      [...path, 'lights'],
      'need at least two entries, one of them without media: the scene’s own picture',
    );
}

function hotspotProblems(
  scene: TourScene,
  scenePath: Path,
  report: (path: Path, message: string) => void,
  needText: (value: string, path: Path) => void,
  needScene: (id: string, path: Path) => void,
): void {
  for (const [place, spot] of scene.hotspots.entries()) {
    const path = [...scenePath, 'hotspots', place];
    needText(spot.label, [...path, 'label']);
    const { kind, target } = kindAndTarget(spot);
    const need = NEEDS_TARGET[kind];
    if (need !== undefined && target === undefined) report(path, need);
    if (kind === 'door' && target !== undefined) needScene(target, path);
    if (kind === 'picture' && !spot.alt) report(path, 'needs a description of what it shows');
  }
}
