import { glideProgress, INERTIA_TIME_MS, releaseVelocity, type Sample } from '../math/inertia.ts';
import type { Camera } from './camera.ts';
import type { Motion } from './motion.ts';

/** A press that moves further, in CSS pixels, or lasts longer is no tap. */
const TAP_DISTANCE_PX = 5;
const TAP_TIME_MS = 500;
/** Slower than this, in CSS pixels per millisecond, a finger has come to rest before it was lifted. */
const MIN_GLIDE_SPEED = 0.05;
const MAX_SAMPLES = 20;

export interface PointerOptions {
  /** Radians per CSS pixel. */
  sensitivity: number;
  onTap(point: { x: number; y: number }): void;
  signal: AbortSignal;
}

/** Drag to turn, pinch to zoom. After a finger is lifted the view glides on; never while a button is down. */
export function attachPointer(
  element: HTMLElement,
  camera: Camera,
  motion: Motion,
  options: PointerOptions,
): void {
  const { sensitivity, onTap, signal } = options;
  const pointers = new Map<number, { x: number; y: number }>();
  let samples: Sample[] = [];
  let press = { x: 0, y: 0, timeMs: 0, isTap: false };

  const turn = (dx: number, dy: number): void => {
    const angle = sensitivity * camera.zoomRatio;
    camera.turnBy(-dx * angle, dy * angle);
  };

  const glide = (): void => {
    const speed = releaseVelocity(samples, performance.now());
    if (Math.hypot(speed.x, speed.y) < MIN_GLIDE_SPEED) return;
    let covered = 0;
    motion.start((_, sinceStartMs) => {
      const progress = glideProgress(sinceStartMs);
      const share = (progress - covered) * INERTIA_TIME_MS;
      covered = progress;
      turn(speed.x * share, speed.y * share);
      return progress < 0.99;
    });
  };

  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      motion.stop();
      element.setPointerCapture(event.pointerId);
      element.style.cursor = 'grabbing';
      const { clientX: x, clientY: y } = event;
      pointers.set(event.pointerId, { x, y });
      samples = [];
      press = { x, y, timeMs: event.timeStamp, isTap: pointers.size === 1 };
    },
    { signal },
  );

  element.addEventListener(
    'pointermove',
    (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const { clientX: x, clientY: y } = event;
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      pointers.set(event.pointerId, { x, y });
      if (Math.hypot(x - press.x, y - press.y) > TAP_DISTANCE_PX) press.isTap = false;
      // With two fingers each moves the point between them by half.
      const share = other ? 0.5 : 1;
      turn((x - before.x) * share, (y - before.y) * share);
      if (other) {
        const distance = Math.hypot(before.x - other.x, before.y - other.y);
        if (distance > 0) camera.zoomBy(Math.hypot(x - other.x, y - other.y) / distance);
        return;
      }
      samples = [...samples.slice(1 - MAX_SAMPLES), { timeMs: performance.now(), x, y }];
    },
    { signal },
  );

  const release = (event: PointerEvent): void => {
    if (!pointers.delete(event.pointerId) || pointers.size > 0) return;
    element.style.cursor = 'grab';
    if (event.type === 'pointercancel') return;
    if (press.isTap && event.timeStamp - press.timeMs < TAP_TIME_MS) {
      const box = element.getBoundingClientRect();
      onTap({ x: event.clientX - box.left, y: event.clientY - box.top });
      return;
    }
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (event.pointerType !== 'mouse' && !isCalm) glide();
  };
  element.addEventListener('pointerup', release, { signal });
  element.addEventListener('pointercancel', release, { signal });
}

/** The wheel zooms; with Control, as browsers report a trackpad's pinch, more per step. */
export function attachWheel(element: HTMLElement, camera: Camera, signal: AbortSignal): void {
  const pixelsPerUnit = [1, 16, 100];
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const pixels = event.deltaY * (pixelsPerUnit[event.deltaMode] ?? 1);
      camera.zoomBy(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.001)));
    },
    { passive: false, signal },
  );
}
