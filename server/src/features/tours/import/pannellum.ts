import {
  clamp,
  type Direction,
  directionOf,
  type Matrix,
  turnBack,
  vectorOf,
  wrapDegrees,
} from '@oriel/contract';
import {
  bestLevel,
  cubeOf,
  type Face,
  type HotspotInput,
  type ImportedScene,
  type ImportedTour,
  type ImportReport,
  type SceneSource,
} from './draft.ts';
import { type ImportFolder, ImportRefused } from './import-folder.ts';
import { withPictureAngles } from './pannellum-pictures.ts';
import { horizonMatrix, poseOfHorizon } from './pannellum-pose.ts';
import {
  field,
  fovFrom,
  htmlToText,
  lineFrom,
  listOf,
  numberOf,
  present,
  Slugs,
  spherePart,
  textOf,
  type Value,
} from './values.ts';

/** Fields that mean nothing here or are read elsewhere; others are named in the report. */
const SILENT = new Set(
  `type panorama cubeMap multiRes basePath title yaw pitch hfov haov vaov vOffset northOffset horizonPitch horizonRoll hotSpots
  minYaw maxYaw minPitch maxPitch minHfov maxHfov preview autoLoad author authorURL compass firstScene sceneFadeDuration
  hotSpotDebug showControls ignoreGPanoXMP`.split(/\s+/),
);

/** Joins a file with the folder that the configuration names. */
const inFolder = (base: string | undefined, file: string) => (base === undefined ? file : `${base}/${file}`);

function tiledSource(multiRes: Value, base: string | undefined): SceneSource | undefined {
  const maxLevel = numberOf(field(multiRes, 'maxLevel'));
  const tileSize = numberOf(field(multiRes, 'tileResolution')) ?? 512;
  const cubeResolution = numberOf(field(multiRes, 'cubeResolution'));
  const path = textOf(field(multiRes, 'path'));
  if (maxLevel === undefined || cubeResolution === undefined || path === undefined) return undefined;
  // Level 1 is the coarsest; each is half of the next.
  const levels = Array.from({ length: clamp(maxLevel, 0, 20) }, (_, index) => ({
    number: index + 1,
    size: Math.ceil(cubeResolution / 2 ** (maxLevel - index - 1)),
    tileSize,
  }));
  const level = bestLevel(levels);
  if (level === undefined) return undefined;
  const own = textOf(field(multiRes, 'basePath'));
  const folder = base === undefined ? own : own === undefined ? base : inFolder(base, own);
  const extension = textOf(field(multiRes, 'extension')) ?? 'jpg';
  const face = (name: Face) => ({
    size: level.size,
    tileSize,
    tile: (row: number, column: number) => {
      const file = path
        .replace(/%s/g, name)
        .replace(/%l/g, String(level.number))
        .replace(/%x/g, String(column))
        .replace(/%y/g, String(row));
      return inFolder(folder, `${file.replace(/^\/+/, '')}.${extension}`);
    },
  });
  return {
    kind: 'tiles',
    detail: level.size,
    faces: cubeOf(face),
  };
}

function sourceOf(scene: Value): SceneSource | undefined {
  const base = textOf(field(scene, 'basePath'));
  const type = textOf(field(scene, 'type')) ?? 'equirectangular';
  if (type === 'multires') return tiledSource(field(scene, 'multiRes'), base);
  if (type === 'cubemap') {
    const [f, r, b, l, u, d] = listOf(field(scene, 'cubeMap')).map(textOf);
    if (!f || !r || !b || !l || !u || !d) return undefined;
    const at = (file: string) => inFolder(base, file);
    return { kind: 'cube', faces: { f: at(f), r: at(r), b: at(b), l: at(l), u: at(u), d: at(d) } };
  }
  const file = textOf(field(scene, 'panorama'));
  if (type !== 'equirectangular' || file === undefined) return undefined;
  const degrees = (key: string, usual: number) => numberOf(field(scene, key)) ?? usual;
  const part = spherePart(degrees('haov', 360), degrees('vaov', 180), degrees('vOffset', 0));
  return { kind: 'whole', file: inFolder(base, file), ...present({ part }) };
}

