import type { Sight, Vector3 } from '../math/view.ts';
import { pathThrough, placeOf, type Size } from './geometry.ts';
import { addStyle } from './style.ts';

/** Nearer to a side of the screen than this, in CSS pixels, a caption is moved inwards. */
const LABEL_REACH = 100;
const SVG = 'http://www.w3.org/2000/svg';

/** Something to drag, to press or to move by keys. */
export interface Handle {
  /** Names it among all; what it stands for is its owner's business. */
  key: string;
  vector: Vector3;
  name: string;
  /** Shown beneath while it is pointed at, focused or selected. */
  caption?: string | undefined;
  look: 'spot' | 'corner' | 'between';
  kind?: string | undefined;
  /** An SVG path in a square of 24. */
  drawing?: string | undefined;
  isSelected?: boolean | undefined;
  isTabStop?: boolean | undefined;
}

/** A line through directions. */
export interface Line {
  vectors: readonly Vector3[];
  isClosed: boolean;
  look: 'area' | 'selected' | 'edge';
}

/** Handles as real buttons and lines as paths, over the picture. */
export class HandleLayer {
  readonly element = document.createElement('div');
  readonly #paths = document.createElementNS(SVG, 'svg');
  readonly #elements = new Map<string, HTMLButtonElement>();
  #handles: readonly Handle[] = [];
  #lines: readonly Line[] = [];

  constructor(label: string) {
    addStyle();
    this.element.className = 'o360-edit';
    this.element.setAttribute('role', 'group');
    this.element.setAttribute('aria-label', label);
    this.#paths.setAttribute('class', 'o360-paths');
    this.#paths.setAttribute('aria-hidden', 'true');
    this.element.append(this.#paths);
  }

  /** Those with the same keys keep their elements, and with them the focus. */
  show(handles: readonly Handle[], lines: readonly Line[]): void {
    const keys = new Set(handles.map(({ key }) => key));
    for (const [key, element] of this.#elements) {
      if (keys.has(key)) continue;
      element.remove();
      this.#elements.delete(key);
    }
    for (const handle of handles) {
      let element = this.#elements.get(handle.key);
      if (!element) {
        element = createElement(handle);
        this.#elements.set(handle.key, element);
        this.element.append(element);
      }
      update(element, handle);
    }
    this.#handles = handles;
    this.#lines = lines;
    this.#paths.replaceChildren(...lines.flatMap(createPaths));
  }

  place(sight: Sight, size: Size): void {
    for (const { key, vector } of this.#handles) {
      const element = this.#elements.get(key);
      if (!element) continue;
      const place = placeOf(vector, sight, size);
      const isInView =
        place !== undefined &&
        place.x >= 0 &&
        place.x <= size.width &&
        place.y >= 0 &&
        place.y <= size.height;
      element.toggleAttribute('data-away', !isInView);
      if (!isInView) continue;
      element.dataset.side =
        place.x < LABEL_REACH ? 'left' : place.x > size.width - LABEL_REACH ? 'right' : '';
      element.style.transform = `translate(${place.x.toFixed(2)}px,${place.y.toFixed(2)}px)`;
    }
    const paths = this.#paths.children;
    this.#lines.forEach(({ vectors, isClosed }, index) => {
      const path = pathThrough(vectors, isClosed, sight, size);
      paths[2 * index]?.setAttribute('d', path);
      paths[2 * index + 1]?.setAttribute('d', path);
    });
  }

  keyOf(target: EventTarget | null): string | undefined {
    const element = target instanceof Element ? target.closest('.o360-handle') : null;
    return element instanceof HTMLElement ? element.dataset.key : undefined;
  }

  elementOf(key: string): HTMLElement | undefined {
    return this.#elements.get(key);
  }

  vectorOf(key: string): Vector3 | undefined {
    return this.#handles.find((handle) => handle.key === key)?.vector;
  }
}

function createElement({ key, look, drawing }: Handle): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = look === 'spot' ? 'o360-handle' : 'o360-handle o360-corner';
  element.dataset.key = key;
  element.toggleAttribute('data-between', look === 'between');
  if (drawing !== undefined) {
    const glyph = document.createElementNS(SVG, 'svg');
    glyph.setAttribute('viewBox', '0 0 24 24');
    glyph.append(document.createElementNS(SVG, 'path'));
    element.append(glyph);
  }
  if (look === 'spot') {
    const caption = document.createElement('span');
    caption.className = 'o360-name';
    element.append(caption);
  }
  return element;
}

function update(element: HTMLButtonElement, handle: Handle): void {
  const { name, caption = '', kind = '', drawing = '', look, isSelected = false, isTabStop = false } = handle;
  element.dataset.kind = kind;
  element.tabIndex = isTabStop ? 0 : -1;
  element.setAttribute('aria-label', name);
  element.querySelector('path')?.setAttribute('d', drawing);
  if (look !== 'spot') return;
  element.setAttribute('aria-pressed', String(isSelected));
  const text = element.querySelector('.o360-name');
  if (text) text.textContent = caption;
}

/** Each line has a dark one beneath, so that it is seen on bright pictures. */
function createPaths({ look }: Line): SVGPathElement[] {
  const [shade, path] = [document.createElementNS(SVG, 'path'), document.createElementNS(SVG, 'path')];
  shade.setAttribute('class', 'o360-shade');
  path.setAttribute('class', 'o360-path');
  path.setAttribute(`data-${look}`, '');
  return [shade, path];
}
