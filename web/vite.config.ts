import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { readableClassNames, shortClassNames } from './class-names.ts';
import { customMedia } from './custom-media.ts';
import { embedScript } from './embed-script.ts';
import { lostRoutes } from './lost-routes.ts';
import { pageParts } from './page-parts.ts';
import { precompress } from './precompress.ts';
import { studioApart } from './studio-apart.ts';

/** Matches sources of these names, folders with a slash or files without their endings. */
const sources = (...names: readonly string[]) =>
  new RegExp(`/web/src/(${names.join('|')})`.replaceAll('/', '[\\\\/]'));

/** What pages share but the library does without: it has a limit (`e2e/catalogue/weight.spec.ts`). */
const MORE = sources(
  'features/catalogue/(cards-query|price|tour-images)\\.',
  'session/(passkeys|referral)\\.',
  'ui/(card-grid|code-field|comparison-table|copy-text|disclosure|hero|keyhole|mail-links|page-part|panel-section)\\.',
  'ui/(password-field|points|save-file|section|split|table|text-area|text-button|use-back)\\.',
);

/** What all pages share. */
const SHARED = sources(
  '(api|before-hydration|format|page-styles|session|ui)',
  'features/(theme|consent)',
  'features/catalogue/([\\w-]+\\.ts$|experience-image)',
  'features/accounts/(settings/settings-dialog\\.module|sign-in/use-verify-first)',
  'features/saved/(?!save-button)',
  'routes/(error-page|layout/(?!layout\\.tsx|settings/(member|subscription)))',
  'seo/(meta|structured-data)',
);

/** What shows tours in lists. */
const CARDS = sources(
  'features/(catalogue|compare/(choice|compare-)|unlocks/(?!inside|locked-notice))',
  'routes/library/(card-offers|filters\\.module|recent-searches|suggestions-query)',
);

/** The libraries of all pages, but for what only the studio uses of them. */
const LIBRARIES = /node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack)[\\/]/;
const OF_STUDIO = /@tanstack[\\/].*[\\/](useQueries|queriesObserver)\./;

const SOURCES = path.join(import.meta.dirname, 'src');

export default defineConfig(({ command }) => ({
  css: {
    postcss: { plugins: [customMedia(path.join(SOURCES, 'styles/breakpoints.css'))] },
    devSourcemap: true,
    modules: {
      generateScopedName: command === 'build' ? shortClassNames(SOURCES) : readableClassNames(SOURCES),
    },
  },
  // Those that React Router does not name itself: a dependency that Vite meets late reloads the page.
  optimizeDeps: {
    include: ['@simplewebauthn/browser', '@tanstack/react-query', 'tus-js-client', 'uqr', 'zod'],
  },
  plugins: [studioApart(), lostRoutes(), pageParts(), reactRouter(), embedScript(), precompress()],
  // The viewer's worker loads what draws hotspots when there are any.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
  },
  environments: {
    // Its styles are those of the client.
    ssr: { build: { cssCodeSplit: false } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few files: what changes with the libraries, and what all pages share.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: (id) => LIBRARIES.test(id) && !OF_STUDIO.test(id),
                },
                { name: 'shared', test: (id) => SHARED.test(id) && !MORE.test(id) },
                { name: 'cards', test: (id) => CARDS.test(id) && !MORE.test(id) },
                // Behind those two, since it has what they have not of what it needs.
                { name: 'more', test: MORE },
                // Each with all that it needs and that is in none before: what shows tours is a file or two for each page of theirs.
                {
                  name: 'viewer',
                  test: /viewer[\\/]src[\\/](index|viewer|react[\\/](index|panorama))\.tsx?$/,
                },
                {
                  name: 'places',
                  test: /features[\\/]viewer[\\/](remote|look-pad|scene|messages|stage\.module|scenes[\\/](angles|tour-address|turn-to))\.(tsx?|css)$|experience[\\/]tour-scenes\.ts$/,
                },
                { name: 'stage', test: /features[\\/]viewer[\\/]tour\.tsx$/ },
              ],
            },
          },
        },
      },
    },
  },
  // The server imports the bundle from the same node_modules, so only our own sources are bundled into it.
  ssr: { noExternal: [/^@oriel\//] },
}));
