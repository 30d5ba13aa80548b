import { setTimeout as sleep } from 'node:timers/promises';

/** The kinds of write requests. */
export type WriteKind =
  | 'sign-up'
  | 'confirm'
  | 'unlock'
  | 'order'
  | 'payment'
  | 'verify'
  | 'failure'
  | 'refund'
  | 'dispute'
  | 'verdict';

export interface ApiResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the checks read fields of any response
  body: any;
}

/** A write request and its outcome. */
export interface Write {
  kind: WriteKind;
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
  /** Undefined for sign-ups and for requests to the gateway. */
  memberId: string | undefined;
  /** The number of kills before it. */
  round: number;
  /** Undefined if no complete response arrived, or one that asks for a retry: the write may have happened or not. */
  response: ApiResponse | undefined;
}

/** The acceptable statuses of each kind, besides 503. */
const EXPECTED: Record<WriteKind, readonly number[]> = {
  'sign-up': [200, 409],
  // 400: the link was used.
  confirm: [200, 400],
  // 403: the remaining tokens need a verified email.
  unlock: [200, 402, 403],
  order: [200],
  payment: [200],
  verify: [200, 409],
  failure: [200],
  refund: [200, 400],
  dispute: [200],
  verdict: [200],
};
/** Requests to the sandbox: like any external service, it may fail with 500. */
const GATEWAYS: ReadonlySet<WriteKind> = new Set(['payment', 'refund', 'dispute', 'verdict']);

const CALL_TIMEOUT_MS = 25_000;
const RETRY_FOR_MS = 30_000;
const RETRY_EVERY_MS = 250;

/** Sends requests to the server at its current URL, and records every write with its response. */
export class Recorder {
  /** The server's current origin. */
  url = '';
  round = 0;
  readonly writes: Write[] = [];
  readonly #reportViolation: (problem: string) => void;

  constructor(reportViolation: (problem: string) => void) {
    this.#reportViolation = reportViolation;
  }

  /** @returns undefined if no complete response arrived */
  async call(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string> = {},
    body?: object,
  ): Promise<ApiResponse | undefined> {
    try {
      const response = await fetch(`${this.url}${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      });
      return { status: response.status, body: await response.json() };
    } catch {
      return undefined;
    }
  }

  /** Reads as a member; any status but 200 and 503 is a violation. */
  async read(path: string, headers: Record<string, string>): Promise<ApiResponse['body'] | undefined> {
    const response = await this.call('GET', path, headers);
    if (response?.status === 200) return response.body;
    if (response !== undefined && response.status !== 503) {
      this.#reportViolation(`GET ${path} got ${response.status} ${response.body.code}`);
    }
    return undefined;
  }

  /** Sends and records a write. */
  async write(request: Omit<Write, 'round' | 'response'>): Promise<Write> {
    const write: Write = { ...request, round: this.round, response: undefined };
    this.writes.push(write);
    write.response = await this.#send(write);
    return write;
  }

  /** Repeats a write until there is a response, while the server is healthy; records each attempt. */
  async retry(before: Write): Promise<ApiResponse | undefined> {
    const { kind, path, headers, body, memberId } = before;
    for (const deadline = Date.now() + RETRY_FOR_MS; Date.now() < deadline; await sleep(RETRY_EVERY_MS)) {
      const { response } = await this.write({ kind, path, headers, body, memberId });
      if (response !== undefined) return response;
    }
    this.#reportViolation(
      `a retried ${before.kind} (${before.path}) got no response within ${RETRY_FOR_MS / 1000} s`,
    );
    return undefined;
  }

  async #send({ kind, path, headers, body }: Write): Promise<ApiResponse | undefined> {
    const response = await this.call('POST', path, headers, body);
    if (response === undefined || response.status === 503) return undefined;
    // The first request with this key may have died; its outcome is unknown until its claim expires.
    if (response.status === 409 && response.body.code === 'idempotency_in_progress') return undefined;
    if (EXPECTED[kind].includes(response.status)) return response;
    if (!(response.status === 500 && GATEWAYS.has(kind))) {
      this.#reportViolation(`${kind} (${path}) got ${response.status} ${response.body.code}`);
    }
    return undefined;
  }
}
