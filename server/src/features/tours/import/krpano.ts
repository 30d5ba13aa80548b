import { clamp, type Direction, MAX_FOV, MIN_FOV, wrapDegrees } from '@oriel/contract';
import type { HotspotInput, ImportedScene, ImportedTour, ImportReport } from './draft.ts';
import { ImportRefused } from './import-folder.ts';
import { imageSource } from './krpano-image.ts';
import { fovFrom, htmlToText, lineFrom, numberOf, present, REFERENCE_ASPECT, Slugs } from './values.ts';
import { attributeOf, childrenOf, parseXml, type XmlElement } from './xml.ts';

/** Degrees, of which krpano counts the vertical ones downwards. */
function directionOf(h: number | undefined, v: number | undefined): Direction {
  return { yaw: wrapDegrees(h ?? 0), pitch: clamp(-(v ?? 0), -90, 90) };
}

/** krpano's field of view as a vertical one; `fovtype` says what it measures. */
function fovOf(fov: number, fovtype: string): number {
  const type = fovtype.toUpperCase();
  if (type === 'VFOV') return clamp(fov, MIN_FOV, MAX_FOV);
  // MFOV is horizontal on a screen of 4:3; DFOV runs along the diagonal.
  const aspect =
    type === 'MFOV' ? 4 / 3 : type === 'DFOV' ? Math.hypot(REFERENCE_ASPECT, 1) : REFERENCE_ASPECT;
  return fovFrom(fov, aspect);
}

interface Reading {
  slugs: Slugs;
  /** The id of a scene by its name in lower case: krpano compares names so. */
  ids: ReadonlyMap<string, string>;
  titles: ReadonlyMap<string, string>;
  report: ImportReport;
}

