import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Who may call: everyone, or only a member with a valid bearer token. */
export type Audience = 'anyone' | 'member';

/**
 * One call of the API as data: the server registers its route from it, the browser's client derives its types and
 * address from it, and OpenAPI is generated from it.
 *
 * `path` uses `:name` for parameters. `response` is the body of a successful answer (200). Failures are always
 * `application/problem+json` (see `problem.ts`); `errors` names the codes that this call can answer with.
 */
export interface Endpoint {
  readonly method: Method;
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly tag: string;
  readonly audience: Audience;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly response: z.ZodType;
  readonly errors?: readonly string[];
}

/** Declares an endpoint, keeping the literal types that the client is derived from. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}
