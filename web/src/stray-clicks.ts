const OPERABLE = 'a, button, input, label, select, summary, textarea';

/** What a click operates: a label stands for its field. */
function operated(target: EventTarget | null): Element | undefined {
  const element = target instanceof Element ? target.closest(OPERABLE) : null;
  return (element instanceof HTMLLabelElement ? element.control : element) ?? undefined;
}

/**
 * The second click of a double click counts only where the first one did. Else it would operate what the first has brought
 * under the pointer: a link that moved up, the backdrop of a dialog, the page beneath a menu.
 *
 * @param root hears of every press before the page does
 */
export function ignoreStrayClicks(root: EventTarget): void {
  let first: Element | undefined;
  const follow = (event: Event) => {
    if (!(event instanceof MouseEvent)) return;
    if (event.detail <= 1) {
      if (event.type === 'mousedown') first = operated(event.target);
    } else if (operated(event.target) !== first) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  for (const type of ['mousedown', 'click']) root.addEventListener(type, follow, { capture: true });
}
