import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import prose from '../../../ui/prose.module.css';
import styles from './stage-card.module.css';

interface Props {
  title: string;
  /** Its greatest width: for text, or for a picture. */
  size?: 'narrow' | 'wide';
  onClose: () => void;
  children: ReactNode;
}

/** A dialog in the stage's colours, which leaves the place in view. When it closes, the focus returns to where it was. */
export function StageCard({ title, size = 'narrow', onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Before it is removed: only a closed dialog returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  // The content fills the dialog, so a press on the dialog itself is one on the backdrop.
  const onMouseDown = ({ target }: MouseEvent) => target === dialog.current && onClose();
  return (
    <dialog
      ref={dialog}
      className={`${styles.card} ${styles[size]}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onMouseDown={onMouseDown}
    >
      <div className={styles.box}>
        <header className={styles.head}>
          <h2 id={titleId} className={prose.titleSmall}>
            {title}
          </h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
