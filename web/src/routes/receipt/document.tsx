import { useLayoutEffect, useRef } from 'react';

const STYLE = /<style>([^<]*)<\/style>/g;

/** The server's document in a shadow tree: its styles are for it alone, and the site's are not for it. */
export function ReceiptDocument({ html }: { html: string }) {
  const host = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const shadow = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' });
    const parsed = new DOMParser().parseFromString(html.replace(STYLE, ''), 'text/html');
    const content = parsed.querySelector('main');
    if (!shadow || !content) return;
    // The Content-Security-Policy forbids inline styles.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync([...html.matchAll(STYLE)].map(([, style]) => style).join('\n'));
    shadow.adoptedStyleSheets = [sheet];
    // The page has a main part.
    const paper = document.createElement('div');
    paper.className = content.className;
    paper.append(...content.childNodes);
    shadow.replaceChildren(paper);
    document.title = parsed.title;
  }, [html]);
  return <article ref={host} aria-label="Receipt" />;
}
