import type { DeskCategory, Merge } from '@oriel/contract';
import { type ApiOptions, api } from '../../../api.ts';

export type ListKind = 'category' | 'subcategory' | 'tag';

/** A category, subcategory or tag. */
export interface Entry {
  id: number;
  name: string;
  revision: number;
  itemCount: number;
  /** Null for categories, and for tags of all categories. */
  categoryId: number | null;
  /** Empty for tags, as the icon is. */
  description: string;
  icon: string;
  coverTour: string | null;
  cover: DeskCategory['cover'];
  /** Whether visitors are offered a tag. */
  isActive: boolean;
}

type Fields = Pick<Entry, 'name' | 'description' | 'icon' | 'coverTour' | 'categoryId' | 'isActive'>;
/** What can be changed of an entry. `before` is the id of the entry that it goes before, null for the end. */
export type Change = { [F in keyof Fields]?: Fields[F] | undefined } & { before?: number | null | undefined };
export type NewEntry = Change & { name: string };

const NO_LOOK = { description: '', icon: '', coverTour: null, cover: null };

interface Calls {
  list(): Promise<Entry[]>;
  create(entry: NewEntry): Promise<{ data: Pick<Entry, 'id'> }>;
  change(id: number, revision: number, change: Change): Promise<{ data: Partial<Entry> }>;
  remove(id: number, revision: number): Promise<unknown>;
  preview(id: number, into: number): Promise<Merge>;
  merge(id: number, revision: number, into: number): Promise<Merge>;
}

type Body<K extends 'POST /api/console/subcategories'> = NonNullable<ApiOptions<K>['body']>;

/** The requests about each kind. */
export const CALLS: Record<ListKind, Calls> = {
  category: {
    list: async () =>
      (await api('GET /api/console/categories', {})).data.categories.map((category) => ({
        ...category,
        categoryId: null,
        isActive: true,
      })),
    create: ({ before: _, categoryId: _category, isActive: _active, ...body }) =>
      api('POST /api/console/categories', { body }),
    change: (id, revision, { categoryId: _, isActive: _active, ...body }) =>
      api('PATCH /api/console/categories/:id', { params: { id }, revision, body }),
    remove: (id, revision) => api('DELETE /api/console/categories/:id', { params: { id }, revision }),
    preview: async (id, into) =>
      (await api('GET /api/console/categories/:id/merge', { params: { id }, query: { into } })).data,
    merge: async (id, revision, into) =>
      (await api('POST /api/console/categories/:id/merge', { params: { id }, revision, body: { into } }))
        .data,
  },
  subcategory: {
    list: async () =>
      (await api('GET /api/console/subcategories', {})).data.subcategories.map((subcategory) => ({
        ...subcategory,
        isActive: true,
      })),
    create: ({ before: _, isActive: _active, ...body }) =>
      api('POST /api/console/subcategories', { body: body as Body<'POST /api/console/subcategories'> }),
    change: (id, revision, { categoryId: _, isActive: _active, ...body }) =>
      api('PATCH /api/console/subcategories/:id', { params: { id }, revision, body }),
    remove: (id, revision) => api('DELETE /api/console/subcategories/:id', { params: { id }, revision }),
    preview: async (id, into) =>
      (await api('GET /api/console/subcategories/:id/merge', { params: { id }, query: { into } })).data,
    merge: async (id, revision, into) =>
      (await api('POST /api/console/subcategories/:id/merge', { params: { id }, revision, body: { into } }))
        .data,
  },
  tag: {
    list: async () =>
      (await api('GET /api/console/tags', {})).data.tags.map((tag) => ({ ...NO_LOOK, ...tag })),
    create: ({ name, categoryId = null, isActive = true }) =>
      api('POST /api/console/tags', { body: { name, categoryId, isActive } }),
    change: (id, revision, { description: _, icon: _icon, coverTour: _cover, ...body }) =>
      api('PATCH /api/console/tags/:id', { params: { id }, revision, body }),
    remove: (id, revision) => api('DELETE /api/console/tags/:id', { params: { id }, revision }),
    preview: async (id, into) =>
      (await api('GET /api/console/tags/:id/merge', { params: { id }, query: { into } })).data,
    merge: async (id, revision, into) =>
      (await api('POST /api/console/tags/:id/merge', { params: { id }, revision, body: { into } })).data,
  },
};

/** The entries among which one is put in order: the subcategories of one category, or all of a kind. */
export const siblingsOf = (entries: readonly Entry[], kind: ListKind, entry: Pick<Entry, 'categoryId'>) =>
  kind === 'subcategory' ? entries.filter(({ categoryId }) => categoryId === entry.categoryId) : [...entries];

/** Entries with a change that the server has not confirmed yet. */
export function withChange(entries: readonly Entry[], id: number, { before, ...fields }: Change): Entry[] {
  const changed = entries.map((entry) => (entry.id === id ? Object.assign({ ...entry }, fields) : entry));
  const entry = changed.find((candidate) => candidate.id === id);
  if (before === undefined || entry === undefined) return changed;
  const others = changed.filter((candidate) => candidate.id !== id);
  const place = before === null ? others.length : others.findIndex((candidate) => candidate.id === before);
  return others.toSpliced(place < 0 ? others.length : place, 0, entry);
}

/** What takes a change back. */
export function inverseOf(entries: readonly Entry[], kind: ListKind, entry: Entry, change: Change): Change {
  const { before, ...fields } = change;
  const own: Change = {};
  for (const field of Object.keys(fields)) Object.assign(own, { [field]: entry[field as keyof Entry] });
  if (before === undefined) return own;
  const siblings = siblingsOf(entries, kind, entry);
  const next = siblings[siblings.findIndex(({ id }) => id === entry.id) + 1];
  return { ...own, before: next?.id ?? null };
}
