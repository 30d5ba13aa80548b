import type { FastifyReply, FastifyRequest } from 'fastify';
import pino, { type DestinationStream, type LogFn, type Logger } from 'pino';
import type { Config } from './config/config.ts';
import { sqlState } from './database/database.ts';

/** Longer URLs are truncated before they are redacted, so that clients cannot fill the log. */
const MAX_URL_CHARS = 2_048;
const SECRET_NAME = /token|code|secret|signature|password|otp|key|state|nonce/i;
/** The parameter with the member's data after a sign-in with an identity provider. */
const PERSON_NAME = /^user$/i;
const SIGNED_MEDIA = /^((?:https?:\/\/[^/?#]*)?\/media\/s\/)[^/?#]+/i;

/** Decodes percent-encoding; unlike `decodeURIComponent` it accepts malformed input. */
function decode(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) || PERSON_NAME.test(name);
}

/** Whether a parameter's decoded value is a URL with a secret in its query. */
function holdsSecret(value: string): boolean {
  return value.split(/[?&]/).some((part, index) => {
    const end = part.indexOf('=');
    return index > 0 && end !== -1 && isSecretName(part.slice(0, end));
  });
}

/**
 * A URL for the log: without the values of secret parameters and media signatures, truncated to 2,048 characters. Linear
 * in the length, since it splits the query instead of matching a regular expression.
 */
export function loggableUrl(url: string): string {
  const [path = '', ...parts] = url.slice(0, MAX_URL_CHARS).split(/([?&#])/);
  let logged = path.replace(SIGNED_MEDIA, '$1***');
  let inSecretValue = false;
  for (let index = 0; index < parts.length; index += 2) {
    const [mark = '', part = ''] = parts.slice(index, index + 2);
    const end = part.indexOf('=');
    const name = decode(end === -1 ? part : part.slice(0, end));
    // A question mark may be part of the value before it.
    if (inSecretValue && mark === '?' && end === -1) continue;
    inSecretValue = end !== -1 && (isSecretName(name) || holdsSecret(decode(part.slice(end + 1))));
    logged += mark + (inSecretValue ? `${part.slice(0, end)}=***` : part);
  }
  return url.length > MAX_URL_CHARS ? `${logged}…` : logged;
}

/**
 * An error for the log. Database errors quote rows and values (in `detail`, `where`, and the message after a colon), which
 * may be personal data, so only names are logged.
 */
function loggableError(error: Error): object {
  const state = sqlState(error);
  if (state === undefined) return pino.stdSerializers.err(error);
  const { table, column, constraint, routine } = error as Error & Record<string, unknown>;
  const [kind = ''] = error.message.split(': "', 1);
  const at = error.stack?.indexOf('\n    at ') ?? -1;
  return {
    type: error.name,
    message: kind,
    code: state,
    ...{ table, column, constraint, routine },
    ...(at !== -1 && { stack: `${kind}${error.stack?.slice(at)}` }),
  };
}

let alerts = 0;

/** How many lines with `alert` this process has logged. */
export function alertLines(): number {
  return alerts;
}

function isAlert(fields: unknown): boolean {
  return typeof fields === 'object' && fields !== null && 'alert' in fields && fields.alert === true;
}

/** Structured logs, one JSON object a line. Headers and bodies are never logged. */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['authorization', 'cookie', 'password', 'token', 'refreshToken', 'connectionString'].flatMap(
        (name) => [name, `*.${name}`, `*.*.${name}`],
      ),
      censor: '***',
    },
    hooks: {
      logMethod(line: Parameters<LogFn>, write: LogFn) {
        if (isAlert(line[0])) alerts += 1;
        write.apply(this, line);
      },
    },
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        url: loggableUrl(request.originalUrl ?? request.url),
        ip: request.ip,
      }),
      res: (reply: FastifyReply) => ({ status: reply.statusCode }),
      err: loggableError,
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
