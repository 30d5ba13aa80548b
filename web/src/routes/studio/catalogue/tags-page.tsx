import { useState } from 'react';
import { Failure } from '../../../ui/failure.tsx';
import stack from '../../../ui/stack.module.css';
import { AddRow } from './add-row.tsx';
import './desk.css';
import './dialogs.css';
import type { Entry } from './entries.ts';
import { EntryList } from './entry-list.tsx';
import { EntryRow } from './entry-row.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { NarrowingField } from './narrowing-field.tsx';
import { TagDialog } from './tag-dialog.tsx';
import { Toast } from './toast.tsx';
import { useDesk, useEntries } from './use-desk.ts';

const MAX_NAME = 60;

/** The tags in their order, with where each is offered. */
export function TagsPage() {
  const desk = useDesk();
  const tags = useEntries('tag');
  const categories = useEntries('category');
  const [needle, setNeedle] = useState('');
  const [opened, setOpened] = useState<{ entry: Entry; dialog: 'edit' | 'merge' }>();
  const wanted = needle.trim().toLowerCase();
  const all = tags.data ?? [];
  const shown = wanted === '' ? all : all.filter(({ name }) => name.toLowerCase().includes(wanted));
  const placeOf = ({ categoryId, isActive }: Entry) => {
    const category = categories.data?.find(({ id }) => id === categoryId)?.name;
    return [category ?? 'All categories', !isActive && 'hidden'].filter(Boolean).join(' · ');
  };

  return (
    <>
      <div className="studio-head">
        <div className={stack.gap1}>
          <h1>Tags</h1>
          <p>What visitors filter by. A tag is offered in all categories, or in one.</p>
        </div>
        <search>
          <NarrowingField
            label="Search tags"
            placeholder="Search tags…"
            value={needle}
            onChange={setNeedle}
          />
        </search>
      </div>
      {tags.isError && !tags.data ? (
        <Failure sentence="The tags could not be loaded." onRetry={() => void tags.refetch()} />
      ) : (
        <div className="desk" aria-busy={tags.isPending}>
          <EntryList
            label="Tags"
            kind="tag"
            entries={shown}
            desk={desk}
            row={(entry, reorder, helpId) => (
              <EntryRow
                key={entry.id}
                {...{ entry, reorder, helpId }}
                hasPicture={false}
                canMove={wanted === ''}
                maxLength={MAX_NAME}
                onRename={(name) =>
                  desk.change(
                    'tag',
                    entry.id,
                    { name },
                    { text: `“${entry.name}” is called “${name}” now. The old address leads there.` },
                  )
                }
                onEdit={() => setOpened({ entry, dialog: 'edit' })}
                detail={<span className="studio-soft">{placeOf(entry)}</span>}
              />
            )}
          />
          {wanted !== '' && shown.length === 0 && <p className="studio-soft">No tag has that in its name.</p>}
          <AddRow label="Add a tag" maxLength={MAX_NAME} onAdd={(name) => desk.create('tag', { name })} />
        </div>
      )}
      <Toast desk={desk} />
      {opened?.dialog === 'edit' && (
        <TagDialog
          entry={opened.entry}
          desk={desk}
          categories={categories.data ?? []}
          onClose={() => setOpened(undefined)}
          onMerge={() => setOpened({ ...opened, dialog: 'merge' })}
        />
      )}
      {opened?.dialog === 'merge' && (
        <MergeDialog
          kind="tag"
          entry={opened.entry}
          desk={desk}
          categories={categories.data ?? []}
          candidates={all}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
