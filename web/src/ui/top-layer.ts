/** Our modal dialogs that are open, the lowest first. */
const dialogs = new Set<HTMLDialogElement>();
let externalWindows = 0;

/** Whether our dialogs stand aside for a window of somebody else's. */
export function areDialogsSuspended(): boolean {
  return externalWindows > 0;
}

/**
 * Shows a dialog above everything else of the page.
 *
 * @returns closes it
 */
export function showOnTop(dialog: HTMLDialogElement): () => void {
  dialogs.add(dialog);
  if (!areDialogsSuspended()) dialog.showModal();
  return () => {
    dialogs.delete(dialog);
    dialog.close();
  };
}

/**
 * Puts our dialogs out of sight as they are. A modal dialog covers all that a script of another party adds to the page, its
 * payment window for instance, and keeps it from being used.
 *
 * @returns brings them back, once
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
