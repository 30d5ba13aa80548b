import { changeDeskTag } from '@oriel/contract/api/catalogue-desk';
import { Form } from '../../../forms/form.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import stack from '../../../ui/stack.module.css';
import { TextField } from '../../../ui/text-field.tsx';
import { EndingActions } from './ending-actions.tsx';
import type { Change, Entry } from './entries.ts';
import type { Desk } from './use-desk.ts';
import { useSave } from './use-save.ts';

interface Props {
  entry: Entry;
  desk: Desk;
  categories: readonly Entry[];
  onClose: () => void;
  onMerge: () => void;
}

/** Everything about a tag, and the ways to end it. */
export function TagDialog({ entry, desk, categories, onClose, onMerge }: Props) {
  const { name, categoryId, isActive } = entry;
  const form = useForm<Change>({
    ...useSave('tag', entry, desk, onClose),
    schema: changeDeskTag.body,
    read: ({ categoryId: chosen, isActive: shown, ...fields }) => ({
      ...fields,
      categoryId: chosen ? Number(chosen) : null,
      isActive: shown !== undefined,
    }),
  });
  return (
    <Dialog open title={name} onClose={onClose}>
      <Form state={form} isSilent className={stack.gap6} submit="Save" busy="Saving…">
        <TextField
          label="Name"
          name="name"
          defaultValue={name}
          maxLength={60}
          autoComplete="off"
          data-autofocus
          error={form.errors.name}
        />
        <ChoiceField
          label="Offered in"
          name="categoryId"
          defaultValue={categoryId ?? ''}
          options={[
            { value: '', label: 'All categories' },
            ...categories.map((category) => ({ value: String(category.id), label: category.name })),
          ]}
        />
        <label className="desk-check">
          <input type="checkbox" name="isActive" defaultChecked={isActive} />
          <span>
            Offered to visitors
            <span className="studio-soft">A hidden tag stays on its tours, and searches find it.</span>
          </span>
        </label>
      </Form>
      <EndingActions kind="tag" entry={entry} desk={desk} onClose={onClose} onMerge={onMerge} />
    </Dialog>
  );
}
