import { useId, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import styles from './embed-code.module.css';

interface Props {
  code: string;
  onCopy: (code: string, field: HTMLTextAreaElement | null) => void;
}

/** The code that shows the tour in a page of another website. */
export function EmbedCode({ code, onCopy }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  return (
    <details className={styles.embed}>
      <summary>Put it on your website</summary>
      <label className="visually-hidden" htmlFor={id}>
        Code for your website
      </label>
      <textarea
        ref={field}
        id={id}
        className={styles.code}
        rows={5}
        readOnly
        spellCheck={false}
        value={code}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button onClick={() => onCopy(code, field.current)}>Copy code</Button>
    </details>
  );
}
