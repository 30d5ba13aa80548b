import { setTimeout as sleep } from 'node:timers/promises';

/** What a call may change. */
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

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what came back, as the checks look at it
  body: any;
}

/** A change that was asked for, and what is known of it. */
export interface Write {
  kind: WriteKind;
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
  /** Whose it is; undefined for sign-ups and for the gateway's own records. */
  memberId: string | undefined;
  /** Between which two kills it was asked for. */
  round: number;
  /** Undefined where no whole answer came, or one that says "try again": it may have happened or not. */
  answer: Answer | undefined;
}

/** The only answers of each kind that are no mistake, 503 apart. */
const EXPECTED: Record<WriteKind, readonly number[]> = {
  'sign-up': [200, 409],
  // A second press finds the link used.
  confirm: [200, 400],
  // 403: what is left waits for the member to verify their email.
  unlock: [200, 402, 403],
  order: [200],
  payment: [200],
  verify: [200, 409],
  failure: [200],
  refund: [200, 400],
  dispute: [200],
  verdict: [200],
};
/** The sandbox stands for a third party's service, which may fail in its own way. */
const GATEWAYS: ReadonlySet<WriteKind> = new Set(['payment', 'refund', 'dispute', 'verdict']);

const CALL_TIMEOUT_MS = 25_000;
const RETRY_FOR_MS = 30_000;
const RETRY_EVERY_MS = 250;

/** Sends requests to the server wherever it is now, and remembers every change with its answer. */
export class Recorder {
  /** Where the server is. */
  url = '';
  round = 0;
  readonly writes: Write[] = [];
  readonly #reportViolation: (problem: string) => void;

  constructor(reportViolation: (problem: string) => void) {
    this.#reportViolation = reportViolation;
  }

  /** @returns undefined where no whole answer came */
  async call(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string> = {},
    body?: object,
  ): Promise<Answer | undefined> {
    try {
      const answer = await fetch(`${this.url}${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      });
      return { status: answer.status, body: await answer.json() };
    } catch {
      return undefined;
    }
  }

  /** A read of a member's; anything but 200 and 503 is a mistake. */
  async read(path: string, headers: Record<string, string>): Promise<Answer['body'] | undefined> {
    const answer = await this.call('GET', path, headers);
    if (answer?.status === 200) return answer.body;
    if (answer !== undefined && answer.status !== 503) {
      this.#reportViolation(`GET ${path} was answered ${answer.status} ${answer.body.code}`);
    }
    return undefined;
  }

  /** Asks for a change, and remembers what came of it. */
  async write(request: Omit<Write, 'round' | 'answer'>): Promise<Write> {
    const write: Write = { ...request, round: this.round, answer: undefined };
    this.writes.push(write);
    write.answer = await this.#answerOf(write);
    return write;
  }

  /** Asks again for a change, while all is well, until it is answered; remembers that too. */
  async retry(before: Write): Promise<Answer | undefined> {
    const { kind, path, headers, body, memberId } = before;
    for (const deadline = Date.now() + RETRY_FOR_MS; Date.now() < deadline; await sleep(RETRY_EVERY_MS)) {
      const { answer } = await this.write({ kind, path, headers, body, memberId });
      if (answer !== undefined) return answer;
    }
    this.#reportViolation(
      `a retried ${before.kind} (${before.path}) found no answer in ${RETRY_FOR_MS / 1000} s`,
    );
    return undefined;
  }

  async #answerOf({ kind, path, headers, body }: Write): Promise<Answer | undefined> {
    const answer = await this.call('POST', path, headers, body);
    if (answer === undefined || answer.status === 503) return undefined;
    // The first one with this key may have died on the way: whether it did is known after a minute.
    if (answer.status === 409 && answer.body.code === 'idempotency_in_progress') return undefined;
    if (EXPECTED[kind].includes(answer.status)) return answer;
    if (!(answer.status === 500 && GATEWAYS.has(kind))) {
      this.#reportViolation(`${kind} (${path}) was answered ${answer.status} ${answer.body.code}`);
    }
    return undefined;
  }
}
