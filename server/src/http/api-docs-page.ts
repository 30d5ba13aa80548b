import { createHash } from 'node:crypto';
import { Html, html } from '../html.ts';

/** The parts of an OpenAPI operation that the page shows. */
interface Operation {
  summary?: string;
  description?: string;
  tags?: readonly string[];
  security?: readonly unknown[];
  parameters?: readonly {
    name: string;
    in: string;
    required?: boolean;
    description?: string;
    schema?: unknown;
  }[];
  requestBody?: { content?: Record<string, { schema?: unknown }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>;
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h2 { margin-top: 2.5rem; text-transform: capitalize; }
details { border: 1px solid #8886; border-radius: .5rem; margin: .5rem 0; padding: .5rem 1rem; }
summary { cursor: pointer; overflow-wrap: anywhere; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; background: #8881; padding: .75rem; border-radius: .375rem; }
.method { display: inline-block; min-width: 4.5em; font-weight: 700; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .25rem .75rem .25rem 0; vertical-align: top; }
`;

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Turns references between schemas into links within the page. */
function schemaBlock(schema: unknown): Html {
  const json = JSON.stringify(schema, null, 2) ?? '';
  const linked = json
    .split(/(#\/components\/schemas\/[\w.-]+)/)
    .map((part, index) =>
      index % 2 === 0 ? part : html`<a href="#schema-${part.slice(part.lastIndexOf('/') + 1)}">${part}</a>`,
    );
  return html`<pre tabindex="0">${linked}</pre>`;
}

function parameterTable(parameters: NonNullable<Operation['parameters']>): Html {
  const rows = parameters.map(
    ({ name, in: place, required, description, schema }) =>
      html`<tr><td><code>${name}</code></td><td>${place}</td><td>${required ? 'required' : ''}</td><td>${description} <code>${JSON.stringify(schema ?? {})}</code></td></tr>`,
  );
  return html`<table><thead><tr><th>Parameter</th><th>In</th><th></th><th>Meaning</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function contentBlocks(content: Record<string, { schema?: unknown }> | undefined): Html[] {
  return Object.entries(content ?? {}).map(
    ([type, { schema }]) => html`<p><code>${type}</code></p>${schemaBlock(schema)}`,
  );
}

function operationBlock(method: string, path: string, operation: Operation): Html {
  const { description, security, parameters, requestBody, responses, summary } = operation;
  const parts = [
    security?.length ? html`<p>Needs a bearer token.</p>` : undefined,
    description === undefined ? undefined : html`<p>${description}</p>`,
    parameters?.length ? parameterTable(parameters) : undefined,
    requestBody && html`<h3>Body</h3>${contentBlocks(requestBody.content)}`,
    Object.entries(responses ?? {}).map(
      ([status, { description, content }]) =>
        html`<h3>${status}</h3><p>${description}</p>${contentBlocks(content)}`,
    ),
  ];
  return html`<details><summary><code class="method">${method.toUpperCase()}</code> <code>${path}</code> ${summary}</summary>${parts}</details>`;
}

/**
 * Renders an OpenAPI document as one page without scripts or external resources, which works under a strict content
 * security policy.
 */
export function apiDocsPage(
  siteName: string,
  document: object,
): { html: string; contentSecurityPolicy: string } {
  const { paths = {}, components = {} } = document as {
    paths?: Record<string, Record<string, Operation>>;
    components?: { schemas?: Record<string, unknown> };
  };
  const byTag = new Map<string, Html[]>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags?.[0] ?? 'other';
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationBlock(method, path, operation)]);
    }
  }
  const sections = [...byTag].map(
    ([tag, blocks]) => html`<section><h2>${tag}</h2>${blocks}</section>
`,
  );
  const schemas = Object.entries(components.schemas ?? {}).map(
    ([name, schema]) =>
      html`<details id="schema-${name}"><summary><code>${name}</code></summary>${schemaBlock(schema)}</details>
`,
  );
  const page = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API - ${siteName}</title><style>${new Html(STYLE)}</style></head><body><main><h1>${siteName}&#39;s API</h1>
<p>The machine-readable form is <a href="/api/openapi.json">OpenAPI 3.1</a>. Failures are <code>application/problem+json</code>
with a stable <code>code</code> and a <code>detail</code> that can be shown as it is.</p>
${sections}<section><h2>Schemas</h2>${schemas}</section></main></body></html>`;
  return { html: String(page), contentSecurityPolicy: CONTENT_SECURITY_POLICY };
}
