import type { Hotspot } from '../src/types.ts';
import { expect, photo, type Stand } from './fixture.ts';

export const HOTSPOTS: Hotspot[] = [
  { id: 'bathroom', kind: 'door', label: 'Bathroom', at: { yaw: 0.3, pitch: 0.1 } },
  { id: 'clock', kind: 'info', label: 'Clock', at: { yaw: -0.4, pitch: -0.1 } },
  { id: 'site', kind: 'link', label: 'Website', at: { yaw: 2.8, pitch: 0.3 }, href: '/elsewhere' },
  {
    id: 'window',
    kind: 'picture',
    label: 'Window',
    outline: [
      { yaw: -1.4, pitch: 0.4 },
      { yaw: -0.8, pitch: 0.4 },
      { yaw: -0.8, pitch: -0.5 },
      { yaw: -1.4, pitch: -0.5 },
    ],
  },
];
/** In the middle between their corners or at their point. */
export const DIRECTIONS = [
  { yaw: 0.3, pitch: 0.1 },
  { yaw: -0.4, pitch: -0.1 },
  { yaw: 2.8, pitch: 0.3 },
  { yaw: -1.1, pitch: -0.05 },
];

export const pressed = (stand: Stand) => stand.events('hotspot');
export const spot = (stand: Stand, name: string) => stand.page.getByLabel(name, { exact: true });
export const list = (stand: Stand) => stand.page.getByRole('list', { name: 'In this scene' });
export const canvas = (stand: Stand) => stand.page.getByRole('application');

/** Loads a scene with hotspots, and waits until they are there. */
export async function open(stand: Stand, hotspots = HOTSPOTS): Promise<void> {
  await stand.open();
  await stand.showHotspots();
  await stand.load(photo('direction', { hotspots }));
  await expect(list(stand)).toBeVisible();
}

/** Where the middle of an element is on screen. */
export async function middle(stand: Stand, name: string): Promise<{ x: number; y: number }> {
  const box = await spot(stand, name).boundingBox();
  if (!box) throw new Error(`${name} has no box`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** How far the middle of the screen is from a direction, in radians. */
export async function distance(stand: Stand, to: { yaw: number; pitch: number }): Promise<number> {
  const { yaw, pitch } = await stand.restingView();
  const cosine =
    Math.sin(pitch) * Math.sin(to.pitch) + Math.cos(pitch) * Math.cos(to.pitch) * Math.cos(yaw - to.yaw);
  return Math.acos(Math.min(1, cosine));
}
