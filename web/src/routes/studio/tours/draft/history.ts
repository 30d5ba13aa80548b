import type { TourDraft } from '@oriel/contract';
import { type ReplacedAssets, withAssets } from './replaced-assets.ts';

const MOST_STEPS = 100;
/** Changes of the same thing within this time become one step. */
const MERGE_MS = 1_000;

/** What a person does to a draft. */
export interface Change {
  /** What undo takes back: "Rename the scene". */
  label: string;
  /** Of the same thing: letters of one field, for instance. */
  mergeKey?: string | undefined;
}

interface Step extends Change {
  at: number;
  /** The members that it changes, as they were and as they are. */
  before: Partial<TourDraft>;
  after: Partial<TourDraft>;
}

/** The steps that a person can take back. Each knows its members alone, so what others have changed stays. */
export class History {
  #done: Step[] = [];
  #undone: Step[] = [];

  /** What `undo` would take back; undefined where there is nothing. */
  get undoLabel(): string | undefined {
    return this.#done.at(-1)?.label;
  }

  /** What `redo` would do again; undefined where there is nothing. */
  get redoLabel(): string | undefined {
    return this.#undone.at(-1)?.label;
  }

  add(before: TourDraft, after: TourDraft, { label, mergeKey }: Change): void {
    const names = (Object.keys(after) as (keyof TourDraft)[]).filter((name) => before[name] !== after[name]);
    const pick = (draft: TourDraft) => Object.fromEntries(names.map((name) => [name, draft[name]]));
    const step: Step = { label, mergeKey, at: Date.now(), before: pick(before), after: pick(after) };
    const last = this.#done.at(-1);
    const isSameThing = mergeKey !== undefined && last?.mergeKey === mergeKey && this.#undone.length === 0;
    this.#undone = [];
    if (last && isSameThing && step.at - last.at <= MERGE_MS) {
      last.at = step.at;
      last.before = { ...step.before, ...last.before };
      last.after = { ...last.after, ...step.after };
    } else this.#done = [...this.#done, step].slice(-MOST_STEPS);
  }

  /** @returns the draft before the last step; undefined where there is none */
  undo(draft: TourDraft): TourDraft | undefined {
    const step = this.#done.pop();
    if (step === undefined) return undefined;
    this.#undone.push(step);
    return { ...draft, ...step.before };
  }

  /** @returns the draft after the step that was taken back last; undefined where there is none */
  redo(draft: TourDraft): TourDraft | undefined {
    const step = this.#undone.pop();
    if (step === undefined) return undefined;
    this.#done.push({ ...step, mergeKey: undefined });
    return { ...draft, ...step.after };
  }

  /** Lets all steps name files as they are called now. */
  rename(assets: ReplacedAssets): void {
    for (const step of [...this.#done, ...this.#undone]) {
      step.before = withAssets(step.before, assets);
      step.after = withAssets(step.after, assets);
    }
  }
}
