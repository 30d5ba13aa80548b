/** What a stranger may send at most in a request's line and headers; a little is left for the other lines. */
const HEAD_BYTES = 15_000;
const BODY_BYTES = 16_384;

export interface Payload {
  name: string;
  /** Follows the path, with its question mark. */
  search?: string;
  headers?: Record<string, string>;
  body?: string;
}

const filled = (unit: string, bytes: number) => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));

/** Text on which expressions that backtrack spend most: what they look for, again and again, and never its end. */
// biome-ignore format: a list to skim
const SEARCHES = [
  '?key', '&code', '&token=', '%3F', '&a[', '&q=a', '&limit=1', ';', '/', '%25', '%20', '+', '=', '&__proto__=', '&category=a',
];
/** For the library's search, as its text. */
const WORDS = ['a ', '-a ', '"', '(', 'a&', 'é', '\u0301', 'ß', 'İ', '|', ':*', 'a-'];
const HEADERS: Record<string, string> = {
  accept: 'a/b;q=0,',
  'accept-encoding': 'br;q=0,',
  'accept-language': 'en-a;q=0.1,',
  authorization: 'Bearer a.',
  cookie: 'oriel_device=a; ',
  'content-type': 'application/json;a=',
  'if-none-match': 'W/"a",',
  origin: 'http://a.',
  range: 'bytes=0-1,',
  referer: 'http://a/?key',
  'user-agent': 'Mozilla/5.0 (iPad Android ',
  'x-forwarded-for': '::1,',
  'x-forwarded-host': 'a.',
  'idempotency-key': 'a-',
};
const BODIES: Record<string, string> = { arrays: '[', objects: '{"a":', 'one text': '"', spaces: ' ' };
// biome-ignore format: a list to skim
const FIELDS = [
  'email', 'password', 'newPassword', 'name', 'firstName', 'phone', 'code', 'token', 'message', 'q', 'referralCode', 'document-uri',
];
const TEXTS = ['a@', 'a.', '+1 ', ' ', 'a-', 'a\u0301', '\u0958', '?key', '<a', 'a,', '\ufdfa'];

function bodies(): Payload[] {
  const shapes = Object.entries(BODIES).map(([name, unit]) => ({
    name: `body of ${name}`,
    body: unit === '"' ? JSON.stringify(filled('a', BODY_BYTES)) : filled(unit, BODY_BYTES),
  }));
  const texts = TEXTS.map((unit) => {
    const text = filled(unit, BODY_BYTES / FIELDS.length - 20);
    const fields = Object.fromEntries(FIELDS.map((field) => [field, text]));
    return { name: `fields full of ${JSON.stringify(unit)}`, body: JSON.stringify(fields) };
  });
  const single = TEXTS.flatMap((unit) =>
    ['email', 'password', 'message'].map((field) => ({
      name: `${field} full of ${JSON.stringify(unit)}`,
      body: JSON.stringify({
        email: 'ada@example.com',
        password: 'a fairly long secret 7',
        [field]: filled(unit, BODY_BYTES - 100),
      }),
    })),
  );
  const names = {
    name: 'names of fields',
    body: JSON.stringify(Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`f${index}`, 1]))),
  };
  const report = {
    name: 'a report',
    body: JSON.stringify({ 'csp-report': { 'document-uri': filled('?key', BODY_BYTES - 100) } }),
  };
  return [...shapes, ...texts, ...single, names, report];
}

/** Everything of 16 kB that is sent to a route. */
export function payloadsFor(method: string): Payload[] {
  const queries = [
    ...SEARCHES.map((unit) => ({ name: `query of ${unit}`, search: `?${filled(unit, HEAD_BYTES)}` })),
    ...WORDS.map((word) => ({
      name: `search for ${JSON.stringify(word)}`,
      search: `?q=${filled(encodeURIComponent(word), HEAD_BYTES)}`,
    })),
  ];
  const headers = Object.entries(HEADERS).map(([name, unit]) => ({
    name: `header ${name}`,
    headers: { [name]: filled(unit, HEAD_BYTES) },
  }));
  return method === 'GET' || method === 'HEAD'
    ? [...queries, ...headers]
    : [...queries, ...headers, ...bodies()];
}
