/** Our modal dialogs that are open, the lowest first. */
const dialogs = new Set<HTMLDialogElement>();
let windowsOfOthers = 0;

/** Whether our dialogs stand aside for a window of somebody else's. */
export function areDialogsAside(): boolean {
  return windowsOfOthers > 0;
}

/**
 * Shows a dialog above everything else of the page.
 *
 * @returns closes it
 */
export function showOnTop(dialog: HTMLDialogElement): () => void {
  dialogs.add(dialog);
  if (!areDialogsAside()) dialog.showModal();
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
export function putDialogsAside(): () => void {
  windowsOfOthers += 1;
  for (const dialog of dialogs) dialog.close();
  let isAway = true;
  return () => {
    if (!isAway) return;
    isAway = false;
    windowsOfOthers -= 1;
    if (areDialogsAside()) return;
    for (const dialog of dialogs) if (!dialog.open) dialog.showModal();
  };
}
