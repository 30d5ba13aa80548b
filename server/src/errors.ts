import type { Problem } from '@oriel/contract';

/** An expected failure: thrown by services, sent to the client as `application/problem+json`. */
export class AppError extends Error {
  override name = 'AppError';
  readonly status: number;
  /** Stable and machine-readable, in snake case. */
  readonly code: string;
  readonly headers: Record<string, string>;
  readonly conflict: Problem['conflict'];

  /**
   * @param detail a sentence that pages show as it is
   * @param conflict what another change was made to in the meantime
   */
  constructor(
    status: number,
    code: string,
    detail: string,
    headers: Record<string, string> = {},
    conflict?: Problem['conflict'],
  ) {
    super(detail);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.conflict = conflict;
  }
}

/** The error for a URL without a resource, or with one whose existence the caller must not learn. */
export function notFound(): AppError {
  return new AppError(404, 'not_found', 'There is nothing at this address.');
}
