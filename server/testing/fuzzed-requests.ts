import type { FastifyInstance } from 'fastify';
import { seededRandom } from './seeded-random.ts';

export interface Route {
  methods: string[];
  /** With parameters as Fastify writes them, `:id` and `*`. */
  path: string;
}

/** All routes of the application, but only a sample of its static files. */
export function routesOf(app: FastifyInstance): Route[] {
  const parents: string[] = [];
  const routes: Route[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const at = line.search(/[├└]/);
    const [, path, methods] = /── (\S*) \(([A-Z, ]+)\)/.exec(line) ?? [];
    if (at < 0 || path === undefined || methods === undefined) continue;
    const depth = at / 4;
    parents.length = depth;
    parents.push(path);
    const isFile = path.startsWith('/assets/') || path.startsWith('/images/');
    if (!isFile || routes.length % 17 === 0)
      routes.push({ methods: methods.split(', '), path: parents.join('') });
  }
  return routes;
}

/** Paths of pages, which share one route. */
// biome-ignore format: a list to skim
const PAGES = [
  '/', '/landing', '/experiences', '/experiences.data', '/experiences/vr/', '/categories', '/categories/1/subcategories',
  '/login', '/join', '/contact', '/pricing', '/dashboard', '/settings', '/auth/callback', '/verify-email', '/newsletter/confirm',
  '/terms', '/no-such-page', '/__manifest', '/vr/1',
];

/** Text that is known to break programs. */
// biome-ignore format: a list to skim
const HOSTILE = [
  '', '0', '-1', '1e309', '2147483648', '9'.repeat(40), 'NaN', "' OR 1=1 --", '%', '%zz', '%00', '%c0%ae', '_%\\', '\\', '\u0000', '\ud800',
  '\u202e\u200d', 'a\u0301'.repeat(200), '../../etc/passwd', '..%2f..%2f', '{{7*7}}', '<script>', '\r\nset-cookie: a=b', '__proto__', 'constructor',
  'toString', 'true', 'null', '[]', '{}', 'a'.repeat(100), 'a'.repeat(2_000), '('.repeat(50), '"'.repeat(50), 'a & b | !c <-> d:*', '1', '2',
  'new', 'inn', 'tours', 'Ada', 'ada@example.com', 'a@b', '000000', 'password', '2026-02-30T25:61:61Z', 'eyJhbGciOiJub25lIn0.e30.', '::1', '🛏️',
];

// biome-ignore format: a list to skim
const QUERY_NAMES = [
  'category', 'categoryId', 'subcategoryId', 'tag', 'q', 'sort', 'limit', 'cursor', 'token', 'code', 'state', 'next', 'format', 'key',
  'isActiveOnly', '_routes', '__proto__', 'constructor[prototype]', 'q[]', 'p',
];

// biome-ignore format: a list to skim
const FIELDS = [
  'email', 'password', 'newPassword', 'currentPassword', 'firstName', 'lastName', 'phone', 'country', 'code', 'purpose', 'token', 'refreshToken', 'userId',
  'planId', 'currency', 'orderId', 'razorpay_payment_id', 'razorpay_order_id', 'razorpay_signature', 'reason', 'kind', 'topic', 'message', 'consent',
  'events', 'event_type', 'page_name', 'meta', 'session_id', 'created_at', 'referral', 'referralCode', 'response', 'id', 'rawId', 'type', 'label',
  'createdDate', 'role', '__proto__', 'csp-report', 'payload', 'entity', 'amount',
];

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'CONNECT',
  'BREW',
];
// biome-ignore format: a list to skim
const TYPES = [
  'application/json', 'application/json; charset=utf-16', 'application/csp-report', 'text/plain', 'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded', 'application/json, text/plain', '', '\u00ff',
];
// biome-ignore format: a list to skim
const HEADERS = [
  'accept', 'accept-encoding', 'accept-language', 'authorization', 'cookie', 'origin', 'referer', 'range', 'if-none-match', 'if-modified-since',
  'x-forwarded-host', 'x-forwarded-proto', 'idempotency-key', 'sec-fetch-site', 'user-agent', 'x-razorpay-signature', 'x-razorpay-event-id',
  'x-request-id', 'cf-ipcountry', 'expect', 'upgrade', 'transfer-encoding', 'content-encoding', 'te', 'constructor', 'last-event-id',
];
const HEADER_VALUES: Record<string, string[]> = {
  'accept-encoding': ['br', 'gzip;q=0', '*;q=0', 'identity;q=0, *', ','.repeat(500)],
  authorization: ['Bearer ', 'Bearer a.b.c', 'Basic !!!', 'Basic OjpPOg==', 'bearer\tx'],
  cookie: ['a=b; '.repeat(200), 'oriel_device=x', '=;=;', 'oriel_refresh=%zz', '__proto__=1'],
  range: [
    'bytes=0-0',
    'bytes=-1',
    'bytes=9-1',
    `bytes=${'0-1,'.repeat(500)}`,
    'bytes=0-99999999999999999999',
  ],
  origin: ['null', 'https://evil.example', 'http://[', 'http://localhost'],
  'if-none-match': ['*', '"a"', `${'"a",'.repeat(800)}`, 'W/'],
  expect: ['100-continue', 'x'],
  upgrade: ['websocket', 'h2c'],
  'transfer-encoding': ['chunked', 'gzip, chunked', 'identity'],
};

