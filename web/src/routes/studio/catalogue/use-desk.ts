import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../api.ts';
import {
  CALLS,
  type Change,
  type Entry,
  inverseOf,
  type ListKind,
  type NewEntry,
  withChange,
} from './entries.ts';

const FAILED = 'This could not be done. Please try again.';

/** What has just been done, with the way back where there is one. */
export interface Notice {
  text: string;
  tone: 'success' | 'error';
  undo?: () => void;
}

export const useEntries = (kind: ListKind) =>
  useQuery({ queryKey: ['desk', kind], queryFn: () => CALLS[kind].list(), staleTime: 0 });

/** The changes of the desk, one after the other, each shown before the server has confirmed it. */
export function useDesk() {
  const queries = useQueryClient();
  const [notice, setNotice] = useState<Notice>();
  const entriesOf = (kind: ListKind) => queries.getQueryData<Entry[]>(['desk', kind]) ?? [];
  const show = (kind: ListKind, entries: Entry[]) => queries.setQueryData(['desk', kind], entries);
  const refresh = () => queries.invalidateQueries({ queryKey: ['desk'] });
  const { mutateAsync } = useMutation({
    scope: { id: 'desk' },
    mutationFn: (work: () => Promise<unknown>) => work(),
  });

  /** @returns the sentence for a failure */
  const run = async (work: () => Promise<Notice | undefined>): Promise<string | undefined> => {
    try {
      await mutateAsync(async () => setNotice(await work()));
      return undefined;
    } catch (error) {
      const text = errorMessage(error, FAILED);
      setNotice({ text, tone: 'error' });
      return text;
    }
  };

  /**
   * @param said what was done; without it nothing is said, and there is no way back
   * @param said.revision that the change is made to; the one in the list by default
   */
  const change = async (
    kind: ListKind,
    id: number,
    wanted: Change,
    said?: { text: string; revision?: number | undefined },
  ): Promise<string | undefined> => {
    const shown = entriesOf(kind);
    const before = shown.find((entry) => entry.id === id);
    const inverse = before && inverseOf(shown, kind, before, wanted);
    show(kind, withChange(shown, id, wanted));
    const failure = await run(async () => {
      const listed = entriesOf(kind).find((entry) => entry.id === id)?.revision ?? 0;
      const { data } = await CALLS[kind].change(id, said?.revision ?? listed, wanted);
      show(
        kind,
        entriesOf(kind).map((entry) => (entry.id === id ? { ...entry, ...data } : entry)),
      );
      if (said === undefined || inverse === undefined) return undefined;
      return { text: said.text, tone: 'success', undo: () => void change(kind, id, inverse) };
    });
    if (failure !== undefined) {
      show(kind, shown);
      void refresh();
    }
    return failure;
  };

  const create = (kind: ListKind, entry: NewEntry, isUndo = false): Promise<string | undefined> =>
    run(async () => {
      const { id } = (await CALLS[kind].create(entry)).data;
      await refresh();
      if (isUndo) return undefined;
      const text = `“${entry.name}” is there.`;
      return { text, tone: 'success', undo: () => void remove(kind, id, true) };
    });

  const remove = (kind: ListKind, id: number, isUndo = false): Promise<string | undefined> =>
    run(async () => {
      const entry = entriesOf(kind).find((candidate) => candidate.id === id);
      if (entry === undefined) return undefined;
      await CALLS[kind].remove(id, entry.revision);
      await refresh();
      if (isUndo) return undefined;
      const { name, description, icon, coverTour, categoryId, isActive } = entry;
      const again = { name, description, icon, coverTour, categoryId, isActive };
      const text = `“${name}” is deleted.`;
      return { text, tone: 'success', undo: () => void create(kind, again, true) };
    });

  const merge = (kind: ListKind, entry: Entry, into: number): Promise<string | undefined> =>
    run(async () => {
      const merged = await CALLS[kind].merge(entry.id, entry.revision, into);
      await refresh();
      return { text: `“${entry.name}” is merged into “${merged.into.name}”.`, tone: 'success' };
    });

  return { change, create, remove, merge, notice, dismiss: () => setNotice(undefined) };
}

export type Desk = ReturnType<typeof useDesk>;
