import type { Plugin } from 'vite';

const SOURCE = '/src/embed-host/host.ts';

/** Builds the script for pages of other websites as `/embed.js`, a URL that never changes. */
export function embedScript(): Plugin {
  return {
    name: 'oriel:embed-script',
    buildStart() {
      if (this.environment.name !== 'client' || this.environment.mode !== 'build') return;
      this.emitFile({ type: 'chunk', id: SOURCE, fileName: 'embed.js', preserveSignature: 'strict' });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, _, next) => {
        if (request.url === '/embed.js') request.url = SOURCE;
        next();
      });
    },
  };
}
