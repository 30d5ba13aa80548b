import { createMemoryFolder } from './run-folder.ts';

/** Vitest's setup for runs without `npm test`: on a disk, a copy of a database takes twenty times as long. */
export default createMemoryFolder;
