import type { FastifyInstance, FastifyReply } from 'fastify';
import { answerWithinMs } from '../database/limits.ts';
import { type Deadline, DeadlineError, deadlineIn, withDeadline } from '../deadline.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** A deadline for work on a request that has just arrived. */
    requestDeadline(): Deadline;
  }
  interface FastifyContextConfig {
    /** Has no deadline: takes in a file, or collects an export. */
    mayTakeLong?: boolean;
  }
  interface FastifyRequest {
    /** Null where there is none. */
    timer: RequestTimer | null;
  }
}

/** What is left to respond in when work has met the deadline, in milliseconds. */
const ANSWER_MS = 1_000;

/** In development the first page of a server waits until its sources are compiled. */
const DEVELOPMENT_MS = 600_000;

/** Answers a request with 503 whatever it still waits for, once its time is over. */
class RequestTimer {
  readonly deadline: Deadline;
  readonly #reply: FastifyReply;
  #timer: NodeJS.Timeout | undefined;
  /** When its body began to arrive; undefined before and afterwards. */
  #bodySince: number | undefined;
  #isOver = false;

  constructor(deadline: Deadline, reply: FastifyReply) {
    this.deadline = deadline;
    this.#reply = reply;
    this.#watch(deadline.at + ANSWER_MS - performance.now());
  }

  /** A body arrives as fast as its client sends it: that time does not count. */
  pauseForBody(): void {
    this.#bodySince = performance.now();
  }

  resume(): void {
    if (this.#bodySince === undefined) return;
    this.deadline.at += performance.now() - this.#bodySince;
    this.#bodySince = undefined;
  }

  /** What a response streams has limits of its own. Work on a request that was given up stays refused. */
  end(): void {
    clearTimeout(this.#timer);
    if (!this.#isOver) this.deadline.at = Number.POSITIVE_INFINITY;
  }

  #watch(milliseconds: number): void {
    this.#timer = setTimeout(() => this.#look(), Math.max(0, milliseconds)).unref();
  }

  #look(): void {
    const { at } = this.deadline;
    const { sent, raw } = this.#reply;
    if (at === Number.POSITIVE_INFINITY || sent || raw.headersSent || raw.destroyed) return;
    const left = at + ANSWER_MS - performance.now();
    if (this.#bodySince !== undefined) this.#watch(Math.max(left, ANSWER_MS));
    // Timers may be a little early.
    else if (left > 1) this.#watch(left);
    else {
      this.#isOver = true;
      this.#reply.send(new DeadlineError());
    }
  }
}

/**
 * Bounds the time of each request that the cache does not answer: everything that its work waits for ends with one deadline
 * (see ../deadline.ts), and a second later it is answered whatever has become of that work. Install it before all hooks that
 * wait for something.
 */
export function installDeadlines(app: FastifyInstance): void {
  const { config, livePages } = app.dependencies;
  const workMs = livePages === undefined ? answerWithinMs(config.databaseLimits) - ANSWER_MS : DEVELOPMENT_MS;
  app.decorate('requestDeadline', () => deadlineIn(workMs));
  app.decorateRequest('timer', null);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config?.mayTakeLong === true) return done();
    request.timer = new RequestTimer(app.requestDeadline(), reply);
    withDeadline(request.timer.deadline, done);
  });
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    request.timer?.pauseForBody();
    done();
  });
  // Once more, since the events of a body's stream belong to its connection.
  app.addHook('preValidation', ({ timer }, _reply, done) => {
    if (timer === null) return done();
    timer.resume();
    withDeadline(timer.deadline, done);
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.timer?.end();
    done();
  });
  // Where the response was written past Fastify.
  app.addHook('onResponse', (request, _reply, done) => {
    request.timer?.end();
    done();
  });
}
