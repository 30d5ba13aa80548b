import { createHash } from 'node:crypto';
import type { SentMail } from '../gateways/mail-outbox.ts';
import { Html, html } from '../html.ts';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .5rem .75rem .5rem 0; vertical-align: top; border-bottom: 1px solid #8886; }
td { overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #8881; padding: 1rem; border-radius: .375rem; }
iframe { width: 100%; height: 48rem; border: 1px solid #8886; border-radius: .375rem; background: #fff; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dt { font-weight: 700; } dd { margin: 0; overflow-wrap: anywhere; }
`;

/** For the pages around a mail: only their own style and frame. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "frame-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** For the mail itself: inline styles and links to other windows; no scripts, nothing loaded. */
export const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

function page(title: string, body: Html): string {
  return String(html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${new Html(STYLE)}</style></head><body><main><h1>${title}</h1>
${body}</main></body></html>`);
}

const timeOf = ({ sentAt }: SentMail) =>
  html`<time datetime="${sentAt.toISOString()}">${sentAt.toISOString().replace('T', ' ').slice(0, 19)} UTC</time>`;

/** Text with its URLs as links. */
function linked(text: string): (string | Html)[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 0 ? part : html`<a href="${part}">${part}</a>`));
}

/** The list of mails, the newest first. */
export function listPage(mails: SentMail[]): string {
  const rows = mails.map(
    (mail) =>
      html`<tr><td>${timeOf(mail)}</td><td>${mail.to}</td><td><a href="/demo/mail/${mail.id}">${mail.subject}</a></td></tr>
`,
  );
  const table = html`<table><thead><tr><th scope="col">Sent</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead><tbody>
${rows}</tbody></table>`;
  return page(
    'Sent mails',
    html`<p>In demo mode no mail leaves this machine. What would have been sent is listed here, the newest first.</p>
${mails.length === 0 ? html`<p>Nothing has been sent yet.</p>` : table}`,
  );
}

/** One mail: its header, its text with links, and its HTML part in a frame. */
export function mailPage(mail: SentMail): string {
  const replyTo = mail.replyTo === undefined ? undefined : html`<dt>Reply to</dt><dd>${mail.replyTo}</dd>`;
  return page(
    mail.subject,
    html`<p><a href="/demo/mail">All mails</a></p>
<dl><dt>To</dt><dd>${mail.to}</dd>${replyTo}<dt>Sent</dt><dd>${timeOf(mail)}</dd></dl>
<h2>Text</h2><pre tabindex="0">${linked(mail.text)}</pre>
<h2>As a mail program shows it</h2><iframe title="The mail" src="/demo/mail/${mail.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`,
  );
}
