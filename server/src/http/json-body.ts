import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

const MAX_DEPTH = 32;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Whether JSON text nests arrays and objects deeper than any request of the API. */
function isTooDeep(json: Buffer): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index] ?? 0;
    if (inString) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (OPENING.has(byte)) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (CLOSING.has(byte)) depth -= 1;
  }
  return false;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError(400, 'invalid_json', 'The body is not UTF-8.');
  }
}

/**
 * Accepts JSON bodies only (415 for others). Refuses with 400 `invalid_json`: malformed JSON or UTF-8, deep nesting, and
 * properties named `__proto__` or `constructor.prototype`. An empty body counts as absent.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  const parseSafely = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') {
      done(new AppError(415, 'unsupported_encoding', 'Compressed request bodies are not accepted.'));
    } else if (bytes.length === 0) {
      done(null, undefined);
    } else if (isTooDeep(bytes)) {
      done(new AppError(400, 'invalid_json', 'The body nests too deeply.'));
    } else {
      try {
        parseSafely(request, decode(bytes), (error, value) =>
          error ? done(new AppError(400, 'invalid_json', 'The body is not valid JSON.')) : done(null, value),
        );
      } catch (error) {
        done(error instanceof Error ? error : new Error('unreadable body'));
      }
    }
  });
}
