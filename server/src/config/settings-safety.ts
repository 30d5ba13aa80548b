import { isLoopback, isLoopbackUrl } from './loopback.ts';

/** Variables that are set, by name. */
type Variables = Readonly<Record<string, string>>;

/** How the published secrets of the demo's sandbox begin. */
const SANDBOX_SECRET = 'oriel-sandbox-';
/** How the key ids of Razorpay's test mode begin. */
const TEST_KEY = 'rzp_test_';

/** Addresses to which secrets or people's data are sent. */
const ENCRYPTED = [
  'PUBLIC_URL',
  'RAZORPAY_API',
  'WHATSAPP_API_URL',
  'GEOLOCATION_URL',
  'GOOGLE_ISSUER',
] as const;

/** What a random key of 32 hexadecimal digits exceeds in practice, and what repeated or counted ones stay below. */
const MIN_KEY_BITS = 80;

/** Bits per item, by Shannon's formula, as far as the items themselves tell. */
function entropyOf(items: readonly (string | number)[]): number {
  const counts = new Map<string | number, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts.values()].reduce((sum, n) => sum - (n / items.length) * Math.log2(n / items.length), 0);
}

/** After how many characters a text repeats itself; its length where it does not. */
function periodOf(text: string): number {
  let period = 1;
  while (!text.startsWith(text.slice(period))) period += 1;
  return period;
}

/**
 * An estimate of how hard a key is to guess, in bits. It counts characters and the steps from one to the next, so it
 * finds repetition (`aaaa`, `abcabc`) and counting (`abcdef`), not words.
 */
export function keyBits(key: string): number {
  const codes = [...key].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  if (steps.length === 0) return 0;
  return Math.min(entropyOf(codes), entropyOf(steps)) * periodOf(key);
}

function isPlainHttp(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === 'http:' && !isLoopbackUrl(url);
}

/** Whether the driver (`pg`) encrypts this connection and checks whom it talks to, or the database is on this machine. */
function isDatabaseProtected(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  if (host === '' || host.startsWith('/') || isLoopback(host)) return true;
  const mode = searchParams.get('sslmode') ?? '';
  // As libpq reads them, "prefer" may fall back to plain text and "require" checks no certificate.
  const checked =
    searchParams.get('uselibpqcompat') === 'true' ? /^verify-/ : /^(require|verify-ca|verify-full)$/;
  return checked.test(mode) || (mode === '' && searchParams.get('ssl') === 'true');
}

/** Whether an address of a mail server switches off what protects the password and the mails. */
function weakensMail(url: string): boolean {
  if (!URL.canParse(url) || isLoopbackUrl(url)) return false;
  const { searchParams } = new URL(url);
  const isOff = (value: string) => ['false', '0', ''].includes(value);
  return [...searchParams].some(
    ([name, value]) =>
      (['ignoreTLS', 'opportunisticTLS'].includes(name) && !isOff(value)) ||
      (['requireTLS', 'tls.rejectUnauthorized'].includes(name) && isOff(value)),
  );
}

function unsafeInProduction(variables: Variables): string[] {
  const { DATABASE_URL = '', SECRET_KEY, SMTP_URL = '', RAZORPAY_KEY_ID = '' } = variables;
  const problems = ENCRYPTED.filter((name) => isPlainHttp(variables[name] ?? '')).map(
    (name) => `${name}: must be an https address`,
  );
  if (variables.DATABASE_URL_INSECURE !== 'yes' && !isDatabaseProtected(DATABASE_URL)) {
    problems.push(
      'DATABASE_URL: must be encrypted (add ?sslmode=verify-full), or on a network of your own (DATABASE_URL_INSECURE=yes)',
    );
  }
  if (variables.SMTP_URL_INSECURE !== 'yes' && weakensMail(SMTP_URL)) {
    problems.push('SMTP_URL: must not switch encryption off; SMTP_URL_INSECURE=yes says that it may');
  }
  if (SECRET_KEY !== undefined && SECRET_KEY.length >= 32 && keyBits(SECRET_KEY) < MIN_KEY_BITS) {
    problems.push('SECRET_KEY: is easy to guess; make one with "openssl rand -hex 32"');
  }
  if (RAZORPAY_KEY_ID.startsWith(TEST_KEY) && variables.ALLOW_TEST_PAYMENTS !== '1') {
    problems.push('RAZORPAY_KEY_ID: takes test cards for money; ALLOW_TEST_PAYMENTS=1 says that it may');
  }
  return problems;
}

function publishedSecrets(variables: Variables): string[] {
  return ['RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET', 'RAZORPAY_WEBHOOK_SECRET_PREVIOUS']
    .filter((name) => variables[name]?.startsWith(SANDBOX_SECRET))
    .map((name) => `${name}: is the published one of the sandbox`);
}

/** The demo shows its mails and lets anybody pay with nothing: it is for this machine unless its operator says otherwise. */
function unsafeInDemo(variables: Variables): string[] {
  if (variables.ORIEL_DEMO_PUBLIC === 'yes') return [];
  const { HOST, PUBLIC_URL = '' } = variables;
  const why =
    'shows the demo to others; ORIEL_DEMO_PUBLIC=yes says that it may, ORIEL_MODE=production makes it a site';
  return [
    ...(HOST === undefined || isLoopback(HOST) ? [] : [`HOST: ${why}`]),
    ...(!URL.canParse(PUBLIC_URL) || isLoopbackUrl(PUBLIC_URL) ? [] : [`PUBLIC_URL: ${why}`]),
  ];
}

/** A line for each variable that is well formed and must not be used as it is. Lines never hold the value. */
export function unsafeSettings(variables: Variables): string[] {
  if (variables.ORIEL_MODE === 'production') {
    return [...unsafeInProduction(variables), ...publishedSecrets(variables)];
  }
  // The sandbox of another process on this machine takes its published secrets.
  const gateway = variables.RAZORPAY_API;
  const isRealGateway = gateway !== undefined && !isLoopbackUrl(gateway);
  return [...unsafeInDemo(variables), ...(isRealGateway ? publishedSecrets(variables) : [])];
}
