/** The limits of a tour document. */
export const TOUR_LIMITS = {
  bytes: 1_000_000,
  scenes: 300,
  hotspotsPerScene: 200,
  plans: 50,
  looksPerScene: 50,
  lightsPerScene: 8,
  soundsPerScene: 20,
  captionTracks: 20,
  cuesPerTrack: 2000,
  guideSteps: 300,
  outlinePoints: 100,
} as const;

/** The range of vertical fields of view, in degrees. */
export const MIN_FOV = 5;
export const MAX_FOV = 120;
export const DEFAULT_FOV = 75;

/** Words of lower-case letters and digits, joined by hyphens. */
export const TOUR_ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const MAX_TOUR_ID_LENGTH = 64;
