/** Maps of view directions: the picture of a scene in fields of 10 by 10 degrees. */
export const GAZE_COLUMNS = 36;
export const GAZE_ROWS = 18;
export const GAZE_BINS = GAZE_COLUMNS * GAZE_ROWS;

const TURN = 2 * Math.PI;
const clamp = (value: number, max: number) => Math.min(max, Math.max(0, value));

/**
 * The field that a direction is in: row by row from the zenith down, each from the picture's left edge.
 *
 * @param yaw radians, 0 in the middle of the picture, growing to the right
 * @param pitch radians, 0 at the picture's middle, growing upwards
 * @returns 0 to 647
 */
export function gazeBin(yaw: number, pitch: number): number {
  const share = yaw / TURN + 0.5;
  // The right edge is the left one.
  const column = clamp(Math.floor((share - Math.floor(share)) * GAZE_COLUMNS), GAZE_COLUMNS - 1);
  const row = clamp(Math.floor((0.5 - pitch / Math.PI) * GAZE_ROWS), GAZE_ROWS - 1);
  return row * GAZE_COLUMNS + column;
}

/** The middle of a field, in degrees. */
export function gazeDirection(bin: number): { yaw: number; pitch: number } {
  const size = 360 / GAZE_COLUMNS;
  const row = Math.floor(bin / GAZE_COLUMNS);
  return { yaw: ((bin % GAZE_COLUMNS) + 0.5) * size - 180, pitch: 90 - (row + 0.5) * size };
}
