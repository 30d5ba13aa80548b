import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/** Bytes that are sent whole or in part: a picture, a film. */
export interface SendableObject {
  /** Bytes. */
  size: number;
  /** Strong and quoted: the same tag means the same bytes. */
  etag: string;
  contentType: string;
  cacheControl: string;
  /** Reads everything, or from the first to the last byte of the range, both included. */
  read(range?: { start: number; end: number }): Readable;
}

const CONTENT_TYPES: Record<string, string> = {
  avif: 'image/avif',
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  webp: 'image/webp',
};

/** By a name's ending; only names of our own making come here. */
export function contentTypeOf(name: string): string {
  return CONTENT_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

const SINGLE_RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * The part that a Range header asks for. Several ranges at once, and what is no range, count as none: the whole is sent.
 *
 * @returns undefined for the whole, `unsatisfiable` where the part lies outside of it
 */
export function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, first, last] = SINGLE_RANGE.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}

function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

/**
 * Sends an object, a part of it (206), or word that the browser's copy is still good (304). Works for GET and HEAD. The
 * bytes flow at the receiver's pace and are never held as a whole.
 *
 * @throws {AppError} 416 `range_not_satisfiable`
 */
export function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  object: SendableObject,
): FastifyReply {
  const { size, etag, contentType, cacheControl } = object;
  reply.headers({ etag, 'cache-control': cacheControl, 'accept-ranges': 'bytes' });
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();

  const ifRange = request.headers['if-range'];
  const isRangeValid = ifRange === undefined || ifRange === etag;
  const range = isRangeValid ? parseRange(request.headers.range, size) : undefined;
  if (range === 'unsatisfiable') {
    throw new AppError(416, 'range_not_satisfiable', 'The file has no such part.', {
      'content-range': `bytes */${size}`,
    });
  }
  reply.header('content-type', contentType);
  if (range !== undefined)
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  reply.header('content-length', range === undefined ? size : range.end - range.start + 1);
  return request.method === 'HEAD' ? reply.send() : reply.send(object.read(range));
}
