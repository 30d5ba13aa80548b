import type { Plugin } from 'vite';

interface Change {
  file: RegExp;
  from: RegExp;
  to: string;
}

const FOLDER = String.raw`react-router[\\/]dist[\\/]production[\\/]lib[\\/]dom[\\/]ssr[\\/]`;
const LOST = "reject(new Error('Unable to preload CSS for ' + descriptor.href))";

const CHANGES: readonly Change[] = [
  {
    file: new RegExp(`${FOLDER}routeModules\\.js$`),
    from: /catch \(error\) \{[\s\S]*?window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);\s*\}/,
    to: 'catch (error) { return { default() { throw error; } }; }',
  },
  {
    file: new RegExp(`${FOLDER}links\\.js$`),
    from: /return new Promise\(\(resolve\) => \{([\s\S]*?)link\.onerror = \(\) => \{(\s*removeLink\(\);\s*)resolve\(\);/,
    to: `return new Promise((resolve, reject) => {$1link.onerror = () => {$2${LOST};`,
  },
  {
    file: new RegExp(`${FOLDER}routes\\.js$`),
    from: /await Promise\.all\(\[prefetchRouteCssPromise, (prefetchStyleLinks\(route, routeModule\))\]\);/,
    to: 'try { await Promise.all([prefetchRouteCssPromise, $1]); } catch (error) { return { Component() { throw error; } }; }',
  },
  {
    // Its script may be slower to come.
    file: new RegExp(`${FOLDER}routes\\.js$`),
    from: /(let prefetchRouteCssPromise = prefetchRouteCss\(route\);)/,
    to: '$1 prefetchRouteCssPromise.catch(() => {});',
  },
];

/**
 * Where a script of the next page cannot be loaded React Router reloads the page that is shown and forgets the link; where a
 * stylesheet cannot, it shows the page without. In builds both are errors of the next page, which its boundary shows: React Router
 * forgets the errors of loading, so a component throws them.
 */
export function lostRoutes(): Plugin {
  const missing = new Set(CHANGES);
  return {
    name: 'oriel:lost-routes',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      const changes = CHANGES.filter(({ file, from }) => file.test(id) && from.test(code));
      if (changes.length === 0) return;
      for (const change of changes) missing.delete(change);
      return { code: changes.reduce((text, { from, to }) => text.replace(from, to), code), map: null };
    },
    buildEnd(error) {
      if (error === undefined && missing.size > 0)
        this.error(
          `React Router is not as this plugin knows it: ${[...missing].map(({ file }) => file).join()}`,
        );
    },
  };
}
