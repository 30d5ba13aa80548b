import { Recorder, type Write } from '../../chaos/recorder.ts';
import { type Answer, Tally } from '../tally.ts';

const TIMEOUT_MS = 25_000;

/** Requests of one kind of outcome, since the drill began. */
export interface Counts {
  requests: number;
  /** 2xx to 4xx. */
  answered: number;
  /** 503 with Retry-After, as the site says that it cannot now. */
  refused: number;
  /** 502 and 504, of nginx alone: no process took the request, or it died with it. */
  gateway: number;
  /** 500 of the sandbox's gateway, which may fail like any external service. */
  sandbox: number;
  /** 500, or 503 without Retry-After: none may be. */
  wrong: number;
  /** No complete response. */
  none: number;
}

/** Sends all requests of the load, and counts every answer by its class. */
export class Answers extends Tally {
  readonly counts: Counts = {
    requests: 0,
    answered: 0,
    refused: 0,
    gateway: 0,
    sandbox: 0,
    wrong: 0,
    none: 0,
  };
  /** The longest that a request took, in milliseconds. */
  slowestMs = 0;

  /** @returns undefined where the request has to be repeated, or failed */
  override async ask(
    url: string,
    init: RequestInit = {},
    isRight: (status: number) => boolean = (status) => status < 500,
  ): Promise<(Answer & { headers: Headers }) | undefined> {
    const { counts } = this;
    this.requests += 1;
    counts.requests += 1;
    const ip = `198.18.${(this.requests >> 8) & 255}.${this.requests & 255}`;
    const began = performance.now();
    try {
      const headers = { 'x-forwarded-for': ip, ...init.headers };
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), ...init, headers });
      const answer = {
        status: response.status,
        body: Buffer.from(await response.arrayBuffer()),
        headers: response.headers,
      };
      this.#count(answer, `${init.method ?? 'GET'} ${url}`);
      return isRight(answer.status) ? answer : undefined;
    } catch {
      counts.none += 1;
      return undefined;
    } finally {
      this.slowestMs = Math.max(this.slowestMs, performance.now() - began);
    }
  }

  #count({ status, body, headers }: Answer & { headers: Headers }, request: string): void {
    const { counts } = this;
    if (status < 500) counts.answered += 1;
    else if (status === 503 && headers.has('retry-after')) counts.refused += 1;
    else if (status === 500 && request.includes('/sandbox/')) counts.sandbox += 1;
    else if (status === 502 || status === 504) counts.gateway += 1;
    else {
      counts.wrong += 1;
      this.fail(`${request} got ${status} ${body.toString().slice(0, 200)}`);
    }
  }
}

/** A write's time, in milliseconds of `performance.now()`. */
export interface Timed {
  began: number;
  ended: number;
  isAcknowledged: boolean;
}

/** Records the writes of members, and when each was sent and answered. */
export class TimedRecorder extends Recorder {
  readonly times: Timed[] = [];
  readonly #answers: Answers;

  constructor(answers: Answers) {
    super((problem) => answers.fail(problem));
    this.#answers = answers;
  }

  override async call(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string> = {},
    body?: object,
  ) {
    const answer = await this.#answers.ask(
      `${this.url}${path}`,
      {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      // What is wrong is counted already.
      (status) => status < 500,
    );
    return answer && { status: answer.status, body: JSON.parse(answer.body.toString()) };
  }

  override async write(request: Omit<Write, 'round' | 'response'>): Promise<Write> {
    const began = performance.now();
    const write = await super.write(request);
    this.times.push({ began, ended: performance.now(), isAcknowledged: write.response !== undefined });
    return write;
  }

  /** How many writes were acknowledged. */
  get acknowledged(): number {
    return this.times.filter(({ isAcknowledged }) => isAcknowledged).length;
  }

  /**
   * How long after a moment writes were refused: until the first acknowledged one after the last one sent that was not.
   *
   * @param since of `performance.now()`
   * @returns milliseconds; 0 if none failed, Infinity if none has succeeded since
   */
  outage(since: number): number {
    const later = this.times.filter(({ ended }) => ended >= since);
    const failures = later.filter(({ isAcknowledged }) => !isAcknowledged).map(({ began }) => began);
    if (failures.length === 0) return 0;
    const last = Math.max(...failures);
    const next = later.filter(({ began, isAcknowledged }) => isAcknowledged && began >= last);
    return Math.min(...next.map(({ ended }) => ended)) - since;
  }
}
