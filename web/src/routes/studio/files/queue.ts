import { browserSession } from '../../../session/browser-session.ts';
import { retryDelayMs, Speedometer } from './pace.ts';
import { fingerprintOf, Transfer, type TransferFailure } from './transfer.ts';

/** `waiting` is for a connection, or for the server. */
export type UploadState = 'queued' | 'sending' | 'waiting' | 'paused' | 'failed' | 'done';

/** A file on its way. The same object until something changes. */
export interface UploadItem {
  readonly id: number;
  readonly workspace: string;
  readonly fileName: string;
  readonly bytes: number;
  readonly sent: number;
  /** Bytes a second; 0 where it is not known. */
  readonly speed: number;
  readonly state: UploadState;
  /** Why it failed or waits; empty otherwise. */
  readonly sentence: string;
}

/** So many files are sent at once. */
const AT_ONCE = 3;
/** After so many attempts in which the server answered without taking anything, the member is asked. */
const MAX_REFUSED = 8;
/** How often pages hear of progress. */
const TICK_MS = 250;

const FAILED = 'This file could not be uploaded. Please try again.';
const LOST = 'The connection was lost. Trying again…';
const BUSY = 'The server is busy. Trying again…';
const UNREADABLE = 'This file can no longer be read. Please choose it again.';
const SESSION_ENDED = 'Your session has ended. Please sign in and choose this file again.';

/** What a later attempt may get through: lost lines, busy servers, and places that only HEAD can tell. */
const isPassing = ({ status, code }: TransferFailure): boolean =>
  status === 0 ||
  status >= 500 ||
  [401, 404, 408, 409, 410, 423].includes(status) ||
  (status === 429 && code !== 'too_many_uploads');

interface Job {
  item: UploadItem;
  readonly file: File;
  readonly fingerprint: string;
  readonly transfer: Transfer;
  readonly speedometer: Speedometer;
  /** What the server has of it, at most. */
  accepted: number;
  /** Those since the server last took something. */
  attempts: number;
  /** Of the attempts, those that the server answered. */
  refusals: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** The uploads of this tab. They go on while the member looks at other pages. */
export class UploadQueue {
  #jobs: Job[] = [];
  #items: readonly UploadItem[] = [];
  #listeners = new Set<() => void>();
  #tick: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;
  #memberId: string | undefined;

  constructor() {
    addEventListener('online', () => this.#tryWaiting());
    addEventListener('beforeunload', (event) => {
      if (this.#jobs.some(({ item }) => !['done', 'failed'].includes(item.state))) event.preventDefault();
    });
    browserSession().subscribe(() => {
      if (browserSession().state.user?.id !== this.#memberId) this.#clear();
    });
  }

  /** All uploads since there were none, in the order in which they were chosen. */
  get items(): readonly UploadItem[] {
    return this.#items;
  }

  /** @returns ends the subscription */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Adds files, but for those that are on their way already. Those that failed start over. */
  add(files: readonly File[], workspace: string, isFlat: boolean): void {
    const memberId = browserSession().state.user?.id;
    if (memberId === undefined) return;
    this.#memberId = memberId;
    if (this.#jobs.every(({ item }) => item.state === 'done')) this.#jobs = [];
    for (const file of files) {
      const fingerprint = fingerprintOf({ file, workspace, memberId, isFlat });
      const same = this.#jobs.find((job) => job.fingerprint === fingerprint && job.item.state !== 'done');
      if (same !== undefined && same.item.state !== 'failed') continue;
      if (same !== undefined) this.#jobs = this.#jobs.filter((job) => job !== same);
      this.#lastId += 1;
      const id = this.#lastId;
      const transfer = new Transfer({
        file,
        workspace,
        memberId,
        isFlat,
        onProgress: (sent) => this.#progress(id, sent),
        onAccepted: (accepted) => this.#accept(id, accepted),
        onDone: () => {
          this.#change(id, { state: 'done', sent: file.size, speed: 0 });
          this.#startNext();
        },
        onFailure: (failure) => void this.#fail(id, failure),
      });
      const { name: fileName, size: bytes } = file;
      const item: UploadItem = {
        id,
        workspace,
        fileName,
        bytes,
        sent: 0,
        speed: 0,
        state: 'queued',
        sentence: '',
      };
      const speedometer = new Speedometer();
      const counts = { accepted: 0, attempts: 0, refusals: 0 };
      this.#jobs.push({ item, file, fingerprint, transfer, speedometer, ...counts, timer: undefined });
    }
    this.#notify();
    this.#startNext();
  }

  pause(id: number): void {
    this.#halt(id)?.transfer.stop();
    this.#change(id, { state: 'paused', sentence: '', speed: 0 });
    this.#startNext();
  }

  /** Goes on with a paused or failed upload. */
  resume(id: number): void {
    const job = this.#find(id);
    if (job === undefined) return;
    job.attempts = 0;
    job.refusals = 0;
    this.#change(id, { state: 'queued', sentence: '' });
    this.#startNext();
  }

  /** Takes a file off the list, and what the server has of it. */
  cancel(id: number): void {
    this.#halt(id)?.transfer.cancel();
    this.#jobs = this.#jobs.filter((job) => job.item.id !== id);
    this.#notify();
    this.#startNext();
  }

  #clear(): void {
    for (const job of this.#jobs) {
      clearTimeout(job.timer);
      job.transfer.stop();
    }
    this.#jobs = [];
    this.#notify();
  }

  #find(id: number): Job | undefined {
    return this.#jobs.find(({ item }) => item.id === id);
  }

  #halt(id: number): Job | undefined {
    const job = this.#find(id);
    clearTimeout(job?.timer);
    job?.speedometer.reset();
    return job;
  }

  #startNext(): void {
    let free = AT_ONCE - this.#jobs.filter(({ item }) => ['sending', 'waiting'].includes(item.state)).length;
    for (const { item, transfer } of this.#jobs) {
      if (free <= 0) return;
      if (item.state !== 'queued') continue;
      free -= 1;
      this.#change(item.id, { state: 'sending' });
      void transfer.start();
    }
  }

