/** Attributes of spans: names and numbers of ours, never what a client sent. */
export type SpanAttributes = Record<string, string | number>;

/** What a span is about. */
export interface SpanStart {
  /** A pattern or a constant, never a URL. */
  name: string;
  /** Of OpenTelemetry: `server` receives a request, `client` calls an outside service, `consumer` runs a job. */
  kind: 'server' | 'client' | 'consumer' | 'internal';
  attributes?: SpanAttributes;
  /** A `traceparent` to continue; the current span by default. `null` begins a trace. */
  parent?: string | null | undefined;
  /** How long ago it began, in milliseconds; now by default. */
  agoMs?: number;
}

/** A span that has begun. */
export interface OpenSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Runs `work` so that spans that begin in it, also later, are children of this one. */
  within<T>(work: () => T): T;
  /** @param outcome the final name, further attributes, and a kind of error such as a SQLSTATE; an error has no message, which may quote values */
  end(outcome?: { name?: string; attributes?: SpanAttributes; error?: string }): void;
}

/** What records spans. */
export interface Tracer {
  begin(start: SpanStart): OpenSpan;
  /** The `traceparent` of the current span; undefined outside of spans. */
  current(): string | undefined;
}

let tracer: Tracer | undefined;

/** Sets what records spans in this process; `startTracing` does. Undefined records none. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}

/** Whether spans are recorded. */
export function isTracing(): boolean {
  return tracer !== undefined;
}

/** Begins a span. @returns undefined while none are recorded */
export function beginSpan(start: SpanStart): OpenSpan | undefined {
  return tracer?.begin(start);
}

/** The `traceparent` of the current span, to be passed on; undefined outside of spans, and while none are recorded. */
export function currentTraceparent(): string | undefined {
  return tracer?.current();
}

/** A name for an error: its class, or what the system calls it. */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' && /^\w{1,40}$/.test(error.code)
    ? error.code
    : error.name;
}

/** Runs `work` in a span, which ends with it. */
export async function traced<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
  const span = tracer?.begin(start);
  if (span === undefined) return work();
  try {
    const result = await span.within(work);
    span.end();
    return result;
  } catch (error) {
    span.end({ error: errorKind(error) });
    throw error;
  }
}
