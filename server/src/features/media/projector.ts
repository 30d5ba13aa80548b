import { Worker } from 'node:worker_threads';
import type { ProjectionAnswer, ProjectionRequest } from './projector-worker.ts';
import type { EquirectangularPicture, View } from './rectilinear.ts';

/** Draws flat views in a thread of its own, so that requests are served meanwhile. */
export class Projector {
  #worker: Worker | undefined;
  #lastId = 0;
  readonly #waiting = new Map<
    number,
    { resolve: (pixels: Uint8Array) => void; reject: (reason: Error) => void }
  >();

  /** @param picture in shared memory, lest every view copies it */
  draw(picture: EquirectangularPicture, view: View, width: number, height: number): Promise<Uint8Array> {
    const worker = this.#start();
    this.#lastId += 1;
    const request: ProjectionRequest = { id: this.#lastId, picture, view, width, height };
    return new Promise((resolve, reject) => {
      this.#waiting.set(request.id, { resolve, reject });
      worker.ref();
      worker.postMessage(request);
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#fail(new Error('the projector was closed'));
  }

  #start(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(new URL('./projector-worker.ts', import.meta.url));
    worker.on('message', ({ id, pixels }: ProjectionAnswer) => {
      this.#waiting.get(id)?.resolve(pixels);
      this.#waiting.delete(id);
      // An idle thread must not keep the process alive.
      if (this.#waiting.size === 0) worker.unref();
    });
    worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => this.#fail(new Error('the projector stopped')));
    this.#worker = worker;
    return worker;
  }

  #fail(reason: Error): void {
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}
