import { useState } from 'react';
import { Failure } from '../../../ui/failure.tsx';
import { Icon } from '../../../ui/icon.tsx';
import stack from '../../../ui/stack.module.css';
import { AddRow } from './add-row.tsx';
import './desk.css';
import './dialogs.css';
import { EditDialog } from './edit-dialog.tsx';
import type { Entry, ListKind } from './entries.ts';
import { EntryList } from './entry-list.tsx';
import { EntryRow } from './entry-row.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { Toast } from './toast.tsx';
import { useDesk, useEntries } from './use-desk.ts';

const MAX_NAME = 120;

const counted = (count: number) => (count === 1 ? '1 subcategory' : `${count} subcategories`);

interface Opened {
  kind: ListKind;
  entry: Entry;
  dialog: 'edit' | 'merge';
}

/** The categories in their order, each with its subcategories. */
export function CategoriesPage() {
  const desk = useDesk();
  const categories = useEntries('category');
  const subcategories = useEntries('subcategory');
  const [openIds, setOpenIds] = useState<ReadonlySet<number>>(new Set());
  const [opened, setOpened] = useState<Opened>();
  const parts = subcategories.data ?? [];

  const toggle = (id: number) =>
    setOpenIds((ids) =>
      ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id]),
    );
  const actionsOf = (kind: ListKind, entry: Entry) => ({
    maxLength: MAX_NAME,
    onRename: (name: string) =>
      desk.change(
        kind,
        entry.id,
        { name },
        { text: `“${entry.name}” is called “${name}” now. The old address leads there.` },
      ),
    onEdit: () => setOpened({ kind, entry, dialog: 'edit' }),
  });
  const failed = (categories.isError && !categories.data) || (subcategories.isError && !subcategories.data);

  return (
    <>
      <div className="studio-head">
        <div className={stack.gap1}>
          <h1>Categories</h1>
          <p>
            What visitors browse by, in the order that they see. An address that changes leads to the new one.
          </p>
        </div>
      </div>
      {failed ? (
        <Failure
          sentence="The categories could not be loaded."
          onRetry={() => void Promise.all([categories.refetch(), subcategories.refetch()])}
        />
      ) : (
        <div className="desk" aria-busy={categories.isPending}>
          <EntryList
            label="Categories"
            kind="category"
            entries={categories.data ?? []}
            desk={desk}
            row={(entry, reorder, helpId) => {
              const own = parts.filter(({ categoryId }) => categoryId === entry.id);
              const isOpen = openIds.has(entry.id) && !reorder.isMoving;
              return (
                <EntryRow
                  key={entry.id}
                  {...{ entry, reorder, helpId }}
                  {...actionsOf('category', entry)}
                  detail={
                    <button
                      type="button"
                      className="desk-toggle"
                      aria-expanded={isOpen}
                      aria-label={`${counted(own.length)} of ${entry.name}`}
                      onClick={() => toggle(entry.id)}
                    >
                      {counted(own.length)}
                      <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} size={14} />
                    </button>
                  }
                >
                  {isOpen && (
                    <div className="desk-parts">
                      <EntryList
                        label={`Subcategories of ${entry.name}`}
                        kind="subcategory"
                        entries={own}
                        desk={desk}
                        row={(part, order, partHelpId) => (
                          <EntryRow
                            key={part.id}
                            entry={part}
                            reorder={order}
                            helpId={partHelpId}
                            {...actionsOf('subcategory', part)}
                          />
                        )}
                      />
                      <AddRow
                        label={`Add a subcategory to ${entry.name}`}
                        short="Add a subcategory"
                        maxLength={MAX_NAME}
                        onAdd={(name) => desk.create('subcategory', { name, categoryId: entry.id })}
                      />
                    </div>
                  )}
                </EntryRow>
              );
            }}
          />
          <AddRow
            label="Add a category"
            maxLength={MAX_NAME}
            onAdd={(name) => desk.create('category', { name })}
          />
        </div>
      )}
      <Toast desk={desk} />
      {opened?.dialog === 'edit' && (
        <EditDialog
          kind={opened.kind}
          entry={opened.entry}
          desk={desk}
          onClose={() => setOpened(undefined)}
          onMerge={() => setOpened({ ...opened, dialog: 'merge' })}
        />
      )}
      {opened?.dialog === 'merge' && (
        <MergeDialog
          kind={opened.kind}
          entry={opened.entry}
          desk={desk}
          categories={categories.data ?? []}
          candidates={opened.kind === 'category' ? (categories.data ?? []) : parts}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
