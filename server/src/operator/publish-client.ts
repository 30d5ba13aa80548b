import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Category, Problem, StudioMedia, StudioTour } from '@oriel/contract';
import { DetailedError, Upload } from 'tus-js-client';
import { CommandError } from './command.ts';

const CHUNK_BYTES = 8 * 1024 * 1024;
/** Waits between attempts to send a piece, in milliseconds. */
const RETRY_DELAYS_MS = [500, 1000, 3000, 5000, 10_000];
const POLL_MS = 1000;

/** Where to publish, and by which key. */
export interface Installation {
  url: URL;
  /** The id of the workspace. */
  workspace: string;
  /** The secret of an API key with the scopes `media.read`, `media.write`, `tour.write` and `tour.publish`. */
  key: string;
}

/** The API of an installation, as a script uses it. It knows nothing that another program could not know. */
export class PublishClient {
  readonly #installation: Installation;

  constructor(installation: Installation) {
    this.#installation = installation;
  }

  #urlOf(place: string): URL {
    const url = new URL(place, this.#installation.url);
    if (url.pathname.startsWith('/api/studio/'))
      url.searchParams.set('workspace', this.#installation.workspace);
    return url;
  }

  get #authorization(): { authorization: string } {
    return { authorization: `Bearer ${this.#installation.key}` };
  }

  async #send<T>(
    method: string,
    place: string,
    { body, revision }: { body?: object; revision?: number } = {},
  ) {
    const response = await fetch(this.#urlOf(place), {
      method,
      headers: {
        ...this.#authorization,
        ...(body && { 'content-type': 'application/json' }),
        ...(revision !== undefined && { 'if-match': `"${revision}"` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new CommandError(`${this.#installation.url.origin} does not respond: ${String(error)}`);
    });
    const answer = (await response.json()) as T & Partial<Problem>;
    if (!response.ok) throw new CommandError(answer.detail ?? `The server answered ${response.status}.`);
    return answer;
  }

  /** The id of a category by its name, in any case. @throws {CommandError} with the names that there are */
  async findCategory(name: string): Promise<number> {
    const categories = await this.#send<Category[]>('GET', '/api/categories');
    const found = categories.find(
      ({ categoryname }) => categoryname.toLowerCase() === name.trim().toLowerCase(),
    );
    if (found) return found.categoryid;
    const names = categories.map(({ categoryname }) => categoryname).join(', ');
    throw new CommandError(`There is no category “${name}”. There are: ${names}.`);
  }

  /** Uploads a file, and goes on after a lost line. @returns the id of the upload */
  async upload(file: string): Promise<string> {
    const size = (await stat(file).catch(() => undefined))?.size;
    if (size === undefined) throw new CommandError(`There is no file ${file}.`);
    return new Promise((resolve, reject) => {
      const upload: Upload = new Upload(createReadStream(file), {
        endpoint: this.#urlOf('/api/studio/uploads').href,
        uploadSize: size,
        chunkSize: CHUNK_BYTES,
        retryDelays: RETRY_DELAYS_MS,
        headers: this.#authorization,
        metadata: { filename: path.basename(file) },
        onError: (error) => reject(new CommandError(sentenceOf(error))),
        onSuccess: () => resolve(/\/(u_[\w-]+)/.exec(upload.url ?? '')?.[1] ?? ''),
      });
      upload.start();
    });
  }

  /** Waits until an upload is prepared for pages. @throws {CommandError} with the sentence of a refusal */
  async prepared(uploadId: string): Promise<StudioMedia & { asset: string }> {
    for (;;) {
      const { media } = await this.#send<{ media: StudioMedia[] }>(
        'GET',
        `/api/studio/media?${new URLSearchParams({ upload: uploadId })}`,
      );
      const [file] = media;
      if (file?.refusal) throw new CommandError(`The file is refused: ${file.refusal.detail}`);
      if (file?.state === 'ready' && file.asset !== null) return { ...file, asset: file.asset };
      await sleep(POLL_MS);
    }
  }

  /** Signs, as the member behind the key, that a picture or film shows nobody. */
  async stateNobody(asset: string): Promise<void> {
    const body = { basis: 'no-people' };
    await this.#send('POST', `/api/studio/privacy-checks/${asset}/statement`, { body });
  }

  /** Begins a tour. @param draft members of a `TourDraft` */
  createTour(draft: object): Promise<StudioTour> {
    return this.#send<StudioTour>('POST', '/api/studio/tours', { body: draft });
  }

  publish({ id, revision }: StudioTour): Promise<StudioTour> {
    return this.#send<StudioTour>('POST', `/api/studio/tours/${id}/publication`, { revision });
  }

  /** The absolute URL of a page. */
  urlOf(place: string): string {
    return new URL(place, this.#installation.url).href;
  }
}

/** What the server says of an upload that it does not take. */
function sentenceOf(error: unknown): string {
  const body = error instanceof DetailedError ? error.originalResponse?.getBody() : undefined;
  try {
    return (JSON.parse(body ?? '') as Problem).detail;
  } catch {
    return `The file could not be sent: ${String(error)}`;
  }
}
