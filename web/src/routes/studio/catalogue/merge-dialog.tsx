import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../api.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import stack from '../../../ui/stack.module.css';
import { CALLS, type Entry, type ListKind } from './entries.ts';
import { mergeSentences } from './merge-words.ts';
import type { Desk } from './use-desk.ts';

interface Props {
  kind: ListKind;
  entry: Entry;
  desk: Desk;
  categories: readonly Entry[];
  /** What it may be merged into; itself is left out. */
  candidates: readonly Entry[];
  onClose: () => void;
}

/** Says exactly what a merge does before it is made. */
export function MergeDialog({ kind, entry, desk, categories, candidates, onClose }: Props) {
  const [into, setInto] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isMerging, setMerging] = useState(false);
  const preview = useQuery({
    queryKey: ['merge', kind, entry.id, into],
    queryFn: () => CALLS[kind].preview(entry.id, Number(into)),
    enabled: into !== '',
    staleTime: 0,
    gcTime: 0,
  });
  const nameOf = ({ name, categoryId }: Entry) => {
    const category = kind === 'subcategory' && categories.find(({ id }) => id === categoryId)?.name;
    return category ? `${category} / ${name}` : name;
  };
  const merge = async () => {
    setMerging(true);
    const sentence = await desk.merge(kind, entry, Number(into));
    setMerging(false);
    if (sentence === undefined) onClose();
    else setFailure(sentence);
  };
  const problem = failure ?? (preview.error && errorMessage(preview.error, 'This could not be looked up.'));
  return (
    <Dialog open title={`Merge “${entry.name}”`} busy={isMerging} onClose={onClose}>
      <div className={stack.gap6}>
        <ChoiceField
          label="Into"
          data-autofocus
          value={into}
          disabled={isMerging}
          onChange={({ currentTarget }) => {
            setInto(currentTarget.value);
            setFailure(undefined);
          }}
          options={[
            { value: '', label: `Choose a ${kind}` },
            ...candidates
              .filter(({ id }) => id !== entry.id)
              .map((candidate) => ({ value: String(candidate.id), label: nameOf(candidate) }))
              .sort((one, other) => one.label.localeCompare(other.label, 'en')),
          ]}
        />
        <div aria-live="polite">
          {preview.data && (
            <ul className="desk-effects">
              {mergeSentences(kind, entry.name, preview.data).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
              <li>This cannot be undone.</li>
            </ul>
          )}
        </div>
        <AlertBox tone="error">{problem}</AlertBox>
        <div className={stack.actions}>
          <Button variant="primary" disabled={!preview.data || isMerging} onClick={() => void merge()}>
            {isMerging ? 'Merging…' : 'Merge'}
          </Button>
          <Button disabled={isMerging} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
