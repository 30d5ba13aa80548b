import type { Site } from '@oriel/contract';
import type { Mail } from '../gateways/mail.ts';
import { type Html, html } from '../html.ts';
import { textColourOn } from '../site/colour.ts';

/** The site that sends the mails. */
export interface Brand {
  site: Site;
  /** Where visitors reach the site; no trailing slash. Every link begins with it. */
  publicUrl: string;
}

/** A piece of a mail, in the order in which it is read. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'link'; label: string; url: string }
  /** Text by others; line breaks stay. */
  | { kind: 'quote'; text: string };

/** A mail without its recipient. */
export type WrittenMail = Omit<Mail, 'to'>;

export const textBlock = (text: string): Block => ({ kind: 'text', text });
export const quoteBlock = (text: string): Block => ({ kind: 'quote', text });
export const codeBlock = (code: string): Block => ({ kind: 'code', code });
export const linkBlock = (label: string, url: string): Block => ({ kind: 'link', label, url });

export interface MailContent {
  subject: string;
  heading: string;
  blocks: Block[];
}

const FONT = 'font-family:Georgia,serif';
const SANS = 'font-family:Arial,Helvetica,sans-serif';
const INK = '#2b2118';
const PALE = '#6b5c4c';

const lines = (text: string) =>
  text.split(/\r?\n/).map((line, index) => (index === 0 ? line : html`<br>${line}`));

function htmlBlock(block: Block, { site }: Brand): Html {
  const { gold, cream } = site.colours;
  if (block.kind === 'code') {
    return html`<p style="margin:24px 0;padding:16px;background:${cream};border-radius:8px;text-align:center;${SANS};font-size:32px;font-weight:bold;letter-spacing:8px;color:${INK}">${block.code}</p>`;
  }
  if (block.kind === 'link') {
    const { label, url } = block;
    return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr><td style="background:${gold};border-radius:8px"><a href="${url}" style="display:inline-block;padding:12px 24px;${SANS};font-size:16px;font-weight:bold;color:${textColourOn(gold)};text-decoration:none">${label}</a></td></tr></table>
<p style="margin:0 0 16px;${SANS};font-size:13px;line-height:20px;color:${PALE};word-break:break-all">Or open this address: <a href="${url}" style="color:${PALE}">${url}</a></p>`;
  }
  if (block.kind === 'quote') {
    return html`<blockquote style="margin:16px 0;padding:0 0 0 16px;border-left:4px solid ${gold};${SANS};font-size:16px;line-height:24px;color:${INK}">${lines(block.text)}</blockquote>`;
  }
  return html`<p style="margin:0 0 16px;${SANS};font-size:16px;line-height:24px;color:${INK}">${lines(block.text)}</p>`;
}

function plainBlock(block: Block): string {
  if (block.kind === 'code') return `    ${block.code}`;
  if (block.kind === 'link') return `${block.label}:\n${block.url}`;
  if (block.kind === 'quote') return block.text.replace(/^/gm, '> ');
  return block.text;
}

/**
 * Sets a mail in the brand: a text part, and an HTML part of tables with inline styles, which is what mail programs
 * understand. It loads nothing, so opening it is not tracked.
 */
export function layOut(brand: Brand, { subject, heading, blocks }: MailContent): WrittenMail {
  const { site, publicUrl } = brand;
  const { entity, address, email } = site.legal;
  const text = [
    ...blocks.map(plainBlock),
    `-- \n${site.name}. ${site.slogan}.\n${publicUrl}\n${entity}, ${address}, ${email}`,
  ].join('\n\n');
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${subject}</title></head>
<body style="margin:0;padding:0;background:${site.colours.cream}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${site.colours.cream}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border-radius:12px">
<tr><td style="padding:24px 32px 0;border-top:6px solid ${site.colours.gold};border-radius:12px 12px 0 0;${FONT};font-size:20px;color:${INK}"><a href="${publicUrl}" style="color:${INK};text-decoration:none">${site.name}</a></td></tr>
<tr><td style="padding:16px 32px 24px">
<h1 style="margin:0 0 16px;${FONT};font-size:26px;line-height:32px;font-weight:normal;color:${INK}">${heading}</h1>
${blocks.map(
  (block) => html`${htmlBlock(block, brand)}
`,
)}</td></tr></table>
<p style="margin:16px 0 0;${SANS};font-size:12px;line-height:18px;color:${PALE}">${site.slogan}<br>${entity}, ${address}<br><a href="mailto:${email}" style="color:${PALE}">${email}</a></p>
</td></tr></table>
</body></html>`;
  return { subject, text, html: String(page) };
}
