import { appendToUpload, createUpload, MAX_UPLOAD_CHUNK } from '@oriel/contract/api/uploads';
import { DetailedError, type HttpRequest, Upload } from 'tus-js-client';
import { browserSession } from '../../../session/browser-session.ts';
import { FIRST_CHUNK, nextChunk } from './pace.ts';
import { rememberedUploads } from './remembered-uploads.ts';

/** Why a transfer stopped. `status` is 0 where there was no response. */
export interface TransferFailure {
  status: number;
  code: string;
  /** The server's own sentence; empty where it gave none. */
  detail: string;
  /** As the server asks by Retry-After; 0 where it does not. */
  retryAfterMs: number;
}

export interface TransferOptions {
  file: File;
  workspace: string;
  memberId: string;
  isFlat: boolean;
  /** @param sent bytes that have left the browser, those of earlier visits included */
  onProgress: (sent: number) => void;
  onDone: (uploadId: string) => void;
  onFailure: (failure: TransferFailure) => void;
}

/** What a resumed upload may lose only where the server no longer has it. */
const GONE = new Set([404, 410]);

/** A response that must not make the client begin anew. */
class Unanswered extends Error {
  readonly failure: TransferFailure;

  constructor(failure: TransferFailure) {
    super(`the server answered with ${failure.status}`);
    this.failure = failure;
  }
}

interface Answer {
  getStatus(): number;
  getHeader(name: string): string | undefined;
  getBody(): string;
}

function failureOf(answer: Answer | null | undefined): TransferFailure {
  const status = answer?.getStatus() ?? 0;
  const retryAfterMs = 1000 * (Number(answer?.getHeader('Retry-After')) || 0);
  try {
    const { code = '', detail = '' } = JSON.parse(answer?.getBody() ?? '');
    return { status, code, detail, retryAfterMs };
  } catch {
    return { status, code: '', detail: '', retryAfterMs };
  }
}

/** By this a file that is chosen again is known, in the same workspace and for the same use. */
export function fingerprintOf({
  file,
  workspace,
  memberId,
  isFlat,
}: Pick<TransferOptions, 'file' | 'workspace' | 'memberId' | 'isFlat'>): string {
  const { name, size, lastModified } = file;
  return ['oriel', memberId, workspace, isFlat ? 'flat' : '', size, lastModified, name].join('-');
}

/** Begins with what the last transfer has come to: all share a line. */
let chunk = FIRST_CHUNK;

/** Sends one file by tus. After a failure, `start` continues where it stopped. */
export class Transfer {
  readonly #upload: Upload;
  readonly #options: TransferOptions;
  #refusedToken: string | undefined;
  #hasLooked = false;
  #isStopped = true;
  #isCreating = false;
  #isCancelled = false;
  #chunkBeganAt = 0;

  constructor(options: TransferOptions) {
    const { file, workspace, isFlat } = options;
    this.#options = options;
    this.#upload = new Upload(file, {
      endpoint: `${location.origin}${createUpload.path}?${new URLSearchParams({ workspace })}`,
      metadata: { filename: file.name, ...(isFlat && { use: 'flat' }) },
      fingerprint: async () => fingerprintOf(options),
      chunkSize: chunk,
      // The queue decides when to try again.
      retryDelays: null,
      urlStorage: rememberedUploads,
      removeFingerprintOnSuccess: true,
      onBeforeRequest: (request) => this.#authorize(request),
      onAfterResponse: (request, response) => this.#check(request, response),
      onProgress: (sent) => options.onProgress(sent),
      onChunkComplete: (size) => this.#adapt(size),
      onUploadUrlAvailable: () => {
        if (this.#isCancelled) this.#remove();
      },
      onSuccess: () => options.onDone(this.#uploadId),
      onError: (error) => this.#fail(error),
    });
  }

  get #uploadId(): string {
    const { pathname } = new URL(this.#upload.url ?? '', location.origin);
    return pathname.slice(appendToUpload.path.indexOf(':'));
  }

  async start(): Promise<void> {
    this.#isStopped = false;
    if (!this.#hasLooked) {
      this.#hasLooked = true;
      const [earlier] = await this.#upload.findPreviousUploads();
      if (earlier) this.#upload.resumeFromPreviousUpload(earlier);
    }
    if (!this.#isStopped) this.#upload.start();
  }

  /** Stops sending; what the server has stays there. */
  stop(): void {
    this.#isStopped = true;
    void this.#upload.abort();
  }

  /** Stops, and removes what the server has. It removes it after a day in any case. */
  cancel(): void {
    this.#isStopped = true;
    this.#isCancelled = true;
    // Its address is known only from the response.
    if (!this.#isCreating) this.#remove();
  }

  #remove(): void {
    this.#upload.abort(true).catch(() => undefined);
  }

  async #authorize(request: HttpRequest): Promise<void> {
    const token = await browserSession().token(this.#refusedToken);
    this.#refusedToken = undefined;
    if (token === undefined)
      throw new Unanswered({ status: 401, code: 'session_ended', detail: '', retryAfterMs: 0 });
    // While it waited for the token, it may have been stopped.
    if (this.#isStopped && request.getMethod() !== 'DELETE') throw new Error('stopped');
    request.setHeader('Authorization', `Bearer ${token}`);
    if (request.getMethod() === 'POST') this.#isCreating = true;
    if (request.getMethod() === 'PATCH') this.#chunkBeganAt = performance.now();
  }

  #check(request: HttpRequest, response: Answer): void {
    const status = response.getStatus();
    this.#isCreating = false;
    if (status === 401) this.#refusedToken = request.getHeader('Authorization')?.replace('Bearer ', '');
    // The library would forget an upload whose HEAD is refused for any reason.
    if (request.getMethod() === 'HEAD' && status >= 400 && !GONE.has(status))
      throw new Unanswered(failureOf(response));
  }

  #adapt(size: number): void {
    // The last piece of a file says little of the line.
    if (size < (this.#upload.options.chunkSize ?? 0)) return;
    chunk = nextChunk(size, performance.now() - this.#chunkBeganAt, MAX_UPLOAD_CHUNK);
    this.#upload.options.chunkSize = chunk;
  }

  #fail(error: Error): void {
    this.#isCreating = false;
    if (this.#isStopped) return;
    const cause = error instanceof DetailedError ? error.causingError : error;
    const failure =
      cause instanceof Unanswered
        ? cause.failure
        : failureOf(error instanceof DetailedError ? error.originalResponse : undefined);
    if (failure.status === 0) {
      // A weak line carries less at once.
      chunk = FIRST_CHUNK;
      this.#upload.options.chunkSize = chunk;
    }
    this.#options.onFailure(failure);
  }
}
