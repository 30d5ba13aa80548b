import type { Write } from '../../chaos/recorder.ts';
import { type Answer, CountingRecorder, describeAnswer, Tally } from '../tally.ts';

const TIMEOUT_MS = 25_000;
/** Between two acknowledged writes of the load nothing is wrong for so long. */
const SHORT_SILENCE_MS = 2_500;

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
  /** 500, or 503 without Retry-After; none may be. */
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
  /** The longest that a request took, in milliseconds; a drill sets it to 0. */
  slowestMs = 0;

  /** @returns undefined where the request has to be repeated, or failed */
  override async ask(
    url: string,
    init: RequestInit = {},
    isRight: (status: number) => boolean = (status) => status < 500,
  ): Promise<Answer | undefined> {
    this.counts.requests += 1;
    const began = performance.now();
    try {
      const answer = await this.send(url, init, TIMEOUT_MS);
      this.#count(url, init, answer);
      return isRight(answer.status) ? answer : undefined;
    } catch (error) {
      this.counts.none += 1;
      console.error(`${this.step}: ${init.method ?? 'GET'} ${url} got no answer: ${error}`);
      return undefined;
    } finally {
      this.slowestMs = Math.max(this.slowestMs, performance.now() - began);
    }
  }

  #count(url: string, init: RequestInit, answer: Answer): void {
    const { counts } = this;
    const { status, headers } = answer;
    if (status < 500) counts.answered += 1;
    else if (status === 503 && headers.has('retry-after')) counts.refused += 1;
    else if (status === 500 && url.includes('/sandbox/')) counts.sandbox += 1;
    else if (status === 502 || status === 504) counts.gateway += 1;
    else {
      counts.wrong += 1;
      this.fail(describeAnswer(url, init, answer));
    }
  }
}

/** A write's time, in milliseconds of `performance.now()`. */
export interface Timed {
  began: number;
  ended: number;
  /** Whether the site has answered, be it with a refusal. */
  isAcknowledged: boolean;
}

/** Records the writes of members, and when each was sent and answered. */
export class TimedRecorder extends CountingRecorder {
  readonly times: Timed[] = [];
  /** When writes were sent that have no answer yet. */
  readonly #waiting = new Set<{ began: number }>();

  override async write(request: Omit<Write, 'round' | 'response'>): Promise<Write> {
    const waiting = { began: performance.now() };
    this.#waiting.add(waiting);
    const write = await super.write(request);
    this.#waiting.delete(waiting);
    const isAcknowledged = write.response !== undefined;
    this.times.push({ ...waiting, ended: performance.now(), isAcknowledged });
    return write;
  }

  /** How many writes were acknowledged; a refusal, such as for want of tokens, is none. */
  get acknowledged(): number {
    return this.writes.filter(({ response }) => response?.status === 200).length;
  }

  /** Whether some writes sent since a moment were acknowledged, none of them failed, and no earlier one still waits. */
  isCalm(since: number): boolean {
    const recent = this.times.filter(({ began }) => began >= since);
    const isLate = [...this.#waiting].some(({ began }) => began < since);
    return !isLate && recent.length > 0 && recent.every(({ isAcknowledged }) => isAcknowledged);
  }

  /**
   * How long after a moment writes were away: until the first acknowledged one after the last one sent that was not, or
   * after the longest time without any.
   *
   * @param since of `performance.now()`
   * @returns milliseconds; 0 if none failed, Infinity if none has succeeded since
   */
  outage(since: number): number {
    const later = this.times.filter(({ ended }) => ended >= since);
    const failures = later.filter(({ isAcknowledged }) => !isAcknowledged).map(({ began }) => began);
    if (failures.length === 0) return this.#silence(since);
    const last = Math.max(...failures);
    const next = later.filter(({ began, isAcknowledged }) => isAcknowledged && began >= last);
    return Math.max(Math.min(...next.map(({ ended }) => ended)) - since, this.#silence(since));
  }

  /** The end of the longest time without an acknowledgement since a moment, in milliseconds after it; 0 if that was short. */
  #silence(since: number): number {
    const ends = this.times
      .filter(({ ended, isAcknowledged }) => isAcknowledged && ended >= since)
      .map(({ ended }) => ended)
      .sort((one, other) => one - other);
    let end = 0;
    let longest = SHORT_SILENCE_MS;
    for (const [index, at] of ends.entries()) {
      const silence = at - (ends[index - 1] ?? since);
      if (silence <= longest) continue;
      longest = silence;
      end = at - since;
    }
    return end;
  }
}
