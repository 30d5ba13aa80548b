import { currentTraceparent } from '../tracing/tracing.ts';

/** Beside the fields of a stored payload: the trace that the job was added in. */
export const TRACE_FIELD = '$trace';

/** The payload as it is stored; unchanged while no spans are recorded. */
export function withTrace<Payload extends object>(payload: Payload): Payload {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? payload : { ...payload, [TRACE_FIELD]: traceparent };
}

/** The `traceparent` that a job was added with; null where there was none. */
export function traceOf(stored: object): string | null {
  const trace: unknown = Reflect.get(stored, TRACE_FIELD);
  return typeof trace === 'string' ? trace : null;
}

/** The payload as it was added. */
export function withoutTrace(stored: object): object {
  return Object.fromEntries(Object.entries(stored).filter(([name]) => name !== TRACE_FIELD));
}
