// Cuts a 2:1 photo into the viewer's tiles (geometry: viewer/README.md) and prints nothing but its manifest.
//   node bench/viewer/tiles.mjs PICTURE OUTPUT_FOLDER [webp|jpg]
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

const TILE_SIZE = 512;
const COARSEST_WIDTH = 1024;
const encoders = {
  webp: (image) => image.webp({ quality: 80, effort: 4 }),
  jpg: (image) => image.jpeg({ quality: 82, mozjpeg: true }),
};

/** Resolves with the manifest that the page needs: preview, tile size, extension, levels. */
async function cutTiles(photo, folder, extension) {
  const encode = encoders[extension];
  const { width: fullWidth } = await sharp(photo).metadata();
  const widths = [];
  for (let width = fullWidth; width >= COARSEST_WIDTH; width = Math.ceil(width / 2)) widths.unshift(width);
  const levels = [];
  for (const [level, width] of widths.entries()) {
    const height = Math.ceil(width / 2);
    const columns = Math.ceil(width / TILE_SIZE);
    const rows = Math.ceil(height / TILE_SIZE);
    levels.push({ width, height, columns, rows });
    const { data, info } = await sharp(photo)
      .resize(width, height)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    await mkdir(path.join(folder, String(level)), { recursive: true });
    for (let index = 0; index < columns * rows; index++) {
      const [row, column] = [Math.floor(index / columns), index % columns];
      const [left, top] = [column * TILE_SIZE, row * TILE_SIZE];
      const tile = sharp(data, { raw: info }).extract({
        left,
        top,
        width: Math.min(TILE_SIZE, width - left),
        height: Math.min(TILE_SIZE, height - top),
      });
      await encode(tile).toFile(path.join(folder, String(level), `${row}_${column}.${extension}`));
    }
  }
  const blurred = await sharp(photo).resize(256, 128).blur(1).webp({ quality: 60 }).toBuffer();
  const preview = `data:image/webp;base64,${blurred.toString('base64')}`;
  return { preview, tileSize: TILE_SIZE, extension, levels };
}

/** Cuts the tiles unless the folder has them from an earlier run; resolves with the manifest's text. */
export async function ensureTiles(photo, folder, extension) {
  const file = path.join(folder, 'manifest.json');
  if (!existsSync(file)) await writeTiles(photo, folder, extension);
  return readFile(file, 'utf8');
}

async function writeTiles(photo, folder, extension) {
  const manifest = await cutTiles(photo, folder, extension);
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  return manifest;
}

if (process.argv[1] === import.meta.filename) {
  const [photo, folder, extension = 'webp'] = process.argv.slice(2);
  const manifest = await writeTiles(photo, folder, extension);
  console.log(JSON.stringify({ ...manifest, preview: `${manifest.preview.length} characters` }));
}
