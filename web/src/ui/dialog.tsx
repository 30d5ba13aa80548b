import { type MouseEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './dialog.module.css';
import { useHydrated } from './hydration.tsx';
import { IconButton } from './icon-button.tsx';
import { lockScroll } from './scroll-lock.ts';
import { areDialogsSuspended, showOnTop } from './top-layer.ts';

interface Props {
  open: boolean;
  /** Called by the close button, Escape and a click on the backdrop; the parent decides. */
  onClose: () => void;
  title: string;
  /** Its maximum width: for a form, for columns, or for a picture, with the height that it needs. */
  size?: 'narrow' | 'wide' | 'picture';
  /** Whether the dialog cannot be closed. */
  busy?: boolean;
  closeLabel?: string;
  children: ReactNode;
}

/**
 * A modal dialog. It exists only while open, at the end of the page, so that it has the theme's colours wherever it is
 * opened from. The first element with `data-autofocus` gets the focus; when the dialog closes, the focus returns to where
 * it was.
 */
export function Dialog({ open, ...rest }: Props) {
  const isHydrated = useHydrated();
  return open && isHydrated ? createPortal(<OpenDialog {...rest} />, document.body) : null;
}

function OpenDialog({
  onClose,
  title,
  size = 'narrow',
  busy = false,
  closeLabel = 'Close',
  children,
}: Omit<Props, 'open'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // Before the browser paints, and on unmounting before the element is removed: only a closed dialog returns
  // the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    const unlock = lockScroll();
    const leave = showOnTop(element);
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      unlock();
      leave();
    };
  }, []);

  const onCancel = (event: SyntheticEvent) => {
    if (event.target !== dialog.current) return;
    event.preventDefault();
    if (!busy) onClose();
  };
  // Some browsers close at a second Escape regardless.
  const onClosed = ({ currentTarget, target }: SyntheticEvent<HTMLDialogElement>) => {
    if (target !== currentTarget || currentTarget.open || areDialogsSuspended()) return;
    if (busy) currentTarget.showModal();
    else onClose();
  };
  const onMouseDown = (event: MouseEvent) => {
    // The content fills the dialog, so a press on the dialog itself is one on the backdrop.
    if (event.target === dialog.current && !busy) onClose();
  };

  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles[size]}`}
      aria-labelledby={titleId}
      onCancel={onCancel}
      onClose={onClosed}
      onMouseDown={onMouseDown}
    >
      <div className={styles.box}>
        <header className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <IconButton icon="close" label={closeLabel} disabled={busy} onClick={onClose} />
        </header>
        <div className={styles.body}>{children}</div>
      </div>
    </dialog>
  );
}
