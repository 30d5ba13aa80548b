import { type ApiResponse, Recorder } from '../chaos/recorder.ts';

const TIMEOUT_MS = 30_000;
/** How many failures are described; the others are only counted. */
const DESCRIBED = 20;

/** A complete response. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Buffer;
}

/** What a request got, for people. */
export const describeAnswer = (
  url: string,
  { method = 'GET' }: RequestInit,
  { status, body }: Answer,
): string => `${method} ${url} got ${status} ${body.toString().slice(0, 200)}`;

/** Counts requests, and prints those that failed: without a complete response, or with a status that no client should see. */
export class Tally {
  requests = 0;
  failed = 0;
  /** What the drill is doing, for descriptions. */
  step = '';

  /**
   * Sends a request.
   *
   * @param isRight whether a status is what the client must get; by default all but 5xx are
   * @returns undefined if it failed
   */
  async ask(
    url: string,
    init: RequestInit = {},
    isRight: (status: number) => boolean = (status) => status < 500,
  ): Promise<Answer | undefined> {
    try {
      const answer = await this.send(url, init, TIMEOUT_MS);
      if (isRight(answer.status)) return answer;
      this.fail(describeAnswer(url, init, answer));
    } catch (error) {
      const { message, cause } = error as Error;
      this.fail(`${init.method ?? 'GET'} ${url} got no response: ${message} ${String(cause ?? '')}`);
    }
    return undefined;
  }

  /** Sends a request as a visitor of its own. @throws {Error} if there is no complete response in time */
  protected async send(url: string, init: RequestInit, timeoutMs: number): Promise<Answer> {
    this.requests += 1;
    // Limits count visitors by their IP, and these are many.
    const ip = `198.18.${(this.requests >> 8) & 255}.${this.requests & 255}`;
    const headers = { 'x-forwarded-for': ip, ...init.headers };
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), ...init, headers });
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, body };
  }

  /** Records a failure: a request's, or of what was acknowledged before. */
  fail(description: string): void {
    this.failed += 1;
    if (this.failed <= DESCRIBED) console.error(`${new Date().toISOString()} ${this.step}: ${description}`);
  }
}

/** Records writes, as in the chaos suite, and counts all of its requests. */
export class CountingRecorder extends Recorder {
  readonly #tally: Tally;

  constructor(tally: Tally) {
    super((problem) => tally.fail(problem));
    this.#tally = tally;
  }

  override async call(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string> = {},
    body?: object,
  ): Promise<ApiResponse | undefined> {
    const answer = await this.#tally.ask(`${this.url}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return answer && { status: answer.status, body: JSON.parse(answer.body.toString()) };
  }
}