  #tryWaiting(): void {
    for (const { item } of this.#jobs) if (item.state === 'waiting') this.#tryAgain(item.id);
  }

  #tryAgain(id: number): void {
    const job = this.#halt(id);
    if (job?.item.state !== 'waiting') return;
    this.#change(id, { state: 'sending', sentence: '' });
    void job.transfer.start();
  }

  async #fail(id: number, failure: TransferFailure): Promise<void> {
    const job = this.#find(id);
    if (job?.item.state !== 'sending') return;
    this.#halt(id);
    const { status, code, detail, retryAfterMs } = failure;
    job.attempts += 1;
    if (status > 0) job.refusals += 1;
    const stop = (sentence: string) => {
      this.#change(id, { state: 'failed', sentence, speed: 0 });
      this.#startNext();
    };
    if (code === 'session_ended') return stop(SESSION_ENDED);
    if (!isPassing(failure) || (status > 0 && job.refusals > MAX_REFUSED)) return stop(detail || FAILED);
    if (status === 0) {
      const isReadable = await job.file
        .slice(0, 1)
        .arrayBuffer()
        .then(() => true)
        .catch(() => false);
      if (!isReadable) return stop(UNREADABLE);
      // It may have been paused or cancelled meanwhile.
      if (this.#find(id)?.item.state !== 'sending') return;
    }
    this.#change(id, { state: 'waiting', sentence: status === 0 ? LOST : BUSY, speed: 0 });
    // A refused token is renewed at once.
    const delay =
      status === 401 && job.refusals === 1 ? 0 : Math.max(retryAfterMs, retryDelayMs(job.attempts));
    job.timer = setTimeout(() => this.#tryAgain(id), delay);
  }

  #progress(id: number, sent: number): void {
    const job = this.#find(id);
    if (job === undefined || job.item.state !== 'sending') return;
    job.speedometer.add(sent, performance.now());
    job.item = { ...job.item, sent, speed: job.speedometer.speed };
    this.#tick ??= setTimeout(() => this.#notify(), TICK_MS);
  }

  /** What has left the browser may still be lost; what the server has counts as progress. */
  #accept(id: number, accepted: number): void {
    const job = this.#find(id);
    if (job === undefined || accepted <= job.accepted) return;
    job.accepted = accepted;
    job.attempts = 0;
    job.refusals = 0;
  }

  #change(id: number, change: Partial<UploadItem>): void {
    const job = this.#find(id);
    if (job === undefined) return;
    job.item = { ...job.item, ...change };
    this.#notify();
  }

  #notify(): void {
    clearTimeout(this.#tick);
    this.#tick = undefined;
    this.#items = this.#jobs.map(({ item }) => item);
    for (const listener of this.#listeners) listener();
  }
}

let queue: UploadQueue | undefined;

/** The queue of this tab. Not for the server. */
export function uploadQueue(): UploadQueue {
  queue ??= new UploadQueue();
  return queue;
}