/** Builds raw requests to routes, pages and unknown paths, with targets, headers and bodies that no browser would send. */
export class RequestFuzzer {
  readonly #random: () => number;
  readonly #routes: readonly Route[];
  readonly #tokens: readonly string[];

  /** @param tokens access tokens of members, so that some requests are authenticated */
  constructor(seed: number, routes: readonly Route[], tokens: readonly string[]) {
    this.#random = seededRandom(seed);
    this.#routes = routes;
    this.#tokens = tokens;
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.#random() * choices.length)] as T;
  }

  #times<T>(max: number, make: () => T): T[] {
    return Array.from({ length: Math.floor(this.#random() * (max + 1)) }, make);
  }

  #text(): string {
    if (this.#chance(0.8)) return this.#pick(HOSTILE);
    return this.#times(30, () =>
      String.fromCharCode(this.#random() * (this.#chance(0.5) ? 128 : 65_536)),
    ).join('');
  }

  #encoded(): string {
    const text = this.#text().toWellFormed();
    return this.#chance(0.85) ? encodeURIComponent(text) : text;
  }

  #path(path: string): string {
    return path.replace(/:\w+|\*/g, () =>
      this.#chance(0.4) ? this.#pick(['1', '2', 'tour-one', 'google']) : this.#encoded(),
    );
  }

  #target(path: string): string {
    const search = this.#times(4, () => {
      const name = this.#chance(0.8) ? this.#pick(QUERY_NAMES) : this.#encoded();
      return `${name}=${this.#encoded()}`;
    }).join(this.#pick(['&', '&', '&', ';', '&&']));
    const origin = this.#path(path) + (search === '' ? '' : `?${search}`);
    if (this.#chance(0.8)) return origin;
    const odd = [
      '*',
      '//',
      '/.',
      '',
      'localhost:443',
      '/%',
      `/${'a'.repeat(5_000)}`,
      `/?${'?key'.repeat(2_500)}`,
      'http://',
      'http:///a',
    ];
    const forms = [
      `http://localhost${origin}`,
      `HTTPS://evil.example:99999${origin}`,
      `http://a@b${origin}`,
      `ftp://x${origin}`,
      `/${origin}`,
      `//evil.example${origin}`,
      `${origin}#x`,
    ];
    return this.#chance(0.7) ? this.#pick(forms) : this.#pick(odd);
  }

  #json(depth: number): unknown {
    const kind = this.#random();
    if (depth > 0 && kind < 0.35) {
      return Object.fromEntries(this.#times(8, () => [this.#pick(FIELDS), this.#json(depth - 1)]));
    }
    if (depth > 0 && kind < 0.45) return this.#times(4, () => this.#json(depth - 1));
    if (kind < 0.6) return this.#pick([0, -1, 1e308, 0.5, 2 ** 53, true, false, null, 1]);
    return this.#text();
  }

  #body(): string {
    if (this.#chance(0.1)) return this.#text();
    if (this.#chance(0.05)) return '['.repeat(20_000);
    const fields = Object.fromEntries(this.#times(10, () => [this.#pick(FIELDS), this.#json(2)]));
    const text = JSON.stringify(this.#chance(0.9) ? fields : this.#json(4)) ?? '';
    return this.#chance(0.95) ? text : text.slice(0, -1);
  }

  /** The next request. `isWhole`: it is complete, so there must be a response. `line` is its request line, for messages. */
  next(): { bytes: Buffer; isWhole: boolean; line: string } {
    const route = this.#chance(0.8) ? this.#pick(this.#routes) : undefined;
    const path = route?.path ?? (this.#chance(0.9) ? this.#pick(PAGES) : `/${this.#encoded()}`);
    const method = this.#chance(0.85) ? this.#pick(route?.methods ?? ['GET']) : this.#pick(METHODS);
    const line = `${method} ${this.#target(path)} HTTP/1.${this.#chance(0.98) ? 1 : 0}`;
    const lines = [line];
    if (this.#chance(0.97))
      lines.push(
        `host: ${this.#chance(0.9) ? 'localhost' : this.#pick(['', 'a b', '[', 'x:99999', 'evil.example'])}`,
      );
    lines.push('connection: close');
    // Each from another IP, so that rate limits do not hide the rest of the server.
    const part = () => Math.floor(this.#random() * 65_536).toString(16);
    lines.push(
      `x-forwarded-for: ${this.#chance(0.97) ? `2001:${part()}:${part()}:${part()}::1` : this.#text()}`,
    );
    if (this.#chance(0.5)) lines.push(`authorization: Bearer ${this.#pick(this.#tokens)}`);
    const named = this.#times(3, () => this.#pick(HEADERS));
    for (const name of named) {
      const values = HEADER_VALUES[name];
      lines.push(`${name}: ${values && this.#chance(0.7) ? this.#pick(values) : this.#text()}`);
    }
    let body = '';
    let isWhole = !named.some(
      (name) => name === 'expect' || name === 'upgrade' || name === 'transfer-encoding',
    );
    if (method !== 'GET' && method !== 'HEAD' && this.#chance(0.9)) {
      body = this.#body();
      lines.push(`content-type: ${this.#chance(0.85) ? 'application/json' : this.#pick(TYPES)}`);
      const isHonest = this.#chance(0.97);
      if (!isHonest) isWhole = false;
      lines.push(
        `content-length: ${isHonest ? Buffer.byteLength(body) : this.#pick(['-1', '99999999', 'x', '1', '0x10'])}`,
      );
    }
    return { bytes: Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`), isWhole, line: line.slice(0, 300) };
  }
}
