import type { StudioTour, TourDraft } from '@oriel/contract';
import { ApiError, errorMessage } from '../../../../api.ts';
import { type Change, History } from './history.ts';
import { changedMembers, draftPatch, isSame } from './merge-patch.ts';
import { replacedAssets, withAssets } from './replaced-assets.ts';

/** `offline` is also for a server that does not answer: what was written is kept here, and saved later. */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'conflict' | 'refused';

/** Why the server does not take the draft. */
export interface Refusal {
  /** The place in the draft, with dots; empty where the server names none. */
  field: string;
  sentence: string;
}

/** A draft as it is written here. The same object until something changes. */
export interface DraftSnapshot {
  /** As the server has it. */
  readonly tour: StudioTour;
  readonly draft: TourDraft;
  readonly state: SaveState;
  /** What somebody else has saved meanwhile. */
  readonly conflict: StudioTour | undefined;
  readonly refusal: Refusal | undefined;
  /** What undo and redo would do; undefined where there is nothing. */
  readonly undoLabel: string | undefined;
  readonly redoLabel: string | undefined;
}

export interface DraftTransport {
  /** @param save.isLast whether the page is being left, so that the request has to outlive it */
  save(save: { patch: Record<string, unknown>; revision: number; isLast: boolean }): Promise<StudioTour>;
  load(): Promise<StudioTour>;
}

const SAVE_AFTER_MS = 1_000;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;
const REFUSED = 'This could not be saved. Please change it and try again.';

/** Whether a later attempt may get through. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || [401, 408, 429].includes(error.status);

/** "title: Please use at most 200 characters." */
function refusalOf(error: unknown): Refusal {
  const [, field = '', sentence] = /^([a-z]\w*(?:\.\w+)*): (.+)$/is.exec(errorMessage(error, REFUSED)) ?? [];
  return { field, sentence: sentence ?? errorMessage(error, REFUSED) };
}

/** The draft of a tour: changed here at once, saved a second later, one save after the other. */
export class DraftStore {
  readonly #transport: DraftTransport;
  readonly #history = new History();
  readonly #listeners = new Set<() => void>();
  #tour: StudioTour;
  /** As it was saved last, in the words that were typed. */
  #saved: TourDraft;
  #draft: TourDraft;
  #state: SaveState = 'saved';
  #conflict: StudioTour | undefined;
  #refusal: Refusal | undefined;
  #snapshot: DraftSnapshot;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retryMs = FIRST_RETRY_MS;
  /** Requests about the draft, one after the other. */
  #line: Promise<unknown> = Promise.resolve();

  constructor(tour: StudioTour, transport: DraftTransport) {
    this.#transport = transport;
    this.#tour = tour;
    this.#saved = tour.draft;
    this.#draft = tour.draft;
    this.#snapshot = this.#look();
  }

  get snapshot(): DraftSnapshot {
    return this.#snapshot;
  }

