import { type Direction, parseTour, vectorOf } from '@oriel/contract';
import { describe, expect, it } from 'vitest';
import { emptyReport, type ImportedTour } from './draft.ts';
import { documentOf, KRPANO, MARZIPANO, PANNELLUM } from './exports.fixture.ts';
import { ImportRefused } from './import-folder.ts';
import { readKrpano } from './krpano.ts';
import { readMarzipano } from './marzipano.ts';
import { readPannellum } from './pannellum.ts';
import { htmlToText, Slugs, spherePart } from './values.ts';

function sceneOf({ scenes }: ImportedTour, id: string) {
  const scene = scenes.find((one) => one.id === id);
  if (scene === undefined) throw new Error(`there is no scene ${id}`);
  return scene;
}

function apart(one: Direction | undefined, other: Direction): number {
  if (one === undefined) return Number.NaN;
  const [a, b] = [vectorOf(one), vectorOf(other)];
  const chord = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  return (2 * Math.asin(Math.min(1, chord / 2)) * 180) / Math.PI;
}

describe('a tour of Pannellum', () => {
  const report = emptyReport();
  const tour = readPannellum(`\ufeff${JSON.stringify(PANNELLUM())}`.replace('\ufeff', ''), report);

  it('keeps its directions, headings and arrivals', () => {
    expect(tour).toMatchObject({ title: 'Mason Circle', start: 'circle' });
    const circle = sceneOf(tour, 'circle');
    expect(circle.source).toEqual({ kind: 'whole', file: 'pictures/circle.jpg' });
    expect(circle.pose?.heading).toBeCloseTo(20, 9);
    expect(apart(circle.view, { yaw: 117, pitch: -3 })).toBeLessThan(1e-6);
    expect(circle.view?.fov).toBeCloseTo(77.55, 2);
    expect(circle.limits).toEqual({ minPitch: -50 });
    const [door, link, info] = circle.hotspots ?? [];
    expect(door).toMatchObject({
      kind: 'door',
      label: 'To the house',
      target: 'House',
      arrive: 'same-heading',
    });
    expect(apart(door?.at, { yaw: 132.9, pitch: -2.1 })).toBeLessThan(1e-6);
    expect(link).toMatchObject({
      kind: 'link',
      label: 'Old tree & bench',
      target: 'https://example.org/tree',
    });
    expect(info).toMatchObject({ kind: 'info', label: 'A lamp' });
    expect(report.leftOut.join('\n')).toMatch(/hotspot 3: clickHandlerFunc[\s\S]*javascript:alert/);
  });

  it('turns what is stated on the level horizon into the frame of the tilted picture', () => {
    const house = sceneOf(tour, 'House');
    // Pannellum's roll turns the other way than ours.
    expect(house.pose).toMatchObject({ pitch: 0, heading: -100 });
    expect(house.pose?.roll).toBeCloseTo(-12, 9);
    // On the right, level: the picture's right edge stood 12 degrees lower.
    expect(apart(house.hotspots?.[0]?.at, { yaw: 90, pitch: 12 })).toBeLessThan(1e-6);
    const arrive = house.hotspots?.[0]?.kind === 'door' ? house.hotspots[0].arrive : undefined;
    expect(apart(arrive as Direction, { yaw: -23, pitch: 2 })).toBeLessThan(1e-6);
  });

  it('names the tiles of the finest level', () => {
    const { source } = sceneOf(tour, 'House');
    if (source.kind !== 'tiles') throw new Error('it has tiles');
    expect(source.faces.u).toMatchObject({ size: 2000, tileSize: 512 });
    expect(source.faces.u.tile(2, 3)).toBe('pictures/house/3/u2_3.png');
  });

  it('makes a valid document', () => {
    const parsed = parseTour(documentOf(tour));
    expect(parsed).toMatchObject({ ok: true });
    expect(parsed.ok && parsed.tour.scenes.map(({ id }) => id)).toEqual(['circle', 'house']);
  });

  it('may be a single scene, and a cube', () => {
    const cubeMap = ['f.jpg', 'r.jpg', 'b.jpg', 'l.jpg', 'u.jpg', 'd.jpg'];
    const { scenes } = readPannellum(JSON.stringify({ type: 'cubemap', cubeMap }), emptyReport());
    expect(scenes).toMatchObject([
      { source: { kind: 'cube', faces: { f: 'f.jpg', l: 'l.jpg', d: 'd.jpg' } } },
    ]);
  });
});

