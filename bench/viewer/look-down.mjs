// What looking down costs: how many tiles are in view, of our equirectangular pyramid and of a cube's, by the viewer's own rules.
//   node bench/viewer/look-down.mjs [WIDTH_OF_THE_PICTURE]      (default 8192; 512 texels a tile)
import { parseArgs } from 'node:util';
import { chooseLevel, visibleTiles } from '../../viewer/src/math/tiles.ts';
import { DEFAULT_FOV, DEGREE, sightOf } from '../../viewer/src/math/view.ts';

const TILE = 512;
/** A level may be this much coarser than the screen, as in `chooseLevel`. */
const TOLERANCE = 0.8;
const SCREENS = { 'desktop 1280x720': [1280, 720], 'phone 780x1688': [780, 1688] };
const { positionals } = parseArgs({ allowPositionals: true });
const width = Number(positionals[0] ?? 8192);

const widths = [];
for (let size = width; size >= 1024; size /= 2) widths.unshift(size);
const levels = widths.map((size) => ({
  width: size,
  height: size / 2,
  columns: size / TILE,
  rows: Math.ceil(size / 2 / TILE),
}));

/** Tiles of an equirectangular level in view, and their texels. */
function flat(sight, height, aspect) {
  const level = chooseLevel(levels, sight.fov, height);
  const tiles = visibleTiles({ tileSize: TILE, levels }, level, sight, aspect).length;
  return { tiles, texels: tiles * TILE * Math.min(TILE, levels[level].height) };
}

/** The same of a cube whose faces are a quarter of the picture wide, as importers cut them. */
function cube(sight, height, aspect) {
  const pixelsPerRadian = height / 2 / Math.tan(sight.fov / 2);
  const faces = widths.map((size) => size / 4);
  // A face is least dense in its middle: half its width is one unit away.
  const face = faces.find((size) => size / 2 >= TOLERANCE * pixelsPerRadian) ?? faces.at(-1);
  const tile = Math.min(TILE, face);
  const inView = new Set();
  const steps = 160;
  const extent = Math.tan(sight.fov / 2);
  for (let j = 0; j <= steps; j++) {
    for (let i = 0; i <= steps; i++) {
      const [x, y] = [((2 * i) / steps - 1) * extent * aspect, ((2 * j) / steps - 1) * extent];
      const d = [0, 1, 2].map(
        (row) => sight.camera[row] * x + sight.camera[row + 3] * y - sight.camera[row + 6],
      );
      const axis = d.reduce((best, value, at) => (Math.abs(value) > Math.abs(d[best]) ? at : best), 0);
      const [u, v] = [0, 1, 2].filter((at) => at !== axis).map((at) => (d[at] / Math.abs(d[axis]) + 1) / 2);
      const place = (share) => Math.min(face / tile - 1, Math.floor((share * face) / tile));
      inView.add(`${axis}${d[axis] > 0}/${place(u)}/${place(v)}`);
    }
  }
  return { tiles: inView.size, texels: inView.size * tile * tile };
}

console.log(`picture ${width} wide, ${TILE} texels a tile, 75 degrees high`);
console.log('| screen | pitch | equirectangular tiles | cube tiles | Mtexel | Mtexel of the cube | ratio |');
console.log('|---|--:|--:|--:|--:|--:|--:|');
for (const [name, [screenWidth, height]] of Object.entries(SCREENS)) {
  for (const pitch of [0, -30, -60, -84]) {
    // The mean over all yaws, since tiles' edges fall differently.
    const yaws = Array.from({ length: 24 }, (_, index) => index * 15 * DEGREE);
    const sights = yaws.map((yaw) =>
      sightOf({ yaw, pitch: pitch * DEGREE, roll: 0, fov: DEFAULT_FOV }, undefined),
    );
    const mean = (of, key) =>
      sights.reduce((sum, sight) => sum + of(sight, height, screenWidth / height)[key], 0) / sights.length;
    const [ours, theirs] = [mean(flat, 'texels'), mean(cube, 'texels')];
    const cells = [
      name,
      `${pitch}°`,
      mean(flat, 'tiles').toFixed(1),
      mean(cube, 'tiles').toFixed(1),
      (ours / 1e6).toFixed(2),
      (theirs / 1e6).toFixed(2),
      (ours / theirs).toFixed(2),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
