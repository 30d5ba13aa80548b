import { reducesMotion } from './use-media-query.ts';

/**
 * View transitions through the arch of the logo: the picture of the old page gets a hole, an arch that grows from an element
 * of it until it is all around. `styles/base.css` moves it. The new page lies beneath and is in no picture, so it can be used
 * at once. Browsers without view transitions, and visitors who ask for little movement, see the new page at once.
 */

/** How long a door may take to swing open before the way through begins. */
const MAX_SWING_MS = 700;
/** How long the page may take to show what is new. */
const MAX_UPDATE_MS = 1500;
/** Pixels from the corners of the page to beyond all that a browser takes for its picture. */
const BEYOND = 9999;

/** The next view transition begins here. */
let nextDoor: Element | undefined;
let latest: ViewTransition | undefined;

const isStill = () => document.hidden || reducesMotion();

export const hasTransitions = (): boolean =>
  typeof document !== 'undefined' && 'startViewTransition' in document;

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The next view transition begins at this element, if it can still be seen then. */
export function beginArchAt(element: Element | null | undefined): void {
  nextDoor = element ?? undefined;
}

/** As a clip path: all but an arch that fills this rectangle. */
function aroundArch({ top, right, bottom, left }: Record<'top' | 'right' | 'bottom' | 'left', number>) {
  const radius = Math.min((right - left) / 2, bottom - top);
  const arc = `A${radius} ${radius} 0 0 1`;
  const arch = `M${left} ${bottom}V${top + radius}${arc} ${left + radius} ${top}H${right - radius}${arc} ${right} ${top + radius}V${bottom}Z`;
  return `path(evenodd, "M-${BEYOND} -${BEYOND}H${BEYOND}V${BEYOND}H-${BEYOND}Z${arch}")`;
}

function beginArch(door: Element): void {
  const { style, dataset } = document.documentElement;
  const much = Math.max(innerWidth, innerHeight);
  const opened = {
    top: -0.8 * much,
    right: innerWidth + 0.4 * much,
    bottom: 2 * innerHeight,
    left: -0.4 * much,
  };
  style.setProperty('--closed', aroundArch(door.getBoundingClientRect()));
  style.setProperty('--opened', aroundArch(opened));
  dataset.passage = 'arch';
}

function endPassage(): void {
  const { style, dataset } = document.documentElement;
  for (const name of ['--closed', '--opened', 'view-transition-name']) style.removeProperty(name);
  delete dataset.passage;
}

/**
 * Before the router starts any. It does not look at what becomes of them: where one is skipped, nothing has failed.
 */
export function prepareTransitions(): void {
  if (!hasTransitions()) return;
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    endPassage();
    if (nextDoor?.checkVisibility()) beginArch(nextDoor);
    nextDoor = undefined;
    const transition = start(async () => {
      await (typeof update === 'function' ? update : update?.update)?.();
      document.documentElement.style.setProperty('view-transition-name', 'none');
    });
    latest = transition;
    const end = () => {
      if (latest === transition) endPassage();
    };
    transition.ready.catch(() => undefined);
    transition.finished.then(end, end);
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
