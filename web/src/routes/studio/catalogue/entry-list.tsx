import { type ReactNode, useId } from 'react';
import type { Entry, ListKind } from './entries.ts';
import type { Desk } from './use-desk.ts';
import { useReorder } from './use-reorder.ts';

interface Props {
  label: string;
  kind: ListKind;
  entries: readonly Entry[];
  desk: Desk;
  row: (entry: Entry, reorder: ReturnType<typeof useReorder<number>>, helpId: string) => ReactNode;
}

/** Entries in their order, which can be changed by dragging and by keys. */
export function EntryList({ label, kind, entries, desk, row }: Props) {
  const helpId = useId();
  const nameOf = (id: number) => entries.find((entry) => entry.id === id)?.name ?? '';
  const reorder = useReorder({
    ids: entries.map(({ id }) => id),
    nameOf,
    onMove: (id, before) => void desk.change(kind, id, { before }, { text: `“${nameOf(id)}” has moved.` }),
  });
  return (
    <>
      <ol ref={reorder.list} className="desk-list" aria-label={label}>
        {reorder.order.map((id) => {
          const entry = entries.find((candidate) => candidate.id === id);
          return entry && row(entry, reorder, helpId);
        })}
      </ol>
      <p id={helpId} hidden>
        Press space to lift it, the arrow keys to move it, space again to drop it, Escape to leave it where it
        was.
      </p>
      <p className="visually-hidden" aria-live="assertive">
        {reorder.spoken}
      </p>
    </>
  );
}
