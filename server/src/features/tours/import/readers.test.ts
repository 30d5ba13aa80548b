import { type Direction, parseTour, type TourInput, vectorOf } from '@oriel/contract';
import { mutated } from '@oriel/contract/shared/tour/tour.fixture';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildDocument } from './document.ts';
import { emptyReport, type ImportedTour, type ImportReport } from './draft.ts';
import { ImportRefused } from './import-folder.ts';
import { readKrpano } from './krpano.ts';
import { readMarzipano } from './marzipano.ts';
import { readPannellum } from './pannellum.ts';
import { htmlToText, Slugs } from './values.ts';

/** A document of an imported tour whose media are all there. */
function documentOf(imported: ImportedTour, report = emptyReport()): TourInput {
  const media = { assetId: 'asset', content: { kind: 'photo' as const } };
  return buildDocument(imported, new Map(imported.scenes.map(({ id }) => [id, media])), report).tour;
}

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

const PANNELLUM = () => ({
  default: { firstScene: 'circle', author: 'Somebody', sceneFadeDuration: 1000, basePath: 'pictures' },
  scenes: {
    circle: {
      title: 'Mason Circle',
      hfov: 110,
      pitch: -3,
      yaw: 117,
      northOffset: 20,
      type: 'equirectangular',
      panorama: 'circle.jpg',
      minPitch: -50,
      hotSpots: [
        {
          pitch: -2.1,
          yaw: 132.9,
          type: 'scene',
          text: 'To the house',
          sceneId: 'House',
          targetYaw: 'sameAzimuth',
        },
        {
          pitch: 10,
          yaw: -20,
          type: 'info',
          text: '<b>Old</b> tree &amp; bench',
          URL: 'https://example.org/tree',
        },
        { pitch: 5, yaw: 50, type: 'info', text: 'A lamp', clickHandlerFunc: 'alert(1)' },
        { pitch: 5, yaw: 60, type: 'info', text: 'Bad', URL: 'javascript:alert(1)' },
      ],
    },
    House: {
      title: 'The house',
      type: 'multires',
      horizonRoll: 12,
      northOffset: -100,
      multiRes: {
        path: '/%l/%s%y_%x',
        basePath: 'house',
        extension: 'png',
        tileResolution: 512,
        maxLevel: 3,
        cubeResolution: 2000,
      },
      hotSpots: [
        {
          pitch: 0,
          yaw: 90,
          type: 'scene',
          sceneId: 'circle',
          targetYaw: -23,
          targetPitch: 2,
          targetHfov: 100,
        },
      ],
    },
  },
});

const MARZIPANO = `
var APP_DATA = {
  // By hand
  scenes: [
    {
      "id": "0-hall", "name": "Hall & stairs",
      "levels": [
        { "tileSize": 256, "size": 256, "fallbackOnly": true },
        { "tileSize": 512, "size": 512 }, { "tileSize": 512, "size": 1024 }, { "tileSize": 512, "size": 2048 },
      ],
      "faceSize": 1344,
      initialViewParameters: { yaw: 0.5, pitch: 0.25, fov: 1.3089969389957472 },
      "linkHotspots": [{ "yaw": -1.5707963267948966, "pitch": 0.3, "rotation": 12.566370614359172, "target": "1-room" }],
      "infoHotspots": [{ "yaw": 3.5, "pitch": -0.5, "title": "Painting", "text": "By <i>nobody</i>.<br>1720<script>alert(1)</script>" }]
    },
    { 'id': "1-room", "name": "Room", "levels": [{ "tileSize": 512, "size": 512 }], "faceSize": 400, "linkHotspots": [] },
  ],
  "name": "House", "settings": { "mouseViewMode": "drag" }
};
`;

