import type { Mail } from './mail.ts';

interface Entity {
  headers: Map<string, string>;
  body: string;
}

function readEntity(text: string): Entity {
  const end = text.indexOf('\r\n\r\n');
  const headers = new Map<string, string>();
  // A line that begins with a blank belongs to the one before.
  for (const line of text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, body: text.slice(end + 4) };
}

/** Bytes written as `=E2` among plain characters. */
function unescapeBytes(text: string): string {
  const bytes: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const escaped = /^=([0-9A-F]{2})/i.exec(text.slice(index, index + 3));
    if (escaped === null) bytes.push(text.charCodeAt(index));
    else {
      bytes.push(Number.parseInt(escaped[1] ?? '', 16));
      index += 2;
    }
  }
  return Buffer.from(bytes).toString('utf8');
}

/** Words of a header that hold more than ASCII: `=?UTF-8?Q?...?=` or `=?UTF-8?B?...?=`. */
function decodeWords(text: string): string {
  return text
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, encoding: string, content: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(content, 'base64').toString('utf8')
        : unescapeBytes(content.replaceAll('_', ' ')),
    );
}

function decodeBody({ headers, body }: Entity): string {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? unescapeBytes(body.replace(/=\r\n/g, '')) : body;
}

const bareAddress = (text: string) => /<([^<>]*)>\s*$/.exec(text)?.[1] ?? text;

/** Reads a mail file that we wrote ourselves: a text and an HTML part, nothing attached. */
export function readMailFile(file: string): Omit<Mail, 'replyTo'> & { replyTo?: string } {
  const { headers, body } = readEntity(file);
  const boundary = /boundary="?([^";]+)"?/i.exec(headers.get('content-type') ?? '')?.[1];
  const parts = boundary === undefined ? [] : body.split(`--${boundary}`).slice(1, -1);
  const contents = new Map<string, string>();
  for (const part of parts) {
    const entity = readEntity(part.replace(/^\r\n/, ''));
    const type = entity.headers.get('content-type')?.split(';', 1)[0]?.toLowerCase() ?? '';
    contents.set(type, decodeBody(entity).replaceAll('\r\n', '\n').trim());
  }
  const replyTo = headers.get('reply-to');
  return {
    to: bareAddress(headers.get('to') ?? ''),
    subject: decodeWords(headers.get('subject') ?? ''),
    text: contents.get('text/plain') ?? '',
    html: contents.get('text/html') ?? '',
    ...(replyTo === undefined ? {} : { replyTo: bareAddress(replyTo) }),
  };
}
