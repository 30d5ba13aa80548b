import { type FormEvent, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import prose from '../../../ui/prose.module.css';

interface Props {
  /** Such as “Add a category”. */
  label: string;
  /** Shown in the field; the label by default. */
  short?: string;
  maxLength: number;
  /** @returns the sentence for a failure */
  onAdd: (name: string) => Promise<string | undefined>;
}

/** A field at the end of a list; it keeps the focus, so that several can be added in a row. */
export function AddRow({ label, short = label, maxLength, onAdd }: Props) {
  const [failure, setFailure] = useState<string>();
  const [name, setName] = useState('');
  const isAdding = useRef(false);
  const errorId = useId();
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isAdding.current || name.trim() === '') return;
    isAdding.current = true;
    const sentence = await onAdd(name.trim());
    isAdding.current = false;
    setFailure(sentence);
    if (sentence === undefined) setName('');
  };
  return (
    <form className="desk-add" onSubmit={(event) => void onSubmit(event)}>
      <Icon name="plus" size={18} />
      <input
        className="desk-input"
        aria-label={label}
        placeholder={`${short}…`}
        maxLength={maxLength}
        autoComplete="off"
        aria-invalid={failure !== undefined || undefined}
        aria-describedby={failure === undefined ? undefined : errorId}
        value={name}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
          setFailure(undefined);
        }}
      />
      {name.trim() !== '' && <Button type="submit">Add</Button>}
      {failure && (
        <span id={errorId} className={prose.error}>
          {failure}
        </span>
      )}
    </form>
  );
}
