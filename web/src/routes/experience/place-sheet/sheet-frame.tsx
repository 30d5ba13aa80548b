import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../../../ui/icon-button.tsx';
import prose from '../../../ui/prose.module.css';
import styles from './sheet-frame.module.css';
import { useSheetDrag } from './use-sheet-drag.ts';

interface Props {
  title: string;
  line: string;
  /** Leads to the places before and after this one; undefined until they are known. */
  previous: { name: string; go: () => void } | undefined;
  next: { name: string; go: () => void } | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** A modal sheet at the foot of the stage, in the stage's colours, that leaves the place in view. */
export function SheetFrame({ title, line, previous, next, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const drag = useSheetDrag(dialog, { onClose, onPrevious: previous?.go, onNext: next?.go });
  // Before it is removed: only a closed dialog returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('h2')?.focus();
    return () => element?.close();
  }, []);
  const onMouseDown = ({ target }: MouseEvent) => target === dialog.current && onClose();
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      // Some browsers close at a second Escape regardless.
      onClose={({ currentTarget, target }) => target === currentTarget && !currentTarget.open && onClose()}
      onMouseDown={onMouseDown}
    >
      <div className={styles.box}>
        <header className={styles.head} {...drag}>
          <span className={styles.grabber} aria-hidden="true" />
          <h2 id={titleId} tabIndex={-1} className={`${prose.titleMedium} ${styles.title}`}>
            {title}
          </h2>
          <div className={styles.ways}>
            {previous && (
              <IconButton
                icon="chevronLeft"
                label={`Previous place: ${previous.name}`}
                onClick={previous.go}
              />
            )}
            {next && <IconButton icon="chevronRight" label={`Next place: ${next.name}`} onClick={next.go} />}
            <IconButton icon="close" label="Close" onClick={onClose} />
          </div>
          <p className={styles.line}>{line}</p>
        </header>
        <div className={styles.body}>{children}</div>
      </div>
    </dialog>,
    document.body,
  );
}