describe('a tour of Marzipano', () => {
  const report = emptyReport();
  const tour = readMarzipano(MARZIPANO, report);

  it('counts pitch downwards, in radians', () => {
    const hall = sceneOf(tour, '0-hall');
    expect(tour).toMatchObject({ title: 'House', start: '0-hall' });
    expect(hall.view?.yaw).toBeCloseTo(28.648, 2);
    expect(hall.view?.pitch).toBeCloseTo(-14.324, 2);
    expect(hall.view?.fov).toBeCloseTo(75, 9);
    const [door, info] = hall.hotspots ?? [];
    expect(door).toMatchObject({ kind: 'door', label: 'Room', target: '1-room' });
    expect(apart(door?.at, { yaw: -90, pitch: (-0.3 * 180) / Math.PI })).toBeLessThan(1e-6);
    expect(info).toMatchObject({ kind: 'info', label: 'Painting', text: 'By nobody.\n1720' });
    expect(info?.at?.yaw).toBeCloseTo(-159.46, 1);
    expect(parseTour(documentOf(tour))).toMatchObject({ ok: true });
  });

  it('names the tiles of the finest level, and the detail that they really have', () => {
    const { source } = sceneOf(tour, '0-hall');
    if (source.kind !== 'tiles') throw new Error('it has tiles');
    expect(source).toMatchObject({ detail: 1344, faces: { b: { size: 2048, tileSize: 512 } } });
    expect(source.faces.b.tile(3, 1)).toBe('tiles/0-hall/3/b/3/1.jpg');
  });

  it.each([
    'var APP_DATA = { scenes: (function () { globalThis.hacked = true })() };',
    'var APP_DATA = { scenes: [`a`, globalThis.hacked = true] };',
    'var APP_DATA = { get scenes() { globalThis.hacked = true } };',
    'var APP_DATA = { scenes: 1 }; globalThis.hacked = true; var x = {}',
    'nothing',
  ])('is parsed, never run: %s', (text) => {
    expect(() => readMarzipano(text, emptyReport())).toThrow(ImportRefused);
    expect('hacked' in globalThis).toBe(false);
  });

  it('cannot reach the prototype of objects', () => {
    const text =
      'var APP_DATA = { "__proto__": { "polluted": 1 }, "scenes": [{ "__proto__": { "id": "a" } }] }';
    expect(readMarzipano(text, emptyReport()).scenes).toEqual([]);
    expect('polluted' in {}).toBe(false);
  });
});

