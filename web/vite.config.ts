import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';

export default defineConfig({
  plugins: [reactRouter(), precompress()],
  build: { target: 'es2022', assetsInlineLimit: 0, cssCodeSplit: false },
  // The server imports the bundle from the same node_modules, so only our own sources are bundled into it.
  ssr: { noExternal: [/^@oriel\//] },
});
