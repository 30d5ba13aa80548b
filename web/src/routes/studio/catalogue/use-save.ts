import { useRef } from 'react';
import type { Change, Entry, ListKind } from './entries.ts';
import type { Desk } from './use-desk.ts';

/** A failure whose sentence is known. */
class Refused extends Error {}

/** How the dialog of an entry saves it: to the revision that it showed, and after a refusal to the one that the list shows then. */
export function useSave(kind: ListKind, entry: Entry, desk: Desk, onSaved: () => void) {
  const revision = useRef<number | undefined>(entry.revision);
  return {
    fallback: 'This could not be saved. Please try again.',
    explain: (error: unknown, fallback: string) => (error instanceof Refused ? error.message : fallback),
    send: async (change: Change) => {
      const text = `“${change.name ?? entry.name}” is saved.`;
      const failure = await desk.change(kind, entry.id, change, { text, revision: revision.current });
      revision.current = undefined;
      if (failure !== undefined) throw new Refused(failure);
      onSaved();
    },
  };
}