describe('a tour of krpano', () => {
  const report = emptyReport();
  const tour = readKrpano(KRPANO, report);

  it('counts pitch downwards, in degrees, and compares names in any case', () => {
    const entrance = sceneOf(tour, 'scene_a');
    expect(tour).toMatchObject({ title: 'Entrance', start: 'scene_a' });
    expect(entrance).toMatchObject({
      title: 'Entrance',
      pose: { heading: 30 },
      view: { yaw: 10, pitch: -20, fov: 60 },
      limits: { minFov: 40, maxFov: 90 },
    });
    const [door, area, ...rest] = entrance.hotspots ?? [];
    expect(door).toMatchObject({
      kind: 'door',
      label: 'Garden',
      target: 'scene_b',
      at: { yaw: -42, pitch: -11 },
    });
    expect(door).toMatchObject({ arrive: { yaw: 5, pitch: 6 } });
    expect(area).toMatchObject({ kind: 'link', label: 'The pool', target: 'https://example.org/pool' });
    expect(area?.outline).toEqual([
      { yaw: 1, pitch: -2 },
      { yaw: 9, pitch: -2 },
      { yaw: 5, pitch: 8 },
    ]);
    expect(rest).toEqual([]);
    expect(sceneOf(tour, 'scene_b').hotspots).toMatchObject([
      { kind: 'door', target: 'scene_a', at: { yaw: -180 } },
    ]);
    expect(sceneOf(tour, 'scene_b').view?.fov).toBeCloseTo(58.7, 1);
    expect(report.leftOut.join('\n')).toMatch(/onstart[\s\S]*js\(alert\(1\)\)[\s\S]*action, include/);
    expect(parseTour(documentOf(tour))).toMatchObject({ ok: true });
  });

  it('names its pictures in each of its forms', () => {
    const tiled = sceneOf(tour, 'scene_a').source;
    if (tiled.kind !== 'tiles') throw new Error('it has tiles');
    expect(tiled.faces.l).toMatchObject({ size: 4736, tileSize: 512 });
    expect(tiled.faces.l.tile(0, 9)).toBe('panos/a.tiles/l/l4/01/l4_l_01_10.jpg');
    expect(sceneOf(tour, 'scene_b').source).toMatchObject({ kind: 'cube', faces: { u: 'panos/b_u.jpg' } });
    const old = sceneOf(tour, 'old').source;
    if (old.kind !== 'tiles') throw new Error('it has tiles');
    expect(old.faces.f).toMatchObject({ size: 4000, tileSize: 700 });
    expect(old.faces.f.tile(1, 0)).toBe('o/l3/f/02/01.jpg');
    expect(sceneOf(tour, 'sphere').source).toEqual({
      kind: 'whole',
      file: 'panos/s.jpg',
      part: { minYaw: -180, maxYaw: 180, minPitch: -70, maxPitch: 50 },
    });
  });

  it.each([
    ['<encrypted>KENCRYPTED</encrypted>', /encrypted/],
    ['<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><krpano title="&x;"/>', /document type/],
    ['<krpano><scene></krpano>', /damaged/],
    ['<krpano title="&x;"/>', /damaged/],
    ['<html/>', /no krpano tour/],
    ['', /damaged|empty/],
    [`${'<a>'.repeat(100)}${'</a>'.repeat(100)}`, /too deeply/],
  ])('is refused where it is %s', (text, message) => {
    expect(() => readKrpano(text, emptyReport())).toThrow(message);
  });
});

describe('a part of the sphere', () => {
  it.each([
    [180, 90, 0, [-90, 90, -45, 45]],
    [360, 120, -10, [-180, 180, -70, 50]],
    [120, 180, 0, [-60, 60, -90, 90]],
    [400, 90, 90, [-180, 180, 0, 90]],
    [180, 90, -5000, [-90, 90, -90, 0]],
    [0, 0, 90, [-0.5, 0.5, 89, 90]],
  ])('of %d by %d degrees, raised by %d, ends at the poles', (width, height, vOffset, expected) => {
    const { minYaw, maxYaw, minPitch, maxPitch } = spherePart(width, height, vOffset) ?? {};
    expect([minYaw, maxYaw, minPitch, maxPitch]).toEqual(expected);
  });

  it('is none where a picture shows all of it', () => {
    expect(spherePart(360, 180, 0)).toBeUndefined();
    expect(spherePart(400, 200, 50)).toBeUndefined();
  });
});

describe('text and ids', () => {
  it.each([
    ['a &lt;b&gt; &amp;lt; &#233;&#x2019;&#0;&nope;', 'a <b> &lt; é’&#0;&nope;'],
    ['<p>One</p><p>Two<br/>three</p>', 'One\nTwo\nthree'],
    ['<script>x</script>5 < 6 <img src=x onerror=alert(1)>', '5 < 6'],
    ['<!-- hidden -->shown<style>p{}', 'shown'],
  ])('%s', (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it('are different for different names, and the same for the same', () => {
    const slugs = new Slugs();
    expect(['Küche', 'kuche', 'Küche', '日本', '!!'].map((name) => slugs.of(name))).toEqual([
      'kuche',
      'kuche-2',
      'kuche',
      'item',
      'item-2',
    ]);
  });
});
