import type * as contract from '@oriel/contract';
import type { Endpoint, Problem } from '@oriel/contract';
import type { z } from 'zod';
import { browserSession } from './session/browser-session.ts';

type AnyEndpoint = Extract<(typeof contract)[keyof typeof contract], Endpoint>;
type Key<E extends Endpoint> = `${E['method']} ${E['path']}`;
type EndpointOf<K extends string> = Extract<
  AnyEndpoint,
  { method: K extends `${infer M} ${string}` ? M : never; path: K extends `${string} ${infer P}` ? P : never }
>;

type Input<T> = T extends z.ZodType ? z.input<T> : never;
type Option<E, Name extends string> = E extends { [N in Name]: infer T }
  ? { [N in Name]: Loose<Input<T>> }
  : { [N in Name]?: undefined };
/** Zod's coerced numbers accept anything; callers pass numbers or text. Of a record with any names, the values are anything. */
type Loose<T> = T extends object
  ? {
      [P in keyof T]: unknown extends T[P]
        ? string extends P
          ? unknown
          : string | number | undefined
        : T[P];
    }
  : T;

/** `METHOD /path` of every call in the contract. */
export type ApiKey = Key<AnyEndpoint>;
export type ApiResponse<K extends ApiKey> = z.output<EndpointOf<K>['response']>;
export type ApiOptions<K extends ApiKey> = OptionsOf<EndpointOf<K>>;
/** One endpoint at a time: the union of all options is too large for the compiler. */
type OptionsOf<E> = E extends Endpoint
  ? Option<E, 'params'> &
      Partial<Option<E, 'query'>> &
      Partial<Option<E, 'body'>> & {
        signal?: AbortSignal;
        /** The same for every attempt at one request, so that the server processes it once. */
        idempotencyKey?: string;
        /** The revision that a change is made to (`If-Match`). */
        revision?: number;
      }
  : never;

/** The code of a response without a problem document of ours, from a proxy for instance. */
const UNEXPLAINED = 'unexplained';

/** A failure that the server explained. `message` is a sentence that may be shown. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(problem: Pick<Problem, 'status' | 'code' | 'detail'>) {
    super(problem.detail);
    this.name = 'ApiError';
    this.status = problem.status;
    this.code = problem.code;
  }
}

/** Refusals that the server explained; faults and overload are not for visitors. */
const isRefusal = ({ status, code }: ApiError) => status < 500 && code !== UNEXPLAINED;

/** As `isRefusal`, with the server's request to come back later. */
export const isRefusalOrBusy = (error: ApiError) =>
  isRefusal(error) || (error.status === 503 && error.code !== UNEXPLAINED);

/** Where the server's schemas found a fault ("body.email: ..."); visitors see the field instead. */
const SCHEMA_PATH = /^(?:body|params|query)[\w.]*: /;

interface ErrorMessageOptions {
  /** Shown where there was no response; the fallback by default. */
  offline?: string;
  /** Whether the server's own sentence is shown. */
  trusts?: (error: ApiError) => boolean;
}

/** The sentence to show for a failure: the server's own where it explained a refusal, else the fallback. */
export function errorMessage(
  error: unknown,
  fallback: string,
  { offline = fallback, trusts = isRefusal }: ErrorMessageOptions = {},
): string {
  if (!(error instanceof ApiError)) return offline;
  return (trusts(error) && error.message.replace(SCHEMA_PATH, '')) || fallback;
}

/** Anything with `fetch`'s shape: the browser's own, or one that stays inside the server's process. */
export type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

async function toApiError(response: Response): Promise<ApiError> {
  const fallback = {
    status: response.status,
    code: UNEXPLAINED,
    detail: `Request failed with status ${response.status}`,
  };
  if (!response.headers.get('content-type')?.includes('json')) return new ApiError(fallback);
  const problem: Partial<Problem> = await response.json().catch(() => ({}));
  return new ApiError({ ...fallback, ...problem });
}

/** The response body and, for lists, what its headers say. */
export interface ApiResult<T> {
  data: T;
  /** From X-Total-Count; undefined where the call has none. */
  total: number | undefined;
  /** The cursor of the next page, from the Link header; undefined on the last page. */
  nextCursor: string | undefined;
}

function nextCursorOf(link: string | null): string | undefined {
  const target = link?.match(/<([^<>]+)>;\s*rel="next"/)?.[1];
  return target === undefined
    ? undefined
    : (new URL(target, 'http://localhost').searchParams.get('cursor') ?? undefined);
}

/** The client of the API. It imports the contract's types alone, so no schema reaches the browser. @throws {ApiError} unless the response is 2xx */
export function createApi(fetch: Fetch) {
  return async function api<K extends ApiKey>(
    key: K,
    options: ApiOptions<K>,
  ): Promise<ApiResult<ApiResponse<K>>> {
    const [method = 'GET', template = ''] = key.split(' ');
    const params: Record<string, unknown> = options.params ?? {};
    const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(options.query ?? {})) {
      if (value !== undefined && value !== '') search.set(name, String(value));
    }
    const init: RequestInit = { method, headers: { accept: 'application/json' } };
    if (options.signal) init.signal = options.signal;
    if (method !== 'GET') {
      init.headers = {
        ...init.headers,
        'content-type': 'application/json',
        ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
        ...(options.revision !== undefined && { 'if-match': `"${options.revision}"` }),
      };
      init.body = JSON.stringify(options.body ?? {});
    }
    const response = await fetch(search.size > 0 ? `${path}?${search}` : path, init);
    if (!response.ok) throw await toApiError(response);
    const total = response.headers.get('x-total-count');
    return {
      data: await response.json(),
      total: total === null ? undefined : Number(total),
      nextCursor: nextCursorOf(response.headers.get('link')),
    };
  };
}

export type Api = ReturnType<typeof createApi>;

/** The browser's client. It sends the member's access token, if any, and renews it when it has expired. */
export const api: Api = createApi((path, init) => browserSession().fetch(path, init));