  /** Whether all that was written is on the server. */
  get isSaved(): boolean {
    return isSame(this.#saved, this.#draft);
  }

  /** @returns ends the subscription */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Changes the draft. @param recipe returns a new draft; the same one where there is nothing to change */
  change(recipe: (draft: TourDraft) => TourDraft, change: Change): void {
    const before = this.#draft;
    const after = recipe(before);
    if (after === before) return;
    this.#history.add(before, after, change);
    this.#write(after);
  }

  undo(): void {
    const draft = this.#history.undo(this.#draft);
    if (draft) this.#write(draft);
  }

  redo(): void {
    const draft = this.#history.redo(this.#draft);
    if (draft) this.#write(draft);
  }

  /** Saves what is not saved yet. @returns whether all of it is on the server now */
  async flush({ isLast = false } = {}): Promise<boolean> {
    clearTimeout(this.#timer);
    await this.#inLine(() => this.#save(isLast));
    return this.#state !== 'conflict' && this.isSaved;
  }

  /** Tries again where the last save did not get through. */
  retry(): void {
    if (this.#state !== 'offline') return;
    this.#retryMs = FIRST_RETRY_MS;
    void this.flush();
  }

  /** Saves what was written here over what somebody else has saved; their other members stay. */
  keepMine(): void {
    const theirs = this.#conflict;
    if (theirs === undefined) return;
    const mine = changedMembers(this.#saved, this.#draft);
    this.#tour = theirs;
    this.#saved = theirs.draft;
    this.#draft = { ...theirs.draft, ...mine };
    this.#settle('unsaved');
    void this.flush();
  }

  /** Goes on with what somebody else has saved; undo brings back what was written here. */
  takeTheirs(): void {
    const theirs = this.#conflict;
    if (theirs !== undefined) this.#replace(theirs, { label: 'Take the other version' });
  }

  /**
   * Saves, and then does something with the tour at its revision, such as publishing it.
   *
   * @param change what undo takes back, where the request replaces the draft
   * @returns whether it was done; false where the draft could not be saved first
   * @throws as the request does
   */
  async perform(request: (revision: number) => Promise<StudioTour>, change?: Change): Promise<boolean> {
    if (!(await this.flush())) return false;
    await this.#inLine(async () => {
      const tour = await request(this.#tour.revision).catch(async (error: unknown) => {
        if (!isConflict(error) || !(await this.#meetConflict())) throw error;
        return request(this.#tour.revision);
      });
      if (change) this.#replace(tour, change);
      else {
        this.#tour = tour;
        this.#notify();
      }
    });
    return true;
  }

  /** Takes over what the server has now, unless something here is not saved: then the next save finds out. */
  refresh(tour: StudioTour): void {
    const isOlder = tour.revision < this.#tour.revision;
    if (isOlder || this.#state !== 'saved' || !this.isSaved) return;
    if (tour.revision > this.#tour.revision) {
      this.#adopt(tour);
      this.#saved = tour.draft;
      this.#draft = tour.draft;
    }
    this.#tour = tour;
    this.#notify();
  }

  /** Goes on from a newer revision in which only files have new names. @returns whether it is such a one */
  #adopt(tour: StudioTour): boolean {
    const assets = replacedAssets(this.#tour.draft, tour.draft);
    if (assets === undefined) return false;
    this.#tour = tour;
    this.#saved = withAssets(this.#saved, assets);
    this.#draft = withAssets(this.#draft, assets);
    this.#history.rename(assets);
    return true;
  }

  #replace(tour: StudioTour, change: Change): void {
    this.#tour = tour;
    this.#saved = tour.draft;
    this.#history.add(this.#draft, tour.draft, change);
    this.#draft = tour.draft;
    this.#settle('saved');
  }

  #write(draft: TourDraft): void {
    this.#draft = draft;
    this.#refusal = undefined;
    if (this.#state === 'saved' || this.#state === 'refused') this.#state = 'unsaved';
    this.#notify();
    if (this.#state !== 'conflict') this.#saveIn(SAVE_AFTER_MS);
  }

  #saveIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), ms);
  }

  #inLine(work: () => Promise<void>): Promise<void> {
    const done = this.#line.then(work);
    this.#line = done.catch(() => undefined);
    return done;
  }

  async #save(isLast: boolean): Promise<void> {
    if (this.#state === 'conflict') return;
    const draft = this.#draft;
    const patch = draftPatch(this.#saved, draft);
    if (patch === undefined) return this.#settle('saved');
    // Another attempt without a line is not worth a word.
    if (this.#state !== 'offline') this.#settle('saving');
    try {
      const tour = await this.#transport.save({ patch, revision: this.#tour.revision, isLast });
      this.#tour = tour;
      this.#saved = draft;
      this.#retryMs = FIRST_RETRY_MS;
      this.#settle(this.isSaved ? 'saved' : 'unsaved');
    } catch (error) {
      if (isConflict(error)) await this.#meetConflict(draft);
      else if (isPassing(error)) this.#wait();
      else {
        this.#refusal = refusalOf(error);
        this.#settle('refused', this.#refusal);
      }
    }
  }

  /**
   * @param sent a draft whose save may have succeeded without an answer
   * @returns whether it goes on from the newer revision, in which nobody has changed anything
   */
  async #meetConflict(sent?: TourDraft): Promise<boolean> {
    const theirs = await this.#transport.load().catch(() => undefined);
    if (theirs === undefined) {
      this.#wait();
      return false;
    }
    if (sent && Object.keys(changedMembers(theirs.draft, sent)).length === 0) {
      this.#tour = theirs;
      this.#saved = sent;
    } else if (!this.#adopt(theirs)) {
      clearTimeout(this.#timer);
      this.#conflict = theirs;
      this.#state = 'conflict';
      this.#notify();
      return false;
    }
    this.#settle(this.isSaved ? 'saved' : 'unsaved');
    if (!this.isSaved) this.#saveIn(SAVE_AFTER_MS);
    return true;
  }

  #wait(): void {
    this.#settle('offline');
    this.#saveIn(this.#retryMs);
    this.#retryMs = Math.min(LAST_RETRY_MS, this.#retryMs * 2);
  }

  #settle(state: SaveState, refusal?: Refusal): void {
    this.#conflict = undefined;
    this.#refusal = refusal;
    this.#state = state;
    this.#notify();
  }

  #look(): DraftSnapshot {
    const { undoLabel, redoLabel } = this.#history;
    return {
      tour: this.#tour,
      draft: this.#draft,
      state: this.#state,
      conflict: this.#conflict,
      refusal: this.#refusal,
      undoLabel,
      redoLabel,
    };
  }

  #notify(): void {
    this.#snapshot = this.#look();
    for (const listener of this.#listeners) listener();
  }
}

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'revision_conflict';
