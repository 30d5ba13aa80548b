import { useMutation } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import field from '../../../ui/field.module.css';
import prose from '../../../ui/prose.module.css';
import stack from '../../../ui/stack.module.css';
import styles from './keys.module.css';

/** A new key's secret with the other settings of a script, to be copied. */
export function KeySecret({ secret, workspace }: { secret: string; workspace: string }) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const settings = [
    `ORIEL_URL=${location.origin}`,
    `ORIEL_WORKSPACE=${workspace}`,
    `ORIEL_KEY=${secret}`,
  ].join('\n');
  const copy = useMutation({
    mutationFn: async () => {
      if (!(await copyText(settings, box.current))) throw new Error('not copied');
    },
  });
  return (
    <div className={stack.gap4}>
      <p>
        <strong>Copy the key now.</strong> It is shown only this once. Anyone who has it can do what it
        allows, so keep it where you keep passwords.
      </p>
      <div className={stack.gap1}>
        <label htmlFor={id} className={prose.label}>
          Settings of a script
        </label>
        <textarea
          ref={box}
          id={id}
          className={`${field.control} ${styles.settings}`}
          rows={5}
          readOnly
          spellCheck={false}
          value={settings}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </div>
      <div className={stack.actions}>
        <Button variant="primary" data-autofocus onClick={() => copy.mutate()}>
          {copy.isSuccess ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <AlertBox tone="error">
        {copy.isError && 'It could not be copied. Please select the text, and copy it by hand.'}
      </AlertBox>
    </div>
  );
}
