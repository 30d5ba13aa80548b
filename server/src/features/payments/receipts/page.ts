import { createHash } from 'node:crypto';
import type { Site } from '@oriel/contract';
import { Html, html } from '../../../html.ts';
import { describe, type ReceiptDocument } from './text.ts';

type Colours = Site['colours'];

const styleOf = ({ gold, cream }: Colours) => `
:root, :host { color-scheme: light; font: 16px/1.5 Georgia, serif; color: #2b2118; }
:root { background: ${cream}; }
body { margin: 0; padding: 2rem 1rem; }
.receipt { max-width: 40rem; margin: 0 auto; padding: clamp(1.25rem, 6vw, 2.5rem); background: #fff; border-top: 6px solid ${gold}; border-radius: .75rem; }
h1 { font-weight: 400; font-size: clamp(1.5rem, 5vw, 2rem); line-height: 1.25; margin: 0 0 .25rem; overflow-wrap: anywhere; }
.pale { color: #6b5c4c; margin: 0; }
.parties { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: 1.5rem; margin: 2rem 0; }
h2 { font-size: 1rem; margin: 0 0 .25rem; }
p { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; font-weight: 700; padding-bottom: .5rem; }
th, td { text-align: left; padding: .5rem 0; border-bottom: 1px solid #d9cbb8; font-weight: 400; vertical-align: top; }
td:last-child { text-align: right; white-space: nowrap; }
tfoot th, tfoot td { font-weight: 700; border-bottom: 0; font-size: 1.125rem; }
.notes { margin-top: .5rem; }
.stamp { display: inline-block; margin-top: 1.5rem; padding: .25rem .75rem; border: 2px solid currentColor; border-radius: .375rem; }
@media print { :root { background: #fff; } body, .receipt { padding: 0; } .receipt { max-width: none; border-radius: 0; padding-top: 1.5rem; } }
`;

/** For the page of a receipt: its own style and nothing else; it may be printed but not framed by others. */
const policyOf = (style: string) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const paragraphs = (lines: readonly string[]) => lines.map((line) => html`<p>${line}</p>`);

/** A receipt or voucher as a page that can be printed, in the colours of the brand. */
export function receiptPage(receipt: ReceiptDocument, colours: Colours): { html: string; policy: string } {
  const text = describe(receipt);
  const style = styleOf(colours);
  const rows = text.rows.map(
    ({ label, amount }) => html`<tr><th scope="row">${label}</th><td>${amount}</td></tr>`,
  );
  const page = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${text.title} · ${text.from}</title><style>${new Html(style)}</style></head><body><main class="receipt">
<p class="pale">${text.from}</p>
<h1>${text.title}</h1><p class="pale"><time datetime="${receipt.issued_at.toISOString()}">${text.date}</time></p>
<div class="parties"><section><h2>Seller</h2>${paragraphs(text.seller)}</section>
<section><h2>Buyer</h2>${paragraphs(text.buyer)}</section></div>
<table><caption>${text.caption}</caption><tbody>${rows}</tbody>
<tfoot><tr><th scope="row">${text.total.label}</th><td>${text.total.amount}</td></tr></tfoot></table>
<div class="pale notes">${paragraphs(text.notes)}</div>${text.stamp && html`<p class="stamp">${text.stamp}</p>`}
</main></body></html>`;
  return { html: String(page), policy: policyOf(style) };
}
