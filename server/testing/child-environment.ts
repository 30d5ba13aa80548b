import { fileURLToPath } from 'node:url';

const COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/oriel-tests', import.meta.url));

/**
 * What every program that tests start has in its environment, and all that it takes over from ours. Such programs share a
 * cache of compiled sources: compiling takes a third of the time that they need to start.
 */
export const childEnvironment = () => ({
  PATH: process.env.PATH,
  TMPDIR: process.env.TMPDIR,
  NODE_COMPILE_CACHE: COMPILE_CACHE,
});
