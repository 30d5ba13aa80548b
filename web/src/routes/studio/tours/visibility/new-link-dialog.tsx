import { createShareLink } from '@oriel/contract/api/share-links';
import { useRef, useState } from 'react';
import { api } from '../../../../api.ts';
import { Form } from '../../../../forms/form.tsx';
import { useForm } from '../../../../forms/use-form.ts';
import { Button } from '../../../../ui/button.tsx';
import { ChoiceField } from '../../../../ui/choice-field.tsx';
import { copyText } from '../../../../ui/copy-text.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { PasswordField } from '../../../../ui/password-field.tsx';
import stack from '../../../../ui/stack.module.css';
import { TextField } from '../../../../ui/text-field.tsx';
import { useTourWork } from '../tour-work.ts';
import styles from './visibility.module.css';

interface Values {
  label: string;
  days: number | null;
  maxOpenings: number | null;
  password: string | null;
}

const ENDS = [
  { value: '7', label: 'In a week' },
  { value: '30', label: 'In 30 days' },
  { value: '365', label: 'In a year' },
  { value: '', label: 'When it is revoked' },
];

interface Props {
  open: boolean;
  onClose: () => void;
  onMade: () => void;
}

export function NewLinkDialog({ open, onClose, onMade }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="New link">
      <NewLink onMade={onMade} />
    </Dialog>
  );
}

/** The form, and then the link, which is shown here alone. */
function NewLink({ onMade }: Pick<Props, 'onMade'>) {
  const { workspace, tourId } = useTourWork();
  const [path, setPath] = useState<string>();
  const form = useForm<Values>({
    schema: createShareLink.body,
    read: ({ label, days, maxOpenings, password }) => ({
      label,
      days: days ? Number(days) : null,
      maxOpenings: maxOpenings?.trim() ? Number(maxOpenings) : null,
      password: password || null,
    }),
    fallback: 'The link could not be made. Please try again.',
    send: async (body) => {
      const options = { query: { workspace }, params: { tourId }, body };
      setPath((await api('POST /api/studio/tours/:tourId/links', options)).data.path);
      onMade();
    },
  });
  if (path !== undefined) return <MadeLink url={location.origin + path} />;
  return (
    <Form state={form} isSilent className={stack.gap6} submit="Make the link" busy="Making it…">
      <TextField
        label="Who it is for"
        name="label"
        autoComplete="off"
        maxLength={80}
        data-autofocus
        error={form.errors.label}
        hint="Such as “The wedding planner”. Visitors do not see it."
      />
      <ChoiceField label="It ends" name="days" options={ENDS} defaultValue="30" />
      <TextField
        label="It opens at most"
        name="maxOpenings"
        inputMode="numeric"
        autoComplete="off"
        error={form.errors.maxOpenings}
        hint="How many times; empty for any number."
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="off"
        maxLength={200}
        error={form.errors.password}
        hint="Empty for none. Send it by another way than the link."
      />
    </Form>
  );
}

function MadeLink({ url }: { url: string }) {
  const urlField = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState<string>();
  const copy = async () =>
    setNote(
      (await copyText(url, urlField.current))
        ? 'The link is copied.'
        : 'This browser does not copy by itself. The text is selected: copy it by hand.',
    );
  return (
    <div className={stack.gap4}>
      <p>
        <strong>Copy the link now.</strong> It is shown only this once. Anyone who has it sees the whole tour
        without tokens.
      </p>
      <TextField
        ref={urlField}
        label="Link"
        readOnly
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className={stack.actions}>
        <Button variant="primary" data-autofocus onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <p className={styles.hint} role="status">
        {note}
      </p>
    </div>
  );
}
