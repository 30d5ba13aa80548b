/**
 * View transitions through the arch of the logo: what is new shows in an arch that grows from an element of the old page
 * until it is all around. `styles/base.css` moves it. Browsers without view transitions, and visitors who ask for little
 * movement, see the new page at once.
 */

/** How long a door may take to swing open before the way through begins. */
const MAX_SWING_MS = 700;
/** How long the page may take to show what is new. */
const MAX_UPDATE_MS = 1500;

const isStill = () => document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;

export const hasTransitions = (): boolean =>
  typeof document !== 'undefined' && 'startViewTransition' in document;

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The next view transition begins at this element. */
export function beginArchAt(element: Element | null | undefined): void {
  if (!element || !hasTransitions() || isStill()) return;
  const { top, right, bottom, left } = element.getBoundingClientRect();
  const { style, dataset } = document.documentElement;
  const inset = [top, innerWidth - right, innerHeight - bottom, left].map(
    (length) => `${Math.round(length)}px`,
  );
  style.setProperty('--arch', inset.join(' '));
  dataset.passage = 'arch';
}

function endArch(): void {
  const { style, dataset } = document.documentElement;
  style.removeProperty('--arch');
  delete dataset.passage;
}

/**
 * For the router too, which starts transitions and does not look at what becomes of them: where one is skipped, nothing has
 * failed.
 */
export function keepTransitionsQuiet(): void {
  if (!hasTransitions()) return;
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const transition = start(update);
    transition.ready.catch(() => undefined);
    transition.finished.then(endArch, endArch);
    if (isStill()) transition.skipTransition();
    return transition;
  };
}

/**
 * Lets a door finish its swing, then shows what is behind it through an arch that grows from the door.
 *
 * @param update settles once what is new has been asked for
 * @param isShown settles once it is in the page
 */
export async function throughDoor(
  door: Element | null | undefined,
  update: () => Promise<void>,
  isShown: Promise<void>,
): Promise<void> {
  if (!door || !hasTransitions() || isStill()) return update();
  const swings = door.getAnimations({ subtree: true }).map(({ finished }) => finished);
  await Promise.race([Promise.allSettled(swings), after(MAX_SWING_MS)]);
  beginArchAt(door);
  await document.startViewTransition(async () => {
    await update();
    await Promise.race([isShown, after(MAX_UPDATE_MS)]);
  }).updateCallbackDone;
}
