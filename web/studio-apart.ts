import type { Plugin } from 'vite';

const STUDIO = /[\\/]web[\\/]src[\\/]routes[\\/]studio[\\/]/;
const GEOMETRY = /[\\/]contract[\\/]src[\\/]shared[\\/]tour[\\/][\w-]+\.ts$/;
const COPY = '?studio';

/**
 * What the studio needs of a tour's geometry is bundled a second time, for the studio. Shared with the pages that show tours,
 * it would be in files of theirs, or make others: visitors would load more whenever the studio uses more of it.
 */
export function studioApart(): Plugin {
  return {
    name: 'studio-apart',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer, options) {
      if (importer === undefined || !(STUDIO.test(importer) || importer.endsWith(COPY))) return null;
      const found = await this.resolve(source, importer.replace(COPY, ''), { ...options, skipSelf: true });
      return found && GEOMETRY.test(found.id) ? { ...found, id: found.id + COPY } : found;
    },
  };
}
