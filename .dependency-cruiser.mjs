// Who may import whom; ARCHITECTURE.md says why. `npm run check` enforces it.

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Parts that need each other are one part.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contract-imports-zod-alone',
      severity: 'error',
      from: { path: '^contract/src', pathNot: '\\.(test|fixture)\\.ts$' },
      to: { pathNot: ['^contract/src', 'node_modules/zod/'] },
    },
    {
      name: 'viewer-imports-nothing',
      severity: 'error',
      from: { path: '^viewer/src', pathNot: ['^viewer/src/react/', '\\.test\\.tsx?$'] },
      to: { pathNot: '^viewer/src/(?!react/)' },
    },
    {
      name: 'viewer-react-imports-react-alone',
      severity: 'error',
      from: { path: '^viewer/src/react/', pathNot: '\\.test\\.tsx?$' },
      to: { pathNot: ['^viewer/src', 'node_modules/(@types/)?react/'] },
    },
    {
      name: 'nothing-imports-server',
      severity: 'error',
      from: { path: '^(contract|viewer|web|content|docs|scripts)/' },
      to: { path: '^server/' },
    },
    {
      name: 'journeys-drive-the-server-from-outside',
      comment:
        'Except those that start a second server, with a configuration or tours of their own, and the texts of pages.',
      severity: 'error',
      from: {
        path: '^e2e/',
        pathNot: '^e2e/(site/custom-site\\.spec|support/(measured-site|site-of-rooms|texts))\\.ts$',
      },
      to: { path: '^(server|web|viewer)/' },
    },
    {
      name: 'benchmarks-of-pages-and-viewer-stay-outside',
      comment:
        'Those of the API build the application themselves. A test weighs pages as the benchmark does.',
      severity: 'error',
      from: { path: '^bench/(browser|pages|viewer)/' },
      to: { path: '^(server|web)/', pathNot: '^server/testing/page-weight\\.ts$' },
    },
    {
      name: 'content-and-docs-import-contract-alone',
      severity: 'error',
      from: { path: '^(content|docs)/' },
      to: { path: '^(viewer|web|e2e|bench|scripts)/' },
    },
    {
      name: 'sources-import-no-tools',
      severity: 'error',
      from: { path: '^(contract|viewer|server|web)/' },
      to: { path: '^(e2e|bench|docs|scripts)/' },
    },
    {
      name: 'server-imports-contract-and-content-alone',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(viewer|web)/' },
    },
    {
      name: 'production-knows-no-development-server',
      severity: 'error',
      from: { path: '^server/(src|chaos)/' },
      to: { path: ['^server/dev/', 'node_modules/vite/'] },
    },
    {
      name: 'web-imports-contract-and-viewer-alone',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^server/' },
    },
    {
      name: 'sources-do-not-import-tests',
      severity: 'error',
      from: { path: '/src/', pathNot: '\\.(test|fixture)\\.tsx?$' },
      to: { path: ['\\.test\\.tsx?$', '^server/testing/'] },
    },
    {
      name: 'foundation-features-import-no-feature',
      comment: 'Accounts, catalogue and wallet are what the other features stand on.',
      severity: 'error',
      from: { path: '^server/src/features/(accounts|catalogue|wallet)/' },
      to: { path: '^server/src/features/', pathNot: '^server/src/features/$1/' },
    },
    {
      name: 'features-meet-at-services',
      comment: 'Of another feature only its service (and the types of its tables) may be used.',
      severity: 'error',
      from: { path: '^server/src/features/([^/]+)/', pathNot: '\\.(test|fixture)\\.ts$' },
      to: {
        path: '^server/src/features/',
        pathNot: ['^server/src/features/$1/', '^server/src/features/[^/]+/(service|tables)\\.ts$'],
      },
    },
    {
      name: 'buckets-are-loaded-on-demand',
      comment: 'A start without a bucket does not load its client.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: ['^server/src/gateways/(storage-s3|s3-.*)\\.ts$', '\\.test\\.ts$'],
      },
      to: {
        path: ['^server/src/gateways/(storage-s3|s3-.*)\\.ts$', 'node_modules/@aws-sdk/'],
        dynamic: false,
      },
    },
    {
      name: 'stores-and-services-know-no-http',
      severity: 'error',
      from: { path: '^server/src/features/.*(service|store)\\.ts$' },
      to: { path: ['^server/src/(http|pages)/', 'routes\\.ts$', 'node_modules/fastify/'] },
    },
    {
      name: 'ui-knows-no-domain',
      severity: 'error',
      from: { path: '^web/src/ui/' },
      to: { path: '^(web/src/(features|routes|seo)/|contract/)' },
    },
    {
      name: 'web-features-stand-alone',
      comment: 'Routes compose features.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/(features|routes|seo)/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'only-declared-packages',
      severity: 'error',
      from: { path: '^(contract|viewer|server|web)/src', pathNot: '\\.(test|fixture)\\.tsx?$' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^virtual:', '\\?url$', '^\\./\\+types/'] },
    },
  ],
  options: {
    // TypeScript 7 has no JavaScript interface yet, so SWC parses the sources.
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(^|/)(build|dist|\\.react-router)/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
