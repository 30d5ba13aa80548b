import type { StudioMedia, StudioTour } from '@oriel/contract';
import { ApiError } from '../../../../api.ts';
import type { DraftTransport } from './draft-store.ts';

/** A file of a workspace that is ready. */
export const aFile = (asset: string, fields: Partial<StudioMedia> = {}): StudioMedia => ({
  id: `m_${asset}`,
  uploadId: asset,
  fileName: `${asset}.jpg`,
  bytes: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  state: 'ready',
  progress: 1,
  kind: 'photo',
  width: 8192,
  height: 4096,
  durationSeconds: null,
  stereo: 'mono',
  isAssumed: false,
  coverage: null,
  part: null,
  pose: null,
  proposedPose: null,
  view: null,
  previewUrl: null,
  asset,
  refusal: null,
  ...fields,
});

/** A tour whose draft is empty. */
export const aStudioTour = (): StudioTour => ({
  id: 't_1',
  title: '',
  revision: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  changedAt: '2026-01-01T00:00:00.000Z',
  changedBy: { id: 'u_1', name: 'Ada Lovelace' },
  state: 'draft',
  visibility: 'public',
  publishedAt: null,
  publishedRevision: null,
  publishAt: null,
  withdrawAt: null,
  scheduleProblem: null,
  submission: null,
  scheduledBy: null,
  path: null,
  problems: [],
  draft: {
    title: '',
    propertyName: '',
    description: '',
    buttonTitle: '',
    category: null,
    subcategory: null,
    tags: [],
    price: null,
    isInPlans: false,
    slug: '',
    seo: { title: '', description: '' },
    country: '',
    city: '',
    location: null,
    facts: [],
    access: null,
    website: '',
    document: null,
  },
});

const problem = (status: number, code: string, detail: string) => new ApiError({ status, code, detail });

/** A server with one tour. It merges top-level members alone, which is enough for texts. */
export class FakeTours implements DraftTransport {
  tour = aStudioTour();
  /** The patches of the saves that arrived. */
  saves: Record<string, unknown>[] = [];
  /** What happens to the next saves, before they count; afterwards all succeed. */
  faults: ('lost' | 'answer-lost' | 'broken' | 'refused')[] = [];
  /** Awaited by each save. */
  gate: Promise<void> = Promise.resolve();

  async save({ patch, revision }: { patch: Record<string, unknown>; revision: number }): Promise<StudioTour> {
    await this.gate;
    const fault = this.faults.shift();
    if (fault === 'lost') throw new TypeError('Failed to fetch');
    if (fault === 'broken') throw problem(500, 'internal_error', 'Something went wrong.');
    if (fault === 'refused') throw problem(422, 'draft_invalid', 'title: Please use at most 200 characters.');
    if (revision !== this.tour.revision)
      throw problem(409, 'revision_conflict', 'Ada Lovelace has changed this tour in the meantime.');
    this.saves.push(patch);
    this.change(patch);
    if (fault === 'answer-lost') throw new TypeError('Failed to fetch');
    return this.tour;
  }

  async load(): Promise<StudioTour> {
    return this.tour;
  }

  /** Somebody changes the tour. */
  change(patch: Record<string, unknown>): void {
    const draft = { ...this.tour.draft, ...patch };
    this.tour = { ...this.tour, revision: this.tour.revision + 1, draft, title: draft.title };
  }
}
