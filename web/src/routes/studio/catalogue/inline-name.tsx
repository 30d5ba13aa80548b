import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import prose from '../../../ui/prose.module.css';

interface Props {
  name: string;
  maxLength: number;
  /** @returns the sentence for a failure */
  onRename: (name: string) => Promise<string | undefined>;
}

/** A name that becomes a field when it is pressed: Enter saves, Escape does not. */
export function InlineName({ name, maxLength, onRename }: Props) {
  const [typed, setTyped] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const returns = useRef(false);
  const errorId = useId();

  useEffect(() => {
    if (typed !== undefined || !returns.current) return;
    returns.current = false;
    button.current?.focus();
  }, [typed]);

  const close = (byKey: boolean) => {
    returns.current = byKey;
    setTyped(undefined);
    setFailure(undefined);
  };
  const save = async (byKey: boolean) => {
    const wanted = typed?.trim() ?? '';
    if (isSaving) return;
    if (wanted === '' || wanted === name) return close(byKey);
    setSaving(true);
    const sentence = await onRename(wanted);
    setSaving(false);
    if (sentence === undefined) close(byKey);
    else setFailure(sentence);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void save(true);
    else if (event.key === 'Escape') {
      event.stopPropagation();
      close(true);
    }
  };

  if (typed === undefined) {
    return (
      <button
        ref={button}
        type="button"
        className="desk-name"
        title="Rename"
        aria-label={`Rename ${name}`}
        onClick={() => setTyped(name)}
      >
        {name}
      </button>
    );
  }
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: it replaces the button that was just pressed
        autoFocus
        className="desk-input"
        aria-label={`New name of ${name}`}
        aria-invalid={failure !== undefined || undefined}
        aria-describedby={failure === undefined ? undefined : errorId}
        value={typed}
        maxLength={maxLength}
        readOnly={isSaving}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => failure === undefined && void save(false)}
      />
      {failure && (
        <span id={errorId} className={prose.error}>
          {failure}
        </span>
      )}
    </>
  );
}
