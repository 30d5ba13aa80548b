import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest, Plugin } from 'vite';

const QUERY = '?part';
const PREFIX = '\0part:';

/** The files of a chunk and of all that it imports, with their styles. */
function filesOf(manifest: Manifest, key: string, files = new Set<string>()): Set<string> {
  const { file, imports = [], css = [] } = manifest[key] ?? {};
  if (file === undefined || files.has(file)) return files;
  for (const one of [file, ...css]) files.add(one);
  for (const imported of imports) filesOf(manifest, imported, files);
  return files;
}

/**
 * `import * as part from './stage.tsx?part'` is a part of pages that not all of their URLs show: the server has it, and names
 * the scripts and styles that browsers are to load with the page; browsers import it when it is needed. `PartModule` is what it
 * exports.
 */
export function pageParts(): Plugin {
  let root = '';
  let buildFolder = '';
  const newFilesOf = async (file: string): Promise<string[]> => {
    const text = await readFile(path.join(buildFolder, '../client/.vite/manifest.json'), 'utf8');
    const manifest: Manifest = JSON.parse(text);
    const key = path.relative(root, file);
    const importers = Object.keys(manifest).filter((one) => manifest[one]?.dynamicImports?.includes(key));
    const there = importers.map((importer) => filesOf(manifest, importer));
    return [...filesOf(manifest, key)].filter((name) => !there.some((files) => files.has(name)));
  };
  return {
    name: 'oriel:page-parts',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
      buildFolder = path.resolve(root, config.environments.ssr?.build.outDir ?? config.build.outDir);
    },
    async resolveId(id, importer) {
      if (!id.endsWith(QUERY)) return;
      const resolved = await this.resolve(id.slice(0, -QUERY.length), importer);
      return resolved && PREFIX + resolved.id;
    },
    async load(id) {
      if (!id.startsWith(PREFIX)) return;
      const file = id.slice(PREFIX.length);
      const source = JSON.stringify(file);
      if (this.environment.name === 'client')
        return `export const loaded = undefined; export const scripts = []; export const styles = []; export const load = () => import(${source});`;
      const isBuild = this.environment.mode === 'build';
      const files = isBuild ? await newFilesOf(file) : [path.relative(root, file)];
      const [styles = [], scripts = []] = [true, false].map((isStyle) =>
        files.filter((name) => name.endsWith('.css') === isStyle).map((name) => `/${name}`),
      );
      return `import * as loaded from ${source}; export { loaded }; export const scripts = ${JSON.stringify(scripts)}; export const styles = ${JSON.stringify(styles)}; export const load = async () => loaded;`;
    },
  };
}
