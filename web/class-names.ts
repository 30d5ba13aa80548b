import { globSync } from 'node:fs';
import path from 'node:path';

const CLASS = /\.([A-Za-z_][\w-]*)/g;

/**
 * Names for the classes of CSS modules in builds: the number of the file and that of the class in it. The usual names hold
 * a hash each, which nothing compresses; without them the styles of every page are a sixth lighter. The builds for browsers
 * and for the server come to the same names, each by itself.
 *
 * @param folder where the modules lie
 */
export function shortClassNames(folder: string) {
  const files = globSync('**/*.module.css', { cwd: folder }).sort();
  const numbers = new Map(files.map((file, number) => [path.join(folder, file), number.toString(36)]));
  const known = new Map<string, string[]>();
  return (name: string, file: string, css: string): string => {
    const module = file.split('?', 1)[0] ?? file;
    const number = numbers.get(path.normalize(module));
    if (number === undefined) throw new Error(`${module} does not lie in ${folder}`);
    const names = known.get(module) ?? [
      ...new Set(Array.from(css.matchAll(CLASS), ([, found = '']) => found)),
    ];
    known.set(module, names);
    const place = names.indexOf(name);
    // Animations have names too, and stand in no selector.
    return `o${number}-${place < 0 ? name : place.toString(36)}`;
  };
}

/** Names that say where a class is declared: `ui_card__title` for `.title` in `ui/card.module.css`. */
export function readableClassNames(folder: string) {
  return (name: string, file: string): string => {
    const module = path.relative(folder, file.split('?', 1)[0] ?? file).replace(/\.module\.css$/, '');
    return `${module.replace(/[^\w-]/g, '_')}__${name}`;
  };
}
