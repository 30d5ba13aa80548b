const CODES = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN']);
const WORDS =
  /no space|write error|unable to (?:open|write|create|allocate)|out of memory|cannot allocate|temporarily unavailable|too many open files|ENOSPC|ENOMEM|EAGAIN/i;

/** Whether the machine has failed, by its disk or its memory, and not a decoder. */
export const isMachineError = (error: unknown): boolean =>
  error instanceof Error &&
  (WORDS.test(error.message) || CODES.has((error as NodeJS.ErrnoException).code ?? ''));

/** A probe's report of the machine's failure: the work may be repeated. */
export interface Failure {
  failed: string;
}

/** The report of an error: of the machine, or else of a damaged file. */
export const reportError = (error: unknown): Failure | { refused: 'media_corrupt' } =>
  isMachineError(error) ? { failed: (error as Error).message } : { refused: 'media_corrupt' };
