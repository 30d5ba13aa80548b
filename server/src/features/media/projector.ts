import { Piscina } from 'piscina';
import type { ProjectionRequest } from './projector-worker.ts';
import type { EquirectangularImage, View } from './rectilinear.ts';

/** How long an idle thread is kept, in milliseconds. */
const IDLE_MS = 10_000;

/** Draws flat views in a worker thread, so that the event loop stays free for requests. */
export class Projector {
  readonly #thread = new Piscina<ProjectionRequest, Uint8Array>({
    filename: new URL('./projector-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  });

  /** @param image in shared memory, so that it is not copied for each view */
  draw(image: EquirectangularImage, view: View, width: number, height: number): Promise<Uint8Array> {
    return this.#thread.run({ image, view, width, height });
  }

  close(): Promise<void> {
    return this.#thread.destroy();
  }
}
