import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  context,
  DiagLogLevel,
  diag,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import packageJson from '../../package.json' with { type: 'json' };
import type { TracingConfig } from '../config/tracing.ts';
import { parseTraceparent } from '../http/trace-context.ts';
import { type SpanStart, setTracer, type Tracer } from './tracing.ts';

/** How long stopping waits for the last spans to be sent. */
const FLUSH_TIMEOUT_MS = 1_500;
/** A receiver that does not respond is logged this often. */
const COMPLAINT_INTERVAL_MS = 60_000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/** The context that a span begins in. */
function parentOf({ parent }: SpanStart): Context {
  if (parent === undefined) return context.active();
  const ids = parent === null ? undefined : parseTraceparent(parent);
  return ids === undefined
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, {
        traceId: ids.traceId,
        spanId: ids.spanId,
        traceFlags: ids.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
        isRemote: true,
      });
}

/** Tells of a receiver that fails, seldom and without what it responded. */
function complainTo(log: Logger): void {
  let quietUntil = 0;
  const complain = (message: string) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + COMPLAINT_INTERVAL_MS;
    const [, reason = 'unknown'] = /"message":"([^"]{1,200})"/.exec(message) ?? [];
    log.warn({ reason }, 'the receiver of traces does not take them');
  };
  const ignore = () => undefined;
  diag.setLogger(
    { error: complain, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
}

/**
 * Sends spans by OTLP over HTTP, as JSON and in batches. `serve.ts` loads this module only where a receiver is configured, before the
 * database is opened, since connections and circuits look once whether spans are recorded.
 *
 * @returns a function that sends what is left and stops
 */
export function startTracing(
  { url, headers }: TracingConfig,
  log: Logger,
  role = 'all',
): () => Promise<void> {
  complainTo(log);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': 'oriel',
        'service.version': packageJson.version,
        'service.instance.id': randomUUID(),
        'oriel.role': role,
      }),
    )
    // `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES`.
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url, headers }))],
  });
  const spans = provider.getTracer('oriel', packageJson.version);
  const tracer: Tracer = {
    begin(start) {
      const options = {
        kind: KINDS[start.kind],
        ...(start.attributes && { attributes: start.attributes }),
        ...(start.agoMs !== undefined && { startTime: Date.now() - start.agoMs }),
      };
      const parent = parentOf(start);
      const span = spans.startSpan(start.name, options, parent);
      const own = trace.setSpan(parent, span);
      const { traceId, spanId } = span.spanContext();
      return {
        traceId,
        spanId,
        within: (work) => context.with(own, work),
        end({ name, attributes, error } = {}) {
          if (name !== undefined) span.updateName(name);
          if (attributes !== undefined) span.setAttributes(attributes);
          if (error !== undefined) {
            span.setAttribute('error.type', error);
            span.setStatus({ code: SpanStatusCode.ERROR });
          }
          span.end();
        },
      };
    },
    current() {
      const ids = trace.getSpanContext(context.active());
      if (ids === undefined || !isSpanContextValid(ids)) return undefined;
      return `00-${ids.traceId}-${ids.spanId}-${ids.traceFlags.toString(16).padStart(2, '0')}`;
    },
  };
  setTracer(tracer);
  return async () => {
    setTracer(undefined);
    await Promise.race([provider.shutdown(), sleep(FLUSH_TIMEOUT_MS, undefined, { ref: false })]);
    context.disable();
    diag.disable();
  };
}
