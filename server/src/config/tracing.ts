import { readOtlpHeaders } from './otlp-headers.ts';
import type { Settings } from './settings.ts';

/** Where spans are sent. */
export interface TracingConfig {
  /** The receiver of traces, by OTLP over HTTP. */
  url: string;
  headers: Record<string, string>;
}

/** @returns undefined where no receiver is configured */
export function tracingOf(settings: Settings): TracingConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = settings;
  const url = traces ?? (all && `${all}${all.endsWith('/') ? '' : '/'}v1/traces`);
  if (url === undefined || settings.OTEL_SDK_DISABLED === 'true') return undefined;
  return { url, headers: readOtlpHeaders(settings.OTEL_EXPORTER_OTLP_HEADERS ?? '') };
}
