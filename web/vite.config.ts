import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0, cssCodeSplit: false },
  // The server imports the bundle from the same node_modules, so only our own sources are bundled into it.
  ssr: { noExternal: [/^@oriel\//] },
});
