import { Piscina } from 'piscina';
import type { ProjectionRequest } from './projector-worker.ts';
import type { EquirectangularPicture, View } from './rectilinear.ts';

/** How long the thread waits for the next view before it ends, in milliseconds. */
const IDLE_MS = 10_000;

/** Draws flat views in a thread, so that requests are served meanwhile. */
export class Projector {
  readonly #thread = new Piscina<ProjectionRequest, Uint8Array>({
    filename: new URL('./projector-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  });

  /** @param picture in shared memory, so that no view copies it */
  draw(picture: EquirectangularPicture, view: View, width: number, height: number): Promise<Uint8Array> {
    return this.#thread.run({ picture, view, width, height });
  }

  close(): Promise<void> {
    return this.#thread.destroy();
  }
}
