import { isLoopback, isLoopbackUrl } from './loopback.ts';

/** The variables that are set. */
type Variables = Readonly<Record<string, string>>;

/** The prefix of the sandbox's published secrets. */
const SANDBOX_SECRET = 'oriel-sandbox-';
/** The prefix of key ids of Razorpay's test mode. */
const TEST_KEY = 'rzp_test_';

/** URLs that secrets or personal data are sent to. */
const ENCRYPTED = [
  'PUBLIC_URL',
  'MEDIA_URL',
  'RAZORPAY_API',
  'WHATSAPP_API_URL',
  'GEOLOCATION_URL',
  'GOOGLE_ISSUER',
] as const;

/** Random keys of 32 hexadecimal digits exceed this in practice; repetitive and sequential keys do not. */
const MIN_KEY_BITS = 80;

/** The Shannon entropy of the items' distribution, in bits per item. */
function entropyOf(items: readonly (string | number)[]): number {
  const counts = new Map<string | number, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts.values()].reduce((sum, n) => sum - (n / items.length) * Math.log2(n / items.length), 0);
}

/** The length of the period of a text; its whole length if it does not repeat. */
function periodOf(text: string): number {
  let period = 1;
  while (!text.startsWith(text.slice(period))) period += 1;
  return period;
}

/**
 * Estimates the strength of a key in bits, from its characters and the differences between neighbours. Detects repetition
 * (`aaaa`, `abcabc`) and sequences (`abcdef`), but not words.
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

/** Whether `pg` encrypts this connection and verifies the server, or the database is on this machine. */
function isDatabaseProtected(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  if (host === '' || host.startsWith('/') || isLoopback(host)) return true;
  const mode = searchParams.get('sslmode') ?? '';
  // With libpq semantics, "prefer" may fall back to plain text and "require" verifies no certificate.
  const checked =
    searchParams.get('uselibpqcompat') === 'true' ? /^verify-/ : /^(require|verify-ca|verify-full)$/;
  return checked.test(mode) || (mode === '' && searchParams.get('ssl') === 'true');
}

/** Whether the URL of a mail server disables encryption or verification. */
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
  const { SECRET_KEY, SMTP_URL = '', RAZORPAY_KEY_ID = '' } = variables;
  const problems = ENCRYPTED.filter((name) => isPlainHttp(variables[name] ?? '')).map(
    (name) => `${name}: must be an https address`,
  );
  for (const name of ['DATABASE_URL', 'DATABASE_MIGRATION_URL']) {
    if (variables.DATABASE_URL_INSECURE !== 'yes' && !isDatabaseProtected(variables[name] ?? '')) {
      problems.push(
        `${name}: must be encrypted (add ?sslmode=verify-full), or on a network of your own (DATABASE_URL_INSECURE=yes)`,
      );
    }
  }
  if (variables.SMTP_URL_INSECURE !== 'yes' && weakensMail(SMTP_URL)) {
    problems.push('SMTP_URL: must not switch encryption off; SMTP_URL_INSECURE=yes says that it may');
  }
  if (variables.S3_ENDPOINT_INSECURE !== 'yes' && isPlainHttp(variables.S3_ENDPOINT ?? '')) {
    problems.push(
      'S3_ENDPOINT: must be an https address, or on a network of your own (S3_ENDPOINT_INSECURE=yes)',
    );
  }
  if (variables.PRIVACY_BLUR_URL_INSECURE !== 'yes' && isPlainHttp(variables.PRIVACY_BLUR_URL ?? '')) {
    problems.push(
      'PRIVACY_BLUR_URL: must be an https address, or on a network of your own (PRIVACY_BLUR_URL_INSECURE=yes)',
    );
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

/** The demo shows its mails and accepts fake payments, so other machines may reach it only if the operator allows that. */
function unsafeInDemo(variables: Variables): string[] {
  if (variables.ORIEL_DEMO_PUBLIC === 'yes') return [];
  const { HOST, PUBLIC_URL = '' } = variables;
  const reason =
    'shows the demo to others; ORIEL_DEMO_PUBLIC=yes says that it may, ORIEL_MODE=production makes it a site';
  return [
    ...(HOST === undefined || isLoopback(HOST) ? [] : [`HOST: ${reason}`]),
    ...(!URL.canParse(PUBLIC_URL) || isLoopbackUrl(PUBLIC_URL) ? [] : [`PUBLIC_URL: ${reason}`]),
  ];
}

/** One line per well-formed but unsafe variable, without its value. */
export function unsafeSettings(variables: Variables): string[] {
  if (variables.ORIEL_MODE === 'production') {
    return [...unsafeInProduction(variables), ...publishedSecrets(variables)];
  }
  // A sandbox in another process on this machine uses the published secrets.
  const gateway = variables.RAZORPAY_API;
  const isRealGateway = gateway !== undefined && !isLoopbackUrl(gateway);
  return [...unsafeInDemo(variables), ...(isRealGateway ? publishedSecrets(variables) : [])];
}
