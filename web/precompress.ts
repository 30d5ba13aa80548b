import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(?:js|css|svg|json|webmanifest|ico)$/;
/** Smaller files fit into one packet as they are. */
const MIN_BYTES = 1024;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Lays a Brotli and a gzip copy beside every text file for browsers, so that the server only picks one. It goes through them
 * again after the build for the server, which adds the list of routes to them.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: {
      order: 'post',
      async handler({ dir }) {
        if (dir === undefined) return;
        const folder = this.environment.name === 'client' ? dir : path.join(dir, '../client');
        const files = new Set(await readdir(folder, { recursive: true }));
        const texts = [...files].filter((file) => TEXT.test(file) && !files.has(`${file}.br`));
        await Promise.all(texts.map((file) => compressFile(path.join(folder, file))));
      },
    },
  };
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${file}.br`, await brotli(content, { params }));
  await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
}
