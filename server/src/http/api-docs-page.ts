import { createHash } from 'node:crypto';
import { escapeHtml } from '../escape-html.ts';

/** The parts of an OpenAPI document that the page shows; everything else in it is left to the JSON. */
interface Operation {
  summary?: string;
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

/** Makes the references between schemas links within the page. */
function schemaBlock(schema: unknown): string {
  const json = escapeHtml(JSON.stringify(schema, null, 2) ?? '');
  const linked = json.replace(
    /#\/components\/schemas\/([\w.-]+)/g,
    (reference, name) => `<a href="#schema-${name}">${reference}</a>`,
  );
  return `<pre tabindex="0">${linked}</pre>`;
}

function parameterTable(parameters: NonNullable<Operation['parameters']>): string {
  const rows = parameters.map(
    (parameter) =>
      `<tr><td><code>${escapeHtml(parameter.name)}</code></td><td>${escapeHtml(parameter.in)}</td>` +
      `<td>${parameter.required ? 'required' : ''}</td><td>${escapeHtml(parameter.description ?? '')}` +
      ` <code>${escapeHtml(JSON.stringify(parameter.schema ?? {}))}</code></td></tr>`,
  );
  return `<table><thead><tr><th>Parameter</th><th>In</th><th></th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function contentBlocks(content: Record<string, { schema?: unknown }> | undefined): string {
  return Object.entries(content ?? {})
    .map(([type, { schema }]) => `<p><code>${escapeHtml(type)}</code></p>${schemaBlock(schema)}`)
    .join('');
}

function operationBlock(method: string, path: string, operation: Operation): string {
  const parts = [
    operation.security?.length ? '<p>Needs a bearer token.</p>' : '',
    operation.parameters?.length ? parameterTable(operation.parameters) : '',
    operation.requestBody ? `<h3>Body</h3>${contentBlocks(operation.requestBody.content)}` : '',
    ...Object.entries(operation.responses ?? {}).map(
      ([status, response]) =>
        `<h3>${escapeHtml(status)}</h3><p>${escapeHtml(response.description ?? '')}</p>${contentBlocks(response.content)}`,
    ),
  ];
  return (
    `<details><summary><code class="method">${method.toUpperCase()}</code> <code>${escapeHtml(path)}</code> ` +
    `${escapeHtml(operation.summary ?? '')}</summary>${parts.join('')}</details>`
  );
}

/**
 * Renders an OpenAPI document as one page without scripts, so that it needs nothing from elsewhere and no exception from
 * a strict content security policy.
 */
export function apiDocsPage(
  siteName: string,
  document: object,
): { html: string; contentSecurityPolicy: string } {
  const { paths = {}, components = {} } = document as {
    paths?: Record<string, Record<string, Operation>>;
    components?: { schemas?: Record<string, unknown> };
  };
  const byTag = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags?.[0] ?? 'other';
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationBlock(method, path, operation)]);
    }
  }
  const sections = [...byTag].map(
    ([tag, blocks]) => `<section><h2>${escapeHtml(tag)}</h2>${blocks.join('')}</section>`,
  );
  const schemas = Object.entries(components.schemas ?? {}).map(
    ([name, schema]) =>
      `<details id="schema-${escapeHtml(name)}"><summary><code>${escapeHtml(name)}</code></summary>${schemaBlock(schema)}</details>`,
  );
  const name = escapeHtml(siteName);
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API - ${name}</title><style>${STYLE}</style></head><body><main><h1>${name}&#39;s API</h1>
<p>The machine-readable form is <a href="/api/openapi.json">OpenAPI 3.1</a>. Failures are <code>application/problem+json</code>
with a stable <code>code</code> and a <code>detail</code> that can be shown as it is.</p>
${sections.join('\n')}<section><h2>Schemas</h2>${schemas.join('\n')}</section></main></body></html>`;
  return { html, contentSecurityPolicy: CONTENT_SECURITY_POLICY };
}
