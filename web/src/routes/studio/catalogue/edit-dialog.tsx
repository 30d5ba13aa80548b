import { changeDeskCategory } from '@oriel/contract/api/catalogue-desk';
import { Form } from '../../../forms/form.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import stack from '../../../ui/stack.module.css';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { CoverChoice } from './cover-choice.tsx';
import { EndingActions } from './ending-actions.tsx';
import type { Change, Entry, ListKind } from './entries.ts';
import { IconChoice } from './icon-choice.tsx';
import type { Desk } from './use-desk.ts';
import { useSave } from './use-save.ts';

interface Props {
  kind: ListKind;
  entry: Entry;
  desk: Desk;
  onClose: () => void;
  onMerge: () => void;
}

/** Everything about a category or subcategory, and the ways to end it. */
export function EditDialog({ kind, entry, desk, onClose, onMerge }: Props) {
  const { name, description, icon, coverTour } = entry;
  const saving = useSave(kind, entry, desk, onClose);
  const form = useForm<Change>({
    ...saving,
    schema: changeDeskCategory.body,
    send: (values) => saving.send({ ...values, coverTour: values.coverTour || null }),
  });
  return (
    <Dialog open title={name} size="wide" onClose={onClose}>
      <Form state={form} isSilent className={stack.gap6} submit="Save" busy="Saving…">
        <TextField
          label="Name"
          name="name"
          defaultValue={name}
          maxLength={120}
          autoComplete="off"
          data-autofocus
          error={form.errors.name}
        />
        <TextArea
          label="Description"
          name="description"
          rows={3}
          maxLength={2000}
          defaultValue={description}
          error={form.errors.description}
        />
        <IconChoice icon={icon} />
        <CoverChoice kind={kind} entry={entry} chosen={coverTour} />
      </Form>
      <EndingActions kind={kind} entry={entry} desk={desk} onClose={onClose} onMerge={onMerge} />
    </Dialog>
  );
}