/** What an `onclick` does, as far as it can be known without running it: it loads a scene or opens a URL. */
function actionOf(onclick: string): { scene: string | undefined; url: string | undefined } {
  return {
    scene: /\bloadscene\(\s*['"]?([\w.-]+)/i.exec(onclick)?.[1],
    url: /\bopenurl\(\s*['"]?(https?:[^,'")\s]+)/i.exec(onclick)?.[1],
  };
}

function positionOf(spot: XmlElement): Pick<HotspotInput, 'at' | 'outline'> | undefined {
  const number = (element: XmlElement, name: string) => numberOf(attributeOf(element, name));
  const points = childrenOf(spot, 'point').slice(0, 100);
  if (points.length >= 3)
    return { outline: points.map((point) => directionOf(number(point, 'ath'), number(point, 'atv'))) };
  const [ath, atv] = [number(spot, 'ath'), number(spot, 'atv')];
  return ath === undefined && atv === undefined ? undefined : { at: directionOf(ath, atv) };
}

/** `linkedscene_lookat="h,v,fov"` */
function arrivalOf(spot: XmlElement): { arrive?: { yaw: number; pitch: number; fov: number } } {
  const lookat = attributeOf(spot, 'linkedscene_lookat')?.split(',').map(numberOf);
  const [h, v, fov] = lookat ?? [];
  if (h === undefined || v === undefined) return {};
  return { arrive: { ...directionOf(h, v), fov: fovOf(fov ?? 90, 'MFOV') } };
}

function hotspotOf(
  spot: XmlElement,
  place: string,
  { slugs, ids, titles, report }: Reading,
): HotspotInput | undefined {
  const onclick = attributeOf(spot, 'onclick') ?? '';
  const action = actionOf(onclick);
  const linked = attributeOf(spot, 'linkedscene') ?? action.scene;
  const position = positionOf(spot);
  const tooltip = htmlToText(attributeOf(spot, 'tooltip') ?? attributeOf(spot, 'html') ?? '');
  const label = lineFrom(tooltip);
  const name = attributeOf(spot, 'name') ?? 'hotspot';
  if (position === undefined) return void report.leftOut.push(`${place}: it has no position.`);
  if (linked !== undefined) {
    const target = ids.get(linked.toLowerCase()) ?? linked;
    const door = { id: slugs.fresh(name), kind: 'door' as const, ...position, target, ...arrivalOf(spot) };
    return { ...door, label: label || titles.get(target) || lineFrom(linked) };
  }
  if (action.url !== undefined && URL.canParse(action.url))
    return {
      id: slugs.fresh(name),
      kind: 'link',
      ...position,
      label: label || new URL(action.url).hostname,
      target: action.url,
    };
  if (onclick !== '') report.leftOut.push(`${place}: the action ${lineFrom(onclick, 80)}`);
  if (label === '') return void report.leftOut.push(`${place}: it has no text and leads nowhere.`);
  return {
    id: slugs.fresh(name),
    kind: 'info',
    ...position,
    label,
    ...(tooltip !== label && { text: tooltip }),
  };
}

function viewOf(
  scene: XmlElement,
  report: ImportReport,
  place: string,
): Pick<ImportedScene, 'view' | 'limits'> {
  const [view] = childrenOf(scene, 'view');
  if (view === undefined) return {};
  const number = (name: string) => numberOf(attributeOf(view, name));
  const type = attributeOf(view, 'fovtype') ?? 'HFOV';
  const fov = (name: string) => {
    const value = number(name);
    return value === undefined ? undefined : fovOf(value, type);
  };
  if (type.toUpperCase() !== 'VFOV')
    report.changed.push(
      `${place}: its field of view was turned from ${type.slice(0, 10)} into a vertical one.`,
    );
  const minFov = fov('fovmin');
  const maxFov = fov('fovmax');
  const isRange = maxFov !== undefined && maxFov >= (minFov ?? 0);
  const limits = present({ minFov, maxFov: isRange ? maxFov : undefined });
  return {
    view: { ...directionOf(number('hlookat'), number('vlookat')), fov: fov('fov') ?? fovOf(90, type) },
    ...(Object.keys(limits).length > 0 && { limits }),
  };
}

/**
 * Reads `tour.xml` of krpano: degrees, pitch down. Its actions are never run.
 *
 * @throws {ImportRefused} if the text is no such tour
 */
export function readKrpano(text: string, report: ImportReport): ImportedTour {
  const root = parseXml(text);
  if (root.name === 'encrypted' || /^\s*K[ZE]/.test(root.text))
    throw new ImportRefused('The krpano tour is encrypted. Please export it without protection.');
  if (root.name !== 'krpano') throw new ImportRefused('The XML is no krpano tour.');
  const entries = childrenOf(root, 'scene');
  // A tour of one picture has no scenes: what would be in one is at the top.
  if (entries.length === 0) entries.push(root);
  const named = entries.map((scene, index) => ({
    scene,
    id: attributeOf(scene, 'name') ?? `scene-${index + 1}`,
  }));
  const titles = new Map(named.map(({ scene, id }) => [id, lineFrom(attributeOf(scene, 'title') ?? id)]));
  const ids = new Map(named.map(({ id }) => [id.toLowerCase(), id]));
  const slugs = new Slugs();
  const scenes: ImportedScene[] = [];
  for (const { scene, id } of named) {
    const title = titles.get(id) ?? id;
    const [image] = childrenOf(scene, 'image');
    const source = image && imageSource(image);
    if (image === undefined || source === undefined) {
      report.leftOut.push(`Scene "${title}": its picture is of a kind that is not known here.`);
      continue;
    }
    const heading = numberOf(attributeOf(scene, 'heading'));
    if (attributeOf(image, 'prealign') !== undefined) report.leftOut.push(`Scene "${title}": prealign.`);
    if (attributeOf(scene, 'onstart') !== undefined) report.leftOut.push(`Scene "${title}": onstart.`);
    const reading = { slugs, ids, titles, report };
    const hotspots = childrenOf(scene, 'hotspot').flatMap((spot, index) => {
      return hotspotOf(spot, `Scene "${title}", hotspot ${index + 1}`, reading) ?? [];
    });
    scenes.push({
      id,
      title,
      source,
      ...(heading !== undefined && { pose: { heading: wrapDegrees(heading), pitch: 0, roll: 0 } }),
      ...viewOf(scene, report, `Scene "${title}"`),
      hotspots,
    });
  }
  const others = ['action', 'plugin', 'layer', 'events', 'include', 'skin_settings'].filter(
    (name) => childrenOf(root, name).length > 0,
  );
  if (others.length > 0) report.leftOut.push(`Parts of the player: ${others.join(', ')}.`);
  const startName = attributeOf(root, 'startscene')?.toLowerCase();
  const start = (startName === undefined ? undefined : ids.get(startName)) ?? scenes[0]?.id ?? '';
  return {
    title: lineFrom(attributeOf(root, 'title') ?? '') || titles.get(start) || 'Imported tour',
    start,
    scenes,
  };
}
