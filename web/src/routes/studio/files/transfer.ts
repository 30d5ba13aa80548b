import { createUpload, MAX_UPLOAD_CHUNK } from '@oriel/contract/api/uploads';
import { DetailedError, type HttpRequest, Upload } from 'tus-js-client';
import { browserSession } from '../../../session/browser-session.ts';
import { FIRST_CHUNK, lighterChunk, nextChunk } from './pace.ts';
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
  /** @param bytes all that the server has */
  onAccepted: (bytes: number) => void;
  onDone: () => void;
  onFailure: (failure: TransferFailure) => void;
}

/** After so long without a response or a byte on its way, a request counts as lost. */
const SILENCE_MS = 45_000;
/** Pauses before a removal is tried again. */
const REMOVAL_DELAYS_MS = [1_000, 4_000, 15_000, 60_000];

/** What a resumed upload may lose only where the server no longer has it. */
const GONE = new Set([404, 410]);

/** A response that must not make the client start over. */
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

/** Where a lighter piece may get through: lost lines, and proxies or servers that gave up waiting. */
const asksForLess = ({ status }: TransferFailure): boolean => status === 0 || status === 408 || status >= 500;

/** Sends one file by tus. After a failure, `start` continues where it stopped. */
export class Transfer {
  readonly #options: TransferOptions;
  /** Of the present run. Each has its own, so that nothing of a former run goes on beside it. */
  #upload: Upload | undefined;
  #url: string | undefined;
  #refusedToken: string | undefined;
  #isStopped = true;
  #isCreating = false;
  #isCancelled = false;
  #chunkBeganAt = 0;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(options: TransferOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#isStopped = false;
    this.#listen();
    // It goes on with the request that is on its way.
    if (this.#isCreating) return;
    const upload = this.#newUpload();
    this.#upload = upload;
    const [earlier] = await upload.findPreviousUploads();
    if (this.#upload !== upload) return;
    if (earlier) upload.resumeFromPreviousUpload(earlier);
    else if (this.#url !== undefined) upload.url = this.#url;
    upload.start();
  }

  /** Stops sending; what the server has stays there. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#silence);
    // The URL of what the server reserves is known only from the response.
    if (!this.#isCreating) this.#drop();
  }

  /** Stops, and removes what the server has. It removes it after a day in any case. */
  cancel(): void {
    this.#isCancelled = true;
    this.stop();
    if (!this.#isCreating) void this.#remove();
  }

  #newUpload(): Upload {
    const { file, workspace, isFlat, onProgress, onDone } = this.#options;
    const upload = new Upload(file, {
      endpoint: `${location.origin}${createUpload.path}?${new URLSearchParams({ workspace })}`,
      // By all of this the server knows a file whose first response was lost.
      metadata: {
        filename: file.name,
        lastmodified: `${file.lastModified}`,
        ...(isFlat && { use: 'flat' }),
      },
      fingerprint: async () => fingerprintOf(this.#options),
      chunkSize: chunk,
      // The queue decides when to try again.
      retryDelays: null,
      urlStorage: rememberedUploads,
      removeFingerprintOnSuccess: true,
      onBeforeRequest: async (request) => {
        await this.#authorize(request);
        // While it waited for the token, it may have been stopped.
        if (this.#upload !== upload) throw new Error('stopped');
        if (request.getMethod() === 'POST') this.#isCreating = true;
        if (request.getMethod() === 'PATCH') this.#chunkBeganAt = performance.now();
      },
      onAfterResponse: (request, response) => this.#check(request, response),
      onProgress: (sent) => {
        this.#listen();
        onProgress(sent);
      },
      onChunkComplete: (size, accepted) => this.#adapt(upload, size, accepted),
      onUploadUrlAvailable: () => {
        this.#url = upload.url ?? undefined;
        if (this.#isStopped) this.#drop();
        if (this.#isCancelled) void this.#remove();
      },
      onSuccess: () => {
        if (this.#upload !== upload) return;
        clearTimeout(this.#silence);
        onDone();
      },
      onError: (error) => {
        if (this.#upload === upload) this.#fail(error);
      },
    });
    return upload;
  }

  #drop(): void {
    void this.#upload?.abort();
    this.#upload = undefined;
  }

  /** Waits for the next sign of life. */
  #listen(): void {
    clearTimeout(this.#silence);
    if (!this.#isStopped) this.#silence = setTimeout(() => this.#fail(new Error('silence')), SILENCE_MS);
  }

  async #authorize(request: HttpRequest): Promise<void> {
    const token = await browserSession().token(this.#refusedToken);
    this.#refusedToken = undefined;
    if (token === undefined)
      throw new Unanswered({ status: 401, code: 'session_ended', detail: '', retryAfterMs: 0 });
    request.setHeader('Authorization', `Bearer ${token}`);
  }

  #noteRefusedToken(request: HttpRequest, response: Answer): void {
    if (response.getStatus() === 401)
      this.#refusedToken = request.getHeader('Authorization')?.replace('Bearer ', '');
  }

  #check(request: HttpRequest, response: Answer): void {
    const status = response.getStatus();
    this.#isCreating = false;
    this.#listen();
    this.#noteRefusedToken(request, response);
    if (request.getMethod() !== 'HEAD') return;
    // The library would forget an upload whose HEAD is refused for any reason.
    if (status >= 400 && !GONE.has(status)) throw new Unanswered(failureOf(response));
    this.#options.onAccepted(Number(response.getHeader('Upload-Offset')) || 0);
  }

  #adapt(upload: Upload, size: number, accepted: number): void {
    this.#options.onAccepted(accepted);
    // The last piece of a file says little of the line.
    if (size < (upload.options.chunkSize ?? 0)) return;
    chunk = nextChunk(size, performance.now() - this.#chunkBeganAt, MAX_UPLOAD_CHUNK);
    upload.options.chunkSize = chunk;
  }

  #fail(error: Error): void {
    this.#isCreating = false;
    clearTimeout(this.#silence);
    const size = this.#upload?.options.chunkSize ?? chunk;
    const cause = error instanceof DetailedError ? error.causingError : error;
    // Read before the request is dropped, which empties its response.
    const failure =
      cause instanceof Unanswered
        ? cause.failure
        : failureOf(error instanceof DetailedError ? error.originalResponse : undefined);
    this.#drop();
    if (this.#isStopped) return;
    if (asksForLess(failure)) chunk = Math.min(chunk, lighterChunk(size));
    this.#options.onFailure(failure);
  }

  async #remove(): Promise<void> {
    const fingerprint = fingerprintOf(this.#options);
    const findRemembered = async () => (await rememberedUploads.findUploadsByFingerprint(fingerprint))[0];
    const url = this.#url ?? (await findRemembered())?.uploadUrl;
    if (!url) return;
    let wasRefused = false;
    const onShouldRetry = (error: DetailedError) => {
      const { status, code } = failureOf(error.originalResponse);
      if (error.causingError instanceof Unanswered || (status === 401 && wasRefused)) return false;
      wasRefused ||= status === 401;
      return code !== 'session_ended' && ([0, 401, 408, 423, 429].includes(status) || status >= 500);
    };
    const isGone = await Upload.terminate(url, {
      retryDelays: REMOVAL_DELAYS_MS,
      onShouldRetry,
      onBeforeRequest: (request) => this.#authorize(request),
      onAfterResponse: (request, response) => this.#noteRefusedToken(request, response),
    }).then(
      () => true,
      (error: unknown) =>
        error instanceof DetailedError && GONE.has(failureOf(error.originalResponse).status),
    );
    // The same file may have been chosen again meanwhile.
    if (isGone && (await findRemembered())?.uploadUrl === url)
      await rememberedUploads.removeUpload(fingerprint);
  }
}
