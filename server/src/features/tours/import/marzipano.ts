import { clamp, DEFAULT_FOV, MAX_FOV, MIN_FOV, wrapDegrees } from '@oriel/contract';
import json5 from 'json5';
import {
  bestLevel,
  cubeOf,
  type Face,
  type HotspotInput,
  type ImportedScene,
  type ImportedTour,
  type ImportReport,
  type SceneSource,
  type TiledFace,
} from './draft.ts';
import { ImportRefused } from './import-folder.ts';
import { field, htmlToText, lineFrom, listOf, numberOf, Slugs, textOf, type Value } from './values.ts';

const DEGREES = 180 / Math.PI;

/** Radians, of which Marzipano counts pitch downwards. */
function directionOf(spot: Value): { yaw: number; pitch: number } {
  const yaw = (numberOf(field(spot, 'yaw')) ?? 0) * DEGREES;
  const pitch = -(numberOf(field(spot, 'pitch')) ?? 0) * DEGREES;
  return { yaw: wrapDegrees(yaw), pitch: clamp(pitch, -90, 90) };
}

/**
 * `var APP_DATA = {...};` as a value. It is parsed as a literal, with keys and quotes as JavaScript allows them, and never run:
 * anything but a literal is refused.
 */
function parseData(text: string): Value {
  const start = text.indexOf('{', Math.max(0, text.indexOf('APP_DATA')));
  const end = text.lastIndexOf('}');
  if (start < 0 || end < start) throw new ImportRefused('The file data.js holds no APP_DATA.');
  try {
    return json5.parse(text.slice(start, end + 1));
  } catch {
    throw new ImportRefused('The file data.js holds more than plain data, or is damaged. It was not run.');
  }
}

/** The finest level; level 0 is `preview.jpg`. `faceSize`, the detail of the original, may be less than the level's size. */
function sourceOf(scene: Value, id: string): SceneSource | undefined {
  const levels = listOf(field(scene, 'levels')).map((level, index) => ({
    index,
    size: field(level, 'fallbackOnly') === true ? 0 : (numberOf(field(level, 'size')) ?? 0),
    tileSize: numberOf(field(level, 'tileSize')) ?? 0,
  }));
  const finest = bestLevel(levels);
  if (finest === undefined) return undefined;
  const face = (name: Face): TiledFace => ({
    size: finest.size,
    tileSize: finest.tileSize,
    tile: (row, column) => `tiles/${id}/${finest.index}/${name}/${row}/${column}.jpg`,
  });
  const detail = numberOf(field(scene, 'faceSize')) ?? finest.size;
  return {
    kind: 'tiles',
    detail,
    faces: cubeOf(face),
  };
}

function hotspotsOf(
  scene: Value,
  place: string,
  slugs: Slugs,
  titles: ReadonlyMap<string, string>,
  report: ImportReport,
) {
  const doors = listOf(field(scene, 'linkHotspots')).flatMap((spot): HotspotInput[] => {
    const target = textOf(field(spot, 'target'));
    if (target === undefined) {
      report.leftOut.push(`${place}: a door without a scene.`);
      return [];
    }
    const label = titles.get(target) ?? lineFrom(target);
    return [{ id: slugs.fresh(`to-${target}`), kind: 'door', at: directionOf(spot), label, target }];
  });
  const infos = listOf(field(scene, 'infoHotspots')).flatMap((spot): HotspotInput[] => {
    const title = lineFrom(textOf(field(spot, 'title')) ?? '');
    const text = htmlToText(textOf(field(spot, 'text')) ?? '').slice(0, 5000);
    const label = title || lineFrom(text, 80);
    if (label === '') {
      report.leftOut.push(`${place}: an information without text.`);
      return [];
    }
    return [
      { id: slugs.fresh(`info-${label}`), kind: 'info', at: directionOf(spot), label, ...(text && { text }) },
    ];
  });
  return [...doors, ...infos];
}

/**
 * Reads `data.js` of an export of the Marzipano Tool: radians, pitch down, vertical fields of view.
 *
 * @throws {ImportRefused} if the text is no such data
 */
export function readMarzipano(text: string, report: ImportReport): ImportedTour {
  const data = parseData(text);
  const entries = listOf(field(data, 'scenes'));
  const titles = new Map(
    entries.flatMap((scene) => {
      const id = textOf(field(scene, 'id'));
      return id === undefined ? [] : [[id, lineFrom(textOf(field(scene, 'name')) ?? id)] as const];
    }),
  );
  const slugs = new Slugs();
  const scenes: ImportedScene[] = [];
  for (const scene of entries) {
    const id = textOf(field(scene, 'id'));
    const title = titles.get(id ?? '') ?? '';
    const source = id === undefined ? undefined : sourceOf(scene, id);
    if (id === undefined || source === undefined) {
      report.leftOut.push(`Scene "${title}": it names no tiles.`);
      continue;
    }
    const first = field(scene, 'initialViewParameters');
    const fov = (numberOf(field(first, 'fov')) ?? DEFAULT_FOV / DEGREES) * DEGREES;
    scenes.push({
      id,
      title,
      source,
      view: { ...directionOf(first), fov: clamp(fov, MIN_FOV, MAX_FOV) },
      hotspots: hotspotsOf(scene, `Scene "${title}"`, slugs, titles, report),
    });
  }
  if (
    entries.some((scene) =>
      listOf(field(scene, 'linkHotspots')).some((spot) => numberOf(field(spot, 'rotation'))),
    )
  )
    report.leftOut.push('The rotation of arrows: doors have none.');
  if (field(data, 'settings') !== undefined)
    report.leftOut.push('The settings of the player, and its own scripts.');
  return {
    title: lineFrom(textOf(field(data, 'name')) ?? '') || 'Imported tour',
    start: scenes[0]?.id ?? '',
    scenes,
  };
}
