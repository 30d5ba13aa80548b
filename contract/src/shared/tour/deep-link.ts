import type { TourView } from './fields.ts';
import { DEFAULT_FOV, MAX_FOV, MAX_TOUR_ID_LENGTH, MIN_FOV, TOUR_ID } from './limits.ts';
import { clamp, wrapDegrees } from './pose.ts';

/** What the URL of a tour says about scene, light and view: `?scene=kitchen&light=night&view=123.4,-5.2,70`. */
export interface TourLink {
  scene?: string;
  /** Of the scene, and of the next ones that have it. */
  light?: string | undefined;
  view?: TourView;
}

const NUMBER = /^[+-]?\d{1,12}(?:\.\d{1,12})?$/;

function parseView(text: string): TourView | undefined {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length < 2 || parts.length > 3 || !parts.every((part) => NUMBER.test(part))) return undefined;
  const [yaw = 0, pitch = 0, fov = DEFAULT_FOV] = parts.map(Number);
  return { yaw: wrapDegrees(yaw), pitch: clamp(pitch, -90, 90), fov: clamp(fov, MIN_FOV, MAX_FOV) };
}

const isId = (text: string) => text.length <= MAX_TOUR_ID_LENGTH && TOUR_ID.test(text);

/** Reads scene, light and view from a query string. What makes no sense is ignored, numbers are clamped; never throws. */
export function parseTourLink(query: string | URLSearchParams): TourLink {
  const parameters = typeof query === 'string' ? new URLSearchParams(query) : query;
  const scene = parameters.get('scene') ?? '';
  const light = parameters.get('light') ?? '';
  const view = parseView((parameters.get('view') ?? '').slice(0, 100));
  return {
    ...(isId(scene) && { scene }),
    ...(isId(light) && { light }),
    ...(view !== undefined && { view }),
  };
}

/** One decimal is finer than a pixel of the screen. Never "-0". */
const rounded = (degrees: number) => String(Math.round(degrees * 10) / 10 || 0);

/** The query of a scene, light and view, without a question mark; empty where there is none. */
export function formatTourLink({ scene, light, view }: TourLink): string {
  const parts: string[] = [];
  if (scene !== undefined) parts.push(`scene=${encodeURIComponent(scene)}`);
  if (light !== undefined) parts.push(`light=${encodeURIComponent(light)}`);
  if (view !== undefined) parts.push(`view=${[view.yaw, view.pitch, view.fov].map(rounded).join(',')}`);
  return parts.join('&');
}
