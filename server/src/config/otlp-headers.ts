/** Reads `name=value,name=value`, with values in percent-encoding, as OpenTelemetry writes headers. */
export function readOtlpHeaders(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split(',')
      .map((pair) => pair.trim())
      .filter(Boolean)
      .map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return [name.trim(), decodeURIComponent(value.join('=').trim())];
      }),
  );
}

/** Whether `OTEL_EXPORTER_OTLP_HEADERS` can be read. */
export function areOtlpHeaders(text: string): boolean {
  try {
    return Object.entries(readOtlpHeaders(text)).every(
      ([name, value]) => /^[\w-]+$/.test(name) && value !== '',
    );
  } catch {
    return false;
  }
}
