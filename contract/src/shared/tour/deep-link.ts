import type { TourView } from './fields.ts';
import { DEFAULT_FOV, MAX_FOV, MAX_TOUR_ID_LENGTH, MIN_FOV, TOUR_ID } from './limits.ts';
import { clamp, wrapDegrees } from './pose.ts';

/** What the address of a tour says about scene and view: `?scene=kitchen&view=123.4,-5.2,70`. */
export interface TourLink {
  scene?: string;
  view?: TourView;
}

const NUMBER = /^[+-]?\d{1,12}(?:\.\d{1,12})?$/;

function parseView(text: string): TourView | undefined {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length < 2 || parts.length > 3 || !parts.every((part) => NUMBER.test(part))) return undefined;
  const [yaw = 0, pitch = 0, fov = DEFAULT_FOV] = parts.map(Number);
  return { yaw: wrapDegrees(yaw), pitch: clamp(pitch, -90, 90), fov: clamp(fov, MIN_FOV, MAX_FOV) };
}

/** Reads scene and view from a query string. What makes no sense is ignored, numbers are clamped; never throws. */
export function parseTourLink(query: string | URLSearchParams): TourLink {
  const parameters = typeof query === 'string' ? new URLSearchParams(query) : query;
  const scene = parameters.get('scene') ?? '';
  const isId = scene.length <= MAX_TOUR_ID_LENGTH && TOUR_ID.test(scene);
  const view = parseView((parameters.get('view') ?? '').slice(0, 100));
  return { ...(isId && { scene }), ...(view !== undefined && { view }) };
}

/** One decimal is finer than a pixel of the screen. Never "-0". */
const rounded = (degrees: number) => String(Math.round(degrees * 10) / 10 || 0);

/** The query of a scene and view, without a question mark; empty where there is neither. */
export function formatTourLink({ scene, view }: TourLink): string {
  const parts: string[] = [];
  if (scene !== undefined) parts.push(`scene=${encodeURIComponent(scene)}`);
  if (view !== undefined) parts.push(`view=${[view.yaw, view.pitch, view.fov].map(rounded).join(',')}`);
  return parts.join('&');
}
