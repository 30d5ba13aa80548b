import type { FastifyReply, FastifyRequest } from 'fastify';
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.ts';

const SECRET_PARAMETERS =
  /([?&][^=&]*(?:token|code|secret|signature|password|otp|key|state|nonce)[^=&]*)=[^&#]*/gi;
/** The member, as an identity provider's redirect carries them to the page. */
const PERSON_PARAMETER = /([?&]user)=[^&#]*/g;
const SIGNED_MEDIA = /^(\/media\/s\/)[^/?#]+/;

/** An address as it may be logged: values of parameters that carry secrets, and media tokens, are left out. */
export function loggableUrl(url: string): string {
  return url
    .replace(SECRET_PARAMETERS, '$1=***')
    .replace(PERSON_PARAMETER, '$1=***')
    .replace(SIGNED_MEDIA, '$1***');
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
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        url: loggableUrl(request.url),
        address: request.ip,
      }),
      res: (reply: FastifyReply) => ({ status: reply.statusCode }),
      err: pino.stdSerializers.err,
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
