import type { Hotspot } from '../types.ts';
import type { Place, Size } from './directions.ts';
import { GLYPHS } from './glyphs.ts';
import { addStyle } from './style.ts';

/** Nearer to an edge of the screen than this, in CSS pixels, a label is moved inwards. */
const LABEL_REACH = { x: 130, y: 110 };

/** The hotspots as a list of real buttons and links, each over its marker. */
export class HotspotList {
  readonly element = document.createElement('ol');
  readonly #forcedColours = matchMedia('(forced-colors: active)');
  #spots: HTMLElement[] = [];

  constructor(label: string, signal: AbortSignal) {
    addStyle();
    this.#forcedColours.addEventListener('change', () => this.#forceColours(), { signal });
    this.element.className = 'o360-list';
    // Without it Safari says nothing of a list that has no bullets.
    this.element.setAttribute('role', 'list');
    this.element.setAttribute('aria-label', label);
    this.element.hidden = true;
  }

  get spots(): readonly HTMLElement[] {
    return this.#spots;
  }

  /** Of the element that has the focus; -1 for none. */
  get focused(): number {
    return this.#spots.indexOf(document.activeElement as HTMLElement);
  }

  show(hotspots: readonly Hotspot[]): void {
    this.#spots = hotspots.map(createSpot);
    this.element.hidden = hotspots.length === 0;
    this.element.replaceChildren(
      ...this.#spots.map((spot) => {
        const item = document.createElement('li');
        item.append(spot);
        return item;
      }),
    );
    void this.#forceColours();
  }

  /** The index of the hotspot that an event's target belongs to; -1 for none. */
  indexOf(target: EventTarget | null): number {
    return target instanceof Element ? this.#spots.indexOf(target.closest('.o360-spot') as HTMLElement) : -1;
  }

  name(index: number, name: string): void {
    const spot = this.#spots[index];
    if (spot && spot.ariaLabel !== name) spot.setAttribute('aria-label', name);
  }

  /** Lays a spot over its marker. Those out of view are not seen: they are moved when the view rests. */
  move(index: number, { x, y, isInView }: Place, { width, height }: Size): void {
    const spot = this.#spots[index];
    if (!spot) return;
    setFlag(spot, 'away', !isInView);
    if (!isInView) return;
    spot.style.transform = translation(x, y);
    const side = x < LABEL_REACH.x ? 'left' : x > width - LABEL_REACH.x ? 'right' : '';
    if ((spot.dataset.side ?? '') !== side) spot.dataset.side = side;
    setFlag(spot, 'above', y > height - LABEL_REACH.y);
  }

  moveAway(index: number, { x, y }: Place): void {
    const spot = this.#spots[index];
    if (spot) spot.style.transform = translation(x, y);
  }

  /** Shows the labels of these alone. */
  light(lit: readonly number[]): void {
    this.#spots.forEach((spot, index) => {
      setFlag(spot, 'lit', lit.includes(index));
    });
  }

  /** Few visitors need it, and the markers are there without it. */
  async #forceColours(): Promise<void> {
    if (!this.#forcedColours.matches) return;
    const script = await import('./forced-colours.ts').catch(() => undefined);
    script?.addForcedColours(this.#spots, GLYPHS);
  }
}

const translation = (x: number, y: number) => `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;

function setFlag(spot: HTMLElement, name: string, isSet: boolean): void {
  if (isSet === name in spot.dataset) return;
  if (isSet) spot.dataset[name] = '';
  else delete spot.dataset[name];
}

function createSpot({ kind, label, href }: Hotspot): HTMLElement {
  const spot = document.createElement(href === undefined ? 'button' : 'a');
  if (spot instanceof HTMLAnchorElement && href !== undefined) {
    spot.href = href;
    spot.draggable = false;
    if (kind === 'link' || kind === 'book') Object.assign(spot, { target: '_blank', rel: 'noopener' });
  } else {
    spot.setAttribute('type', 'button');
  }
  spot.className = 'o360-spot';
  spot.dataset.kind = kind;
  spot.setAttribute('aria-label', label);
  const text = document.createElement('span');
  text.className = 'o360-label';
  text.textContent = label;
  spot.append(text);
  return spot;
}
