import { registerHooks } from 'node:module';

const VERSION = /"version": "[^"]*"/;

/** Loaded before a process, which then takes itself for another release: the same program with another version in its package. */
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/server/package.json')) return loaded;
    return { ...loaded, source: String(loaded.source).replace(VERSION, '"version": "0.0.1-drill"') };
  },
});
