import { readFileSync } from 'node:fs';
import type { CSSOptions } from 'vite';

type PostCssOptions = Exclude<NonNullable<CSSOptions['postcss']>, string>;

const DEFINITION = /@custom-media (--[\w-]+) (\([^;]+\));/g;
const USE = /\((--[\w-]+)\)/g;

/**
 * A PostCSS plugin for custom media queries, which no browser supports yet: replaces each name by its definition, so
 * that breakpoints are defined in one file.
 *
 * @param file the stylesheet with the `@custom-media` rules
 */
export function customMedia(file: string): NonNullable<PostCssOptions['plugins']>[number] {
  const definitions = new Map(
    Array.from(readFileSync(file, 'utf8').matchAll(DEFINITION), ([, name, query]) => [name, query]),
  );
  return {
    postcssPlugin: 'custom-media',
    AtRule: {
      media(rule) {
        rule.params = rule.params.replace(USE, (_, name: string) => {
          const query = definitions.get(name);
          if (query === undefined) throw rule.error(`${name} is not defined in ${file}`);
          return query;
        });
      },
    },
  };
}
