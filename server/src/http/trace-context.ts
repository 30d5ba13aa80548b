import type { IncomingMessage } from 'node:http';

/** Version, trace, span and flags, as W3C Trace Context writes them. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;
const SAMPLED = 1;

/** Reads a `traceparent`. @returns undefined for one that is not valid */
export function parseTraceparent(
  traceparent: string,
): { traceId: string; spanId: string; isSampled: boolean } | undefined {
  if (traceparent.length > 128) return undefined;
  const [, traceId, spanId, flags = ''] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

/**
 * The ids of the trace that a request belongs to, for its log lines: a proxy or another service that traces requests names them in
 * `traceparent`. Empty without a valid one.
 */
export function traceContext({ headers }: Pick<IncomingMessage, 'headers'>): {
  traceId?: string;
  spanId?: string;
} {
  const { traceparent } = headers;
  const ids = typeof traceparent === 'string' ? parseTraceparent(traceparent) : undefined;
  return ids === undefined ? {} : { traceId: ids.traceId, spanId: ids.spanId };
}
