import { open, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';

/** The import was refused; the message is a sentence for the operator. */
export class ImportRefused extends Error {
  override name = 'ImportRefused';
}

const MAX_ENTRIES = 200_000;
const MAX_DEPTH = 16;
/** The largest configuration file, in bytes. */
const MAX_TEXT_BYTES = 5_000_000;

/** The path that a configuration in `base` names, below the root; undefined for what leads elsewhere. */
export function pathInside(base: string, name: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(name) || /\p{Cc}/u.test(name)) return undefined;
  const relative = name.replaceAll('\\', '/').replace(/[?#].*$/s, '');
  if (relative.startsWith('/')) return undefined;
  const clean = path.posix.normalize(base + relative);
  // What ends with a slash is a folder, perhaps the root itself.
  if (clean === '.' || clean.endsWith('/') || clean.split('/').includes('..')) return undefined;
  return clean;
}

/** An exported tour in a folder. Only regular files inside it are ever opened; symbolic links that lead out are not followed. */
export class ImportFolder {
  readonly #root: string;
  /** Paths below the root, by their lower-case spelling: exports often disagree with themselves. */
  readonly #files: ReadonlyMap<string, string>;
  /** Names are relative to this folder below the root; it ends with a slash, or is empty. */
  readonly #base: string;

  private constructor(root: string, files: ReadonlyMap<string, string>, base = '') {
    this.#root = root;
    this.#files = files;
    this.#base = base;
  }

  /** @throws {ImportRefused} if there is no such folder, or it holds too much */
  static async open(folder: string): Promise<ImportFolder> {
    const root = await realpath(folder).catch(() => undefined);
    if (root === undefined) throw new ImportRefused(`There is no folder ${folder}.`);
    const files = new Map<string, string>();
    let entries = 0;
    const visit = async (relative: string, depth: number): Promise<void> => {
      if (depth > MAX_DEPTH)
        throw new ImportRefused(`The folder is nested more than ${MAX_DEPTH} levels deep.`);
      for (const entry of await readdir(path.join(root, relative), { withFileTypes: true })) {
        entries += 1;
        if (entries > MAX_ENTRIES)
          throw new ImportRefused(`The folder holds more than ${MAX_ENTRIES} files.`);
        const file = relative === '' ? entry.name : `${relative}/${entry.name}`;
        if (entry.isDirectory()) await visit(file, depth + 1);
        else if (entry.isFile()) files.set(file.toLowerCase(), file);
      }
    };
    try {
      await visit('', 0);
    } catch (error) {
      if (error instanceof ImportRefused) throw error;
      throw new ImportRefused(`${folder} is not a folder that can be read.`);
    }
    return new ImportFolder(root, files);
  }

  /** The files below the root, in the order of their paths. */
  list(): string[] {
    return [...this.#files.values()].sort();
  }

  /** The same files, with names that are relative to a folder inside. They may still lead to its neighbours. */
  below(folder: string): ImportFolder {
    return new ImportFolder(this.#root, this.#files, `${this.#base}${folder}/`);
  }

  has(name: string): boolean {
    const inside = pathInside(this.#base, name);
    return inside !== undefined && this.#files.has(inside.toLowerCase());
  }

  /** The absolute path of a file. @throws {ImportRefused} if it is outside the folder or does not exist */
  async resolve(name: string): Promise<string> {
    const inside = pathInside(this.#base, name);
    const shown = name.slice(0, 200);
    if (inside === undefined) throw new ImportRefused(`The file ${shown} lies outside the folder.`);
    const file = this.#files.get(inside.toLowerCase());
    if (file === undefined) throw new ImportRefused(`The file ${shown} is missing.`);
    const resolved = await realpath(path.join(this.#root, file));
    if (!resolved.startsWith(this.#root + path.sep))
      throw new ImportRefused(`The file ${shown} lies outside the folder.`);
    return resolved;
  }

  /** A configuration file without its byte order mark. @throws {ImportRefused} */
  async readText(name: string): Promise<string> {
    const handle = await open(await this.resolve(name));
    try {
      const { size } = await handle.stat();
      if (size > MAX_TEXT_BYTES) throw new ImportRefused(`The file ${name} is larger than 5 MB.`);
      return new TextDecoder('utf-8').decode(await handle.readFile());
    } finally {
      await handle.close();
    }
  }
}
