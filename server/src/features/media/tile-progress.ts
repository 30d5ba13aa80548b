import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pyramidOf } from './manifest.ts';

const LOOK_MS = 500;

/**
 * Says how many of a photo's tiles have been made, while another process makes them.
 *
 * @param folder where it makes them
 * @param onMade with the fraction, from 0 to 1, whenever it has grown
 * @returns a function that ends it
 */
export function watchTiles(
  folder: string,
  { kind, width, height }: { kind: string; width: number | null; height: number | null },
  onMade: (fraction: number) => void,
): () => void {
  if (kind !== 'photo' || width === null || height === null) return () => {};
  const { levels } = pyramidOf(width, height);
  const total = levels.reduce((sum, { rows, columns }) => sum + rows * columns, 0);
  let last = 0;
  const look = async () => {
    const names = await readdir(path.join(folder, 'pyramid_files'), { recursive: true }).catch(() => []);
    const made = names.filter((name) => name.endsWith('.webp')).length;
    if (made > last) onMade(Math.min(1, made / total));
    last = made;
  };
  const timer = setInterval(look, LOOK_MS);
  return () => clearInterval(timer);
}
