/** Our open modal dialogs, the lowest first. */
const dialogs = new Set<HTMLDialogElement>();
let externalWindows = 0;

/** Whether our dialogs are hidden for an external window. */
export function areDialogsSuspended(): boolean {
  return externalWindows > 0;
}

/** Shows a dialog above everything else on the page. @returns closes it */
export function showOnTop(dialog: HTMLDialogElement): () => void {
  dialogs.add(dialog);
  if (!areDialogsSuspended()) dialog.showModal();
  return () => {
    dialogs.delete(dialog);
    dialog.close();
  };
}

/**
 * Hides our dialogs, keeping their state. A modal dialog makes everything inert that a third-party script adds to the page,
 * such as its payment window.
 *
 * @returns shows them again, once
 */
export function suspendDialogs(): () => void {
  externalWindows += 1;
  for (const dialog of dialogs) dialog.close();
  let isAway = true;
  return () => {
    if (!isAway) return;
    isAway = false;
    externalWindows -= 1;
    if (areDialogsSuspended()) return;
    for (const dialog of dialogs) if (!dialog.open) dialog.showModal();
  };
}
