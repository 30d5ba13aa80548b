import type { IncomingMessage } from 'node:http';

/** Version, trace, span and flags, as W3C Trace Context writes them. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(?:-.*)?$/;

/**
 * The ids of the trace that a request belongs to, for its log lines: a proxy or another service that traces requests names them in
 * `traceparent`. Empty without a valid one.
 */
export function traceContext({ headers }: Pick<IncomingMessage, 'headers'>): {
  traceId?: string;
  spanId?: string;
} {
  const { traceparent } = headers;
  if (typeof traceparent !== 'string' || traceparent.length > 128) return {};
  const [, traceId, spanId] = TRACEPARENT.exec(traceparent) ?? [];
  return traceId === undefined || spanId === undefined ? {} : { traceId, spanId };
}