/** Reads angles of one scene, which Pannellum states in the picture's level frame. */
class Angles {
  readonly #horizon: Matrix;

  constructor(horizon: Matrix) {
    this.#horizon = horizon;
  }

  direction(yaw: number, pitch: number): Direction {
    const level = { yaw: wrapDegrees(yaw), pitch: clamp(pitch, -90, 90) };
    return directionOf(turnBack(this.#horizon, vectorOf(level)));
  }

  view(yaw: number, pitch: number, hfov: number) {
    return { ...this.direction(yaw, pitch), fov: fovFrom(hfov) };
  }
}

function limitsOf(scene: Value): ImportedScene['limits'] {
  const angle = (name: string) => numberOf(field(scene, name));
  const fov = (name: string) => {
    const hfov = angle(name);
    return hfov && fovFrom(hfov);
  };
  const limits = present({
    minYaw: angle('minYaw'),
    maxYaw: angle('maxYaw'),
    minPitch: angle('minPitch'),
    maxPitch: angle('maxPitch'),
    minFov: fov('minHfov'),
    maxFov: fov('maxHfov'),
  });
  return Object.keys(limits).length > 0 ? (limits as ImportedScene['limits']) : undefined;
}

function hotspotOf(
  spot: Value,
  place: string,
  { angles, slugs, titles, report }: Reading & { angles: Angles },
): HotspotInput | undefined {
  const label = lineFrom(textOf(field(spot, 'text')) ?? '');
  const at = angles.direction(numberOf(field(spot, 'yaw')) ?? 0, numberOf(field(spot, 'pitch')) ?? 0);
  const dropped = [
    'createTooltipFunc',
    'clickHandlerFunc',
    'cssClass',
    'image',
    'video',
    'draggable',
    'scale',
  ].filter((key) => field(spot, key) !== undefined);
  if (dropped.length > 0) report.leftOut.push(`${place}: ${dropped.join(', ')}.`);
  const id = (name: string) => slugs.fresh(textOf(field(spot, 'id')) ?? name);
  const target = textOf(field(spot, 'sceneId'));
  if (textOf(field(spot, 'type')) === 'scene') {
    if (target === undefined) return void report.leftOut.push(`${place}: a door without a scene.`);
    const name = label || titles.get(target) || target;
    return { id: id(`to-${target}`), kind: 'door', at, label: name, target, ...arrivalOf(spot) };
  }
  const url = textOf(field(spot, 'URL'));
  if (url !== undefined && URL.canParse(url) && /^https?:/i.test(url))
    return { id: id(`link-${label}`), kind: 'link', at, label: label || new URL(url).hostname, target: url };
  if (url !== undefined)
    report.leftOut.push(`${place}: the link ${url.slice(0, 100)}, which is no web address.`);
  if (label === '') return void report.leftOut.push(`${place}: a hotspot without text.`);
  const text = htmlToText(textOf(field(spot, 'text')) ?? '');
  return { id: id(`info-${label}`), kind: 'info', at, label, ...(text !== label && { text }) };
}

/** What a door says about arriving. Angles are resolved later, in the frame of the scene that it leads to. */
function arrivalOf(spot: Value): { arrive?: 'same-heading' } | { arrive?: never; targetView?: TargetView } {
  const yaw = field(spot, 'targetYaw');
  if (yaw === 'same' || yaw === 'sameAzimuth') return { arrive: 'same-heading' };
  const view = present({
    yaw: numberOf(yaw),
    pitch: numberOf(field(spot, 'targetPitch')),
    hfov: numberOf(field(spot, 'targetHfov')),
  });
  return Object.keys(view).length > 0 ? { targetView: view as TargetView } : {};
}

interface TargetView {
  yaw?: number;
  pitch?: number;
  hfov?: number;
}

interface Reading {
  slugs: Slugs;
  titles: ReadonlyMap<string, string>;
  report: ImportReport;
}

/** Resolves the views that doors lead to, now that every scene is known. */
function resolveArrivals(
  scenes: ImportedScene[],
  frames: ReadonlyMap<string, { angles: Angles; scene: Value }>,
): void {
  for (const { hotspots = [] } of scenes)
    for (const spot of hotspots as (HotspotInput & { targetView?: TargetView })[]) {
      const { targetView } = spot;
      delete spot.targetView;
      const frame = spot.kind === 'door' ? frames.get(spot.target ?? '') : undefined;
      if (spot.kind !== 'door' || targetView === undefined || frame === undefined) continue;
      const first = (name: string, otherwise: number) => numberOf(field(frame.scene, name)) ?? otherwise;
      spot.arrive = frame.angles.view(
        targetView.yaw ?? first('yaw', 0),
        targetView.pitch ?? first('pitch', 0),
        targetView.hfov ?? first('hfov', 100),
      );
    }
}

interface Configuration {
  defaults: Value;
  /** By their ids, with all that the defaults say of each. */
  scenes: [id: string, scene: Value][];
}

/** @throws {ImportRefused} if the text is no JSON */
function configurationOf(text: string): Configuration {
  let config: Value;
  try {
    config = JSON.parse(text);
  } catch {
    throw new ImportRefused('The tour is no valid JSON.');
  }
  const defaults = field(config, 'default') ?? {};
  const isTour = typeof field(config, 'scenes') === 'object';
  const entries = Object.entries(isTour ? Object(field(config, 'scenes')) : { scene: config });
  return { defaults, scenes: entries.map(([id, scene]) => [id, { ...Object(defaults), ...Object(scene) }]) };
}

/**
 * Reads a tour of Pannellum: degrees, pitch up, horizontal fields of view.
 *
 * @throws {ImportRefused} if the text is no such tour
 */
export const readPannellum = (text: string, report: ImportReport): ImportedTour =>
  tourOf(configurationOf(text), report);

/** The same with what the pictures in its folder say of themselves. */
export async function readPannellumFolder(
  text: string,
  report: ImportReport,
  folder: ImportFolder,
): Promise<ImportedTour> {
  const { defaults, scenes } = configurationOf(text);
  const completed: Configuration['scenes'] = [];
  for (const [id, scene] of scenes) {
    const source = sourceOf(scene);
    const file = source?.kind === 'whole' ? source.file : undefined;
    completed.push([id, file === undefined ? scene : await withPictureAngles(scene, file, folder, report)]);
  }
  return tourOf({ defaults, scenes: completed }, report);
}

function tourOf({ defaults, scenes: merged }: Configuration, report: ImportReport): ImportedTour {
  const titles = new Map(merged.map(([id, scene]) => [id, lineFrom(textOf(field(scene, 'title')) ?? id)]));
  const slugs = new Slugs();
  const frames = new Map<string, { angles: Angles; scene: Value }>();
  const scenes: ImportedScene[] = [];
  for (const [id, scene] of merged) {
    const source = sourceOf(scene);
    const title = titles.get(id) ?? id;
    if (source === undefined) {
      report.leftOut.push(`Scene "${title}": its picture is of a kind that is not known here.`);
      continue;
    }
    const number = (name: string) => numberOf(field(scene, name));
    const [pitch, roll] = [number('horizonPitch') ?? 0, number('horizonRoll') ?? 0];
    const angles = new Angles(horizonMatrix(pitch, roll));
    frames.set(id, { angles, scene });
    const others = Object.keys(Object(scene)).filter((key) => !SILENT.has(key));
    if (others.length > 0) report.leftOut.push(`Scene "${title}": ${others.join(', ').slice(0, 300)}.`);
    const hotspots = listOf(field(scene, 'hotSpots')).flatMap((spot, index) => {
      const place = `Scene "${title}", hotspot ${index + 1}`;
      return hotspotOf(spot, place, { angles, slugs, titles, report }) ?? [];
    });
    scenes.push({
      id,
      title,
      source,
      pose: poseOfHorizon(pitch, roll, number('northOffset')),
      view: angles.view(number('yaw') ?? 0, number('pitch') ?? 0, number('hfov') ?? 100),
      ...present({ limits: limitsOf(scene) }),
      hotspots,
    });
  }
  resolveArrivals(scenes, frames);
  const start = textOf(field(defaults, 'firstScene')) ?? scenes[0]?.id ?? '';
  const title = textOf(field(defaults, 'title')) ?? titles.get(start) ?? 'Imported tour';
  return { title: lineFrom(title), start, scenes };
}
