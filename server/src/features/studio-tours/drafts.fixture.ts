import type { TourInput } from '@oriel/contract';

/** A tour of one room, whose picture is an asset. */
export const aTour = (asset: string): TourInput => ({
  version: 1,
  start: 'lobby',
  scenes: [{ id: 'lobby', title: 'Lobby', media: asset, view: { yaw: 0, pitch: 0, fov: 75 } }],
});
