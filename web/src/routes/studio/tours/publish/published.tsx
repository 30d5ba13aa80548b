import { embedCode, embedPath } from '@oriel/contract/shared/embed';
import { useId, useRef, useState } from 'react';
import { Button, NewTabLink } from '../../../../ui/button.tsx';
import { copyText } from '../../../../ui/copy-text.ts';
import field from '../../../../ui/field.module.css';
import { LabelledField } from '../../../../ui/labelled-field.tsx';
import stack from '../../../../ui/stack.module.css';
import area from '../../../../ui/text-area.module.css';
import { TextField } from '../../../../ui/text-field.tsx';
import { useTourWork } from '../tour-work.ts';
import { PUBLISHED_WORDS } from '../words.ts';
import styles from './publish.module.css';

const NOT_COPIED = 'This browser does not copy by itself. The text is selected: copy it by hand.';

/** The ways to a published tour: its URL, and the code for other websites. */
export function Published() {
  const { tour } = useTourWork().snapshot;
  const urlField = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLTextAreaElement>(null);
  const codeId = useId();
  const [note, setNote] = useState<string>();
  if (tour.path === null) return null;
  const url = `${location.origin}${tour.path}`;
  const slug = tour.path.slice(tour.path.lastIndexOf('/') + 1);
  const embed = embedCode({
    url: location.origin + embedPath(slug),
    title: `${tour.title}, a 360-degree tour`,
    width: 960,
    height: 540,
  });
  const copy = async (text: string, from: HTMLInputElement | HTMLTextAreaElement | null, done: string) =>
    setNote((await copyText(text, from)) ? done : NOT_COPIED);
  return (
    <div className={stack.gap4}>
      <p>{PUBLISHED_WORDS[tour.visibility]}</p>
      <TextField
        ref={urlField}
        label="Address"
        readOnly
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className={stack.actions}>
        <NewTabLink variant="primary" href={tour.path} data-autofocus>
          Open the tour
        </NewTabLink>
        <Button onClick={() => void copy(url, urlField.current, 'The address is copied.')}>
          Copy address
        </Button>
      </div>
      <LabelledField id={codeId} label="Code for your website">
        {() => (
          <textarea
            ref={code}
            id={codeId}
            className={`${field.control} ${area.area} ${styles.code}`}
            rows={4}
            readOnly
            spellCheck={false}
            value={embed}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        )}
      </LabelledField>
      <div>
        <Button onClick={() => void copy(embed, code.current, 'The code is copied.')}>Copy code</Button>
      </div>
      <p className={styles.soft} role="status">
        {note}
      </p>
    </div>
  );
}
