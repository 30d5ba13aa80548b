export type { Box } from './box.ts';
export { type Editing, type EditingOptions, editScene } from './editing.ts';
export type { Degrees } from './geometry.ts';
export type { EditedScene, EditedSpot, SpotPlace } from './scene.ts';
