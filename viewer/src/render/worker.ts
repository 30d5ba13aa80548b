import type { StageCommand, StageEvent, StageStart } from './protocol.ts';
import { Renderer } from './renderer.ts';

/** Nothing else runs here. Whole images go in a few large parts, since small ones leave more staging memory with the driver. */
const PACE = {
  budgetMs: 10,
  maxTexels: 3 * 1024 * 1024,
  mayBlock: true,
  loadExtras: () => import('./extras.ts'),
};

// The DOM library declares `self` as a window; the worker library cannot be loaded beside it.
const scope = self as unknown as {
  onmessage: ((event: MessageEvent<StageStart | StageCommand>) => void) | null;
  postMessage(event: StageEvent): void;
  close(): void;
};

let renderer: Renderer | undefined;

scope.onmessage = ({ data }) => {
  if (data.type === 'start') {
    renderer = new Renderer(data.canvas, (event) => scope.postMessage(event), PACE);
    return;
  }
  renderer?.handle(data);
  if (data.type === 'destroy') scope.close();
};
