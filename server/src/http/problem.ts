import { STATUS_CODES } from 'node:http';
import type { Problem } from '@oriel/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isReadOnlyFailure } from '../database/connections.ts';
import { sqlState } from '../database/database.ts';
import { DeadlineError } from '../deadline.ts';
import { AppError } from '../errors.ts';
import { StorageUnavailableError } from '../gateways/storage.ts';

/**
 * Transient database failures: connection (08, 57P0x), resources (53), timeouts of locks, statements and transactions,
 * conflicts between transactions, a commit without a known end (40003). A server that only reads is one more.
 */
const UNAVAILABLE_STATES = /^(08...|53...|57P0.|55P03|57014|25P0[34]|4000[13]|40P01)$/;
/** Of the network, and of a name that is not resolved, as during a failover by DNS. */
const UNAVAILABLE_CODES = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
const UNAVAILABLE_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Client (has encountered a connection error|was closed)|Query read timeout)/;

/** When to ask again for what is unavailable, as the value of `Retry-After`. */
export const RETRY_AFTER_SECONDS = '2';

/** Text that PostgreSQL cannot store, such as NUL: always a client error. */
const UNSTORABLE_TEXT = new Set(['22021', '22P05']);

/** What a request could not get; undefined for errors that another attempt will not mend. */
function unavailablePartOf(error: unknown): 'storage' | 'database' | 'time' | undefined {
  if (error instanceof StorageUnavailableError) return 'storage';
  if (error instanceof DeadlineError) return 'time';
  return error instanceof Error && isDatabaseUnavailable(error) ? 'database' : undefined;
}

function isDatabaseUnavailable(error: Error & { code?: unknown; syscall?: unknown }): boolean {
  const state = sqlState(error);
  if (state !== undefined) return UNAVAILABLE_STATES.test(state) || isReadOnlyFailure(error);
  if (UNAVAILABLE_MESSAGES.test(error.message)) return true;
  return typeof error.code === 'string' && UNAVAILABLE_CODES.has(error.code) && error.syscall !== 'open';
}

/** Codes and sentences for Fastify's own errors. */
const FRAMEWORK_ERRORS: Record<string, [code: string, detail: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'The body must be JSON (application/json).'],
};

/** Matches Zod's default messages; messages of the contract are sentences for visitors. */
const ZOD_MESSAGE = /^(Invalid |Too (small|big): |Unrecognized keys?: )/;

/** The contract's own sentence, ready to show; without one, the field and Zod's message. */
function describeValidation(error: FastifyError): string {
  if (!hasZodFastifySchemaValidationErrors(error)) return 'The request is not valid.';
  const [first] = error.validation;
  if (first === undefined) return 'The request is not valid.';
  if (first.message !== undefined && !ZOD_MESSAGE.test(first.message)) return first.message;
  const place = [error.validationContext, ...first.instancePath.split('/').filter(Boolean)].join('.');
  return `${place}: ${first.message ?? 'is not valid'}`.slice(0, 500);
}

/** Converts anything thrown to the error that is sent to the client. Unexpected errors become 500 `internal_error`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return internalError();
  const { validation, statusCode: status, code: frameworkCode } = error as FastifyError;
  if (validation !== undefined)
    return new AppError(400, 'invalid_request', describeValidation(error as FastifyError));
  if (UNSTORABLE_TEXT.has(sqlState(error) ?? '')) {
    return new AppError(400, 'invalid_request', 'The request holds characters that cannot be stored.');
  }
  if (unavailablePartOf(error) !== undefined) {
    return new AppError(503, 'unavailable', 'The service is briefly unavailable. Please try again.', {
      'retry-after': RETRY_AFTER_SECONDS,
    });
  }
  if (status === undefined || status < 400 || status > 499) return internalError();
  const [code, detail] = FRAMEWORK_ERRORS[frameworkCode] ?? ['invalid_request', 'The request is not valid.'];
  return new AppError(status, code, detail);
}

function internalError(): AppError {
  return new AppError(500, 'internal_error', 'Something went wrong on our side. Please try again.');
}

/** The response body for an error, as RFC 9457 problem details. */
export function problemBody(error: AppError, requestId?: string): Problem {
  return {
    type: 'about:blank',
    title: STATUS_CODES[error.status] ?? 'Error',
    status: error.status,
    detail: error.message,
    code: error.code,
    ...(error.conflict === undefined ? {} : { conflict: error.conflict }),
    ...(requestId === undefined ? {} : { instance: requestId }),
  };
}

/** Sends an error as problem details. Logs unexpected errors with their cause; expected refusals are in the access log. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toAppError(error);
  if (problem.code === 'unavailable') {
    const part = unavailablePartOf(error);
    request.log.warn(
      { reason: String(error) },
      part === 'time' ? 'no time is left' : `the ${part} is unavailable`,
    );
  } else if (problem.status >= 500 && !(error instanceof AppError))
    request.log.error({ err: error }, 'request failed');
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/problem+json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(problemBody(problem, request.id));
}
