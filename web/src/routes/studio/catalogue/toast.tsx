import { IconButton } from '../../../ui/icon-button.tsx';
import type { Desk } from './use-desk.ts';

/** Says what was done, at the foot of the window, with the way back. Announced politely, failures at once. */
export function Toast({ desk: { notice, dismiss } }: { desk: Desk }) {
  const { text, tone, undo } = notice ?? {};
  const close = () => {
    dismiss();
    // The button, which had the focus, goes.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  const box = notice && (
    <div className="desk-toast" data-tone={tone}>
      <p>{text}</p>
      {undo && (
        <button
          type="button"
          className="desk-undo"
          onClick={() => {
            close();
            undo();
          }}
        >
          Undo
        </button>
      )}
      <IconButton icon="close" label="Dismiss" onClick={close} />
    </div>
  );
  return (
    <>
      <div role="status">{tone === 'success' && box}</div>
      <div role="alert">{tone === 'error' && box}</div>
    </>
  );
}
