import type { StageCommand, StageEvent, StageStart } from './protocol.ts';

/** Where drawing happens: a worker that owns the canvas, or the main thread. */
export interface Stage {
  send(command: StageCommand, transfer?: Transferable[]): void;
  destroy(): void;
}

/** The page needs the main thread too. */
const MAIN_PACE = {
  budgetMs: 6,
  maxTexels: 512 * 512,
  mayBlock: false,
  loadExtras: () => import('./extras.ts'),
};

export function canUseWorker(): boolean {
  return (
    typeof VideoFrame === 'function' &&
    'transferControlToOffscreen' in HTMLCanvasElement.prototype &&
    // Frames whose origin has been taken from them may start none.
    origin !== 'null'
  );
}

/** `unsupported` is also emitted when the worker's script cannot be loaded; the canvas cannot be reused then. */
export function createWorkerStage(canvas: HTMLCanvasElement, emit: (event: StageEvent) => void): Stage {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<StageEvent>) => emit(data);
  worker.onerror = () => emit({ type: 'unsupported' });
  const offscreen = canvas.transferControlToOffscreen();
  worker.postMessage({ type: 'start', canvas: offscreen } satisfies StageStart, [offscreen]);
  return {
    send: (command, transfer = []) => worker.postMessage(command, transfer),
    destroy() {
      // The worker frees the context and closes itself.
      worker.onmessage = worker.onerror = null;
      worker.postMessage({ type: 'destroy' } satisfies StageCommand);
    },
  };
}

/** Draws on the main thread. The renderer is loaded only here, so that the usual path does not carry it twice. */
export function createMainStage(canvas: HTMLCanvasElement, emit: (event: StageEvent) => void): Stage {
  let isDestroyed = false;
  const queue: StageCommand[] = [];
  let handle = (command: StageCommand): void => {
    queue.push(command);
  };
  import('./renderer.ts').then(
    // Taken apart here, the bundler would wrap the import.
    (module) => {
      if (isDestroyed) return;
      const renderer = new module.Renderer(canvas, emit, MAIN_PACE);
      handle = (command) => renderer.handle(command);
      for (const command of queue.splice(0)) handle(command);
    },
    () => emit({ type: 'unsupported' }),
  );
  return {
    send: (command) => handle(command),
    destroy() {
      isDestroyed = true;
      handle({ type: 'destroy' });
      for (const command of queue.splice(0)) if ('bitmap' in command) command.bitmap.close();
    },
  };
}
