import {
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  halfJitterGenerator,
  handleWhen,
  type IBackoff,
  isBrokenCircuitError,
  retry,
} from 'cockatiel';
import { beforeDeadline, DeadlineError, timeLeftMs } from '../deadline.ts';
import { traced } from '../tracing/tracing.ts';

export interface ResilienceOptions {
  /** Names the service in the metrics. */
  service: string;
  /** How long one attempt may take, unless it says otherwise; left out where the client has time limits of its own. */
  timeoutMs?: number;
  /** How many outages in a row open the circuit. */
  failures?: number;
  /** How long an open circuit refuses calls before it lets one attempt through. */
  restMs?: number;
  /** How often `retry` attempts its work, the first attempt included. */
  attempts?: number;
  /** Whether an error means that the service is in trouble. Other errors prove that it responds. */
  isOutage(error: unknown): boolean;
  /** What is thrown instead of calling while the circuit is open. */
  unavailable(): Error;
}

/** How calls to one outside service are limited, counted and repeated. */
export interface Resilience {
  /**
   * One attempt, through the circuit breaker. Its signal aborts when the time is over, or that of the current request, which
   * tells nothing about the service.
   */
  call<T>(attempt: (signal: AbortSignal) => Promise<T>, timeoutMs?: number): Promise<T>;
  /**
   * Repeats work that fails by an outage, with growing pauses.
   *
   * @param work safe to repeat; `index` is 0 for the first attempt
   */
  retry<T>(work: (index: number) => Promise<T>): Promise<T>;
}

/** A rest on the monotonic clock: the breaker asks the machine's clock, which may be set back meanwhile. */
function restOf(restMs: number): IBackoff<unknown> {
  const until = performance.now() + restMs;
  return {
    get duration() {
      return performance.now() < until ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    },
    next: () => restOf(restMs),
  };
}

/** What failed because the request that called had no more time. */
class CutShort extends Error {}

/**
 * Unlike cockatiel's timeout, aborts nothing that has ended: fetch makes an error of each abort.
 *
 * @throws {CutShort} when the time of the current request, which is shorter, has ended it
 */
async function abortAfter<T>(milliseconds: number, attempt: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const left = timeLeftMs();
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), Math.max(0, Math.min(milliseconds, left)));
  try {
    return await attempt(controller.signal);
  } catch (error) {
    throw controller.signal.aborted && left < milliseconds ? new CutShort('', { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** The newest circuit of each service in this process. */
const circuits = new Map<string, { readonly state: CircuitState }>();

/** Whether the circuit of each service is open, by its name. */
export function openCircuits(): [service: string, isOpen: boolean][] {
  return [...circuits].map(([service, { state }]) => [service, state !== CircuitState.Closed]);
}

/** The policy for calls to one outside service: five outages in a row open its circuit for five seconds by default. */
export function createResilience(options: ResilienceOptions): Resilience {
  const { service, timeoutMs, failures = 5, restMs = 5_000, attempts = 3, isOutage, unavailable } = options;
  const outages = handleWhen((error) => !(error instanceof CutShort) && isOutage(error));
  const repeatable = handleWhen((error) => isOutage(error) && timeLeftMs() > 0);
  const counter = new ConsecutiveBreaker(failures);
  const breaker = circuitBreaker(outages, {
    breaker: counter,
    halfOpenAfter: { next: () => restOf(restMs) },
  });
  circuits.set(service, breaker);
  const repeat = retry(repeatable, {
    maxAttempts: attempts - 1,
    backoff: new ExponentialBackoff({ initialDelay: 300, maxDelay: 5_000, generator: halfJitterGenerator }),
  });
  return {
    async call(attempt, limitMs = timeoutMs) {
      // One attempt is on its way after a rest: the others are refused until it succeeds.
      if (breaker.state === CircuitState.HalfOpen || timeLeftMs() <= 0) throw unavailable();
      try {
        return await breaker.execute(({ signal }) =>
          traced({ name: service, kind: 'client', attributes: { 'peer.service': service } }, () =>
            limitMs === undefined ? attempt(signal) : abortAfter(limitMs, attempt),
          ),
        );
      } catch (error) {
        if (isBrokenCircuitError(error)) throw unavailable();
        if (error instanceof CutShort) throw error.cause;
        if (!isOutage(error)) counter.success();
        throw error;
      }
    },
    retry: (work) =>
      // What waits for another attempt begins none when the time is over.
      beforeDeadline(repeat.execute(({ attempt }) => work(attempt))).catch((error: unknown) => {
        throw error instanceof DeadlineError ? unavailable() : error;
      }),
  };
}
