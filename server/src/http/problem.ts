import { STATUS_CODES } from 'node:http';
import type { Problem } from '@oriel/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { sqlState } from '../database/database.ts';
import { AppError } from '../errors.ts';

/**
 * Failures of the database that pass by themselves: of the connection (08, 57P0x), of its resources (53), of waiting for
 * others (a lock, the time for a statement or a transaction, a conflict), and while only a copy for reading is left.
 */
const UNAVAILABLE_STATES = /^(08...|53...|57P0.|55P03|57014|25P03|40001|40P01|25006)$/;
const UNAVAILABLE_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);
const UNAVAILABLE_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Client (has encountered a connection error|was closed)|Query read timeout)/;

/** Text that PostgreSQL cannot store, such as NUL: the caller's fault, wherever it was found. */
const UNSTORABLE_TEXT = new Set(['22021', '22P05']);

function isDatabaseUnavailable(error: Error & { code?: unknown; syscall?: unknown }): boolean {
  const state = sqlState(error);
  if (state !== undefined) return UNAVAILABLE_STATES.test(state);
  if (UNAVAILABLE_MESSAGES.test(error.message)) return true;
  return typeof error.code === 'string' && UNAVAILABLE_CODES.has(error.code) && error.syscall !== 'open';
}

/** What the framework's own refusals mean to the caller. */
const FRAMEWORK_ERRORS: Record<string, [code: string, detail: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'The body must be JSON (application/json).'],
};

/** How Zod's own messages begin. Ours are sentences for visitors and never begin so. */
const ZOD_MESSAGE = /^(Invalid |Too (small|big): |Unrecognized keys?: )/;

/** A sentence of the contract alone, ready to show; where the contract has none, the place and what Zod says of it. */
function describeValidation(error: FastifyError): string {
  if (!hasZodFastifySchemaValidationErrors(error)) return 'The request is not valid.';
  const [first] = error.validation;
  if (first === undefined) return 'The request is not valid.';
  if (first.message !== undefined && !ZOD_MESSAGE.test(first.message)) return first.message;
  const place = [error.validationContext, ...first.instancePath.split('/').filter(Boolean)].join('.');
  return `${place}: ${first.message ?? 'is not valid'}`.slice(0, 500);
}

/** Turns anything that was thrown into the error that the caller is told. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return internalError();
  const known = error as FastifyError;
  if (known.validation !== undefined) return new AppError(400, 'invalid_request', describeValidation(known));
  if (UNSTORABLE_TEXT.has(sqlState(error) ?? '')) {
    return new AppError(400, 'invalid_request', 'The request holds characters that cannot be stored.');
  }
  if (isDatabaseUnavailable(error)) {
    return new AppError(503, 'unavailable', 'The service is briefly unavailable. Please try again.', {
      'retry-after': '2',
    });
  }
  const status = known.statusCode;
  if (status === undefined || status < 400 || status > 499) return internalError();
  const [code, detail] = FRAMEWORK_ERRORS[known.code] ?? ['invalid_request', 'The request is not valid.'];
  return new AppError(status, code, detail);
}

function internalError(): AppError {
  return new AppError(500, 'internal_error', 'Something went wrong on our side. Please try again.');
}

/** The body of a failure. */
export function problemBody(error: AppError, requestId?: string): Problem {
  return {
    type: 'about:blank',
    title: STATUS_CODES[error.status] ?? 'Error',
    status: error.status,
    detail: error.message,
    code: error.code,
    ...(requestId === undefined ? {} : { instance: requestId }),
  };
}

/** Answers with a failure; logs what is our own fault, with its cause. Refusals that we meant have a line of their own. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = toAppError(error);
  if (answer.code === 'unavailable')
    request.log.warn({ reason: String(error) }, 'the database is unavailable');
  else if (answer.status >= 500 && !(error instanceof AppError))
    request.log.error({ err: error }, 'request failed');
  return reply
    .code(answer.status)
    .headers(answer.headers)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/problem+json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(problemBody(answer, request.id));
}