const KRPANO = `<krpano version="1.20" startscene="scene_A">
  <include url="skin/vtourskin.xml" />
  <action name="startup">loadscene(get(startscene));</action>
  <scene name="scene_a" title="Entrance" onstart="playsound(a, b.mp3);" heading="30">
    <view hlookat="10" vlookat="20" fovtype="VFOV" fov="60" fovmin="40" fovmax="90" />
    <preview url="panos/a.tiles/preview.jpg" />
    <image><cube url="panos/a.tiles/%s/l%l/%0v/l%l_%s_%0v_%0h.jpg" multires="512,640,1152,2304,4736" /></image>
    <hotspot name="spot1" style="skin_hotspotstyle" ath="-42" atv="11" linkedscene="SCENE_B" linkedscene_lookat="5,-6,70" />
    <hotspot name="area" tooltip="The [br]pool" onclick="openurl(https://example.org/pool,_blank);">
      <point ath="1" atv="2"/><point ath="9" atv="2"/><point ath="5" atv="-8"/>
    </hotspot>
    <hotspot name="bad" ath="1" atv="1" onclick="js(alert(1))" />
  </scene>
  <scene name="scene_b" title="Garden">
    <view hlookat="0" vlookat="0" fov="90" />
    <image><cube url="%SWFPATH%/panos/b_%s.jpg" /></image>
    <hotspot name="spot1" ath="180" atv="0" onclick="if(a, loadscene(scene_a, null, MERGE));" />
  </scene>
  <scene name="old"><image tilesize="700"><level tiledimagewidth="4000" tiledimageheight="4000"><cube url="o/l3/%s/%0v/%0h.jpg"/></level>
    <level tiledimagewidth="1000"><cube url="o/l1/%s/%v_%h.jpg"/></level></image></scene>
  <scene name="sphere"><image hfov="360" vfov="120" voffset="10"><sphere url="panos/s.jpg"/></image></scene>
</krpano>`;

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
      extent: { haov: 360, vaov: 120, vOffset: -10 },
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

describe('damaged exports', () => {
  /** Reads it; a refusal must be a sentence, and what is read must make a valid document. */
  function probe(read: (text: string, report: ImportReport) => ImportedTour, text: string): void {
    const report = emptyReport();
    try {
      const parsed = parseTour(documentOf(read(text, report), report));
      if (!parsed.ok) for (const { message } of parsed.problems) expect(message).toMatch(/^[A-Z].+\.$/s);
    } catch (error) {
      expect(error).toBeInstanceOf(ImportRefused);
      expect((error as Error).message).toMatch(/^[A-Z].{10,}$/s);
    }
  }
  const asText = (document: unknown): string => {
    try {
      return (
        JSON.stringify(document, (_, value) => (typeof value === 'bigint' ? String(value) : value)) ?? ''
      );
    } catch {
      return '{';
    }
  };
  /** Some characters removed, doubled or replaced. */
  const damaged = (text: string) =>
    fc
      .array(
        fc.tuple(
          fc.nat(text.length),
          fc.nat(40),
          fc.constantFrom('', '<', '"', '&#0;', '{', '\u0000', '99999999999'),
        ),
        {
          minLength: 1,
          maxLength: 4,
        },
      )
      .map((cuts) =>
        cuts.reduce((result, [at, length, by]) => result.slice(0, at) + by + result.slice(at + length), text),
      );

  it('never crash a reader, and nothing of them is run', () => {
    fc.assert(
      fc.property(mutated(PANNELLUM), (document) => probe(readPannellum, asText(document))),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(damaged(MARZIPANO), (text) => probe(readMarzipano, text)),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(damaged(KRPANO), (text) => probe(readKrpano, text)),
      { numRuns: 500 },
    );
    const data = () => ({ scenes: readMarzipanoData() });
    fc.assert(
      fc.property(mutated(data), (document) => probe(readMarzipano, `var APP_DATA = ${asText(document)};`)),
      { numRuns: 500 },
    );
  });

  const readMarzipanoData = () => [
    {
      id: '0-a',
      name: 'A',
      levels: [{ tileSize: 512, size: 512 }],
      faceSize: 400,
      initialViewParameters: { yaw: 0, pitch: 0, fov: 1 },
      linkHotspots: [{ yaw: 0, pitch: 0, rotation: 0, target: '0-a' }],
      infoHotspots: [{ yaw: 0, pitch: 0, title: 'T', text: 'x' }],
    },
  ];
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
