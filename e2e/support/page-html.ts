import type { APIRequestContext } from '@playwright/test';

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

/** Text as a browser shows it: entities resolved, space collapsed. */
const readable = (text: string) =>
  text
    .replaceAll(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();

const withoutTags = (html: string) => readable(html.replaceAll(/<!--.*?-->|<[^>]*>/gs, ''));

/** What the HTML of a page says before any script has run. */
export interface PageHtml {
  status: number;
  title: string;
  canonical: string | undefined;
  /** All h1, as text. */
  headings: string[];
  /** The text of the main part. */
  main: string;
  /** The content of a meta element. */
  meta(name: string): string | undefined;
  /** The structured data. */
  data: Record<string, unknown> | undefined;
  /** The URLs of this site that the page links to. */
  links: string[];
  ids: string[];
}

/** Reads a page as a search engine does. */
export async function readPage(request: APIRequestContext, path: string): Promise<PageHtml> {
  const answer = await request.get(path);
  const html = await answer.text();
  const first = (pattern: RegExp) => html.match(pattern)?.[1];
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, found]) => readable(found ?? ''));
  const json = first(/<script type="application\/ld\+json">(.*?)<\/script>/s);
  const meta = (name: string) => {
    const content = first(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`));
    return content === undefined ? undefined : readable(content);
  };
  return {
    status: answer.status(),
    title: readable(first(/<title>(.*?)<\/title>/s) ?? ''),
    canonical: first(/<link rel="canonical" href="([^"]*)"/),
    headings: [...html.matchAll(/<h1\b[^>]*>(.*?)<\/h1>/gs)].map(([, inner]) => withoutTags(inner ?? '')),
    main: withoutTags(first(/<main\b[^>]*>(.*?)<\/main>/s) ?? ''),
    meta,
    data: json === undefined ? undefined : JSON.parse(json),
    links: [...new Set(all(/<a\b[^>]*? href="(\/[^"]*|#[^"]*)"/g))],
    ids: all(/ id="([^"]*)"/g),
  };
}
