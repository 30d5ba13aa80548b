import { z } from 'zod';
import type { Permission } from './permissions.ts';

/** The HTTP methods of the API. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Who may call: guests too, only a member with a valid access token, or only a member whose role has a permission. For a
 * permission within a workspace the query names the workspace (`InWorkspace`).
 */
export type Audience = 'anyone' | 'member' | { readonly permission: Permission };

/**
 * One call of the API as data. The server registers its route from it, the browser's client derives types and URL
 * from it, and OpenAPI is generated from it.
 *
 * `path` uses `:name` for parameters. `response` is the body of a success (200). Failures are always
 * `application/problem+json` (see `problem.ts`); `errors` names the codes that are specific to this call.
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

type Definition = Omit<Endpoint, 'method' | 'path' | 'audience'>;

const endpointFor =
  <const A extends Audience>(audience: A) =>
  /** Keeps the literal types that the client is derived from. */
  <const M extends Method, const P extends Endpoint['path'], const D extends Definition>(
    method: M,
    path: P,
    definition: D,
  ) => ({ method, path, audience, ...definition });

/** Declares an endpoint for guests and members. */
export const publicEndpoint = endpointFor('anyone');

/** Declares an endpoint for members alone. */
export const memberEndpoint = endpointFor('member');

/** Declares an endpoint for members whose role has the permission. */
export const permittedEndpoint = <const P extends Permission>(permission: P) => endpointFor({ permission });

/** The id of a workspace. */
export const WorkspaceId = z
  .string()
  .regex(/^w_[\w-]{22}$/)
  .describe('The workspace that the request concerns.');

/** The query of endpoints that concern one workspace. */
export const InWorkspace = z.object({ workspace: WorkspaceId });
