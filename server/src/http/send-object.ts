import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { matchesEtag } from './etag.ts';

/** A file that can be sent whole or in part, such as an image or a video. */
export interface SendableObject {
  /** In bytes. */
  size: number;
  /** Strong and quoted: the same tag means the same bytes. */
  etag: string;
  contentType: string;
  cacheControl: string;
  /** Reads everything, or a range of bytes, both ends included. */
  read(range?: { start: number; end: number }): Readable;
}

const CONTENT_TYPES: Record<string, string> = {
  avif: 'image/avif',
  jpg: 'image/jpeg',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  webp: 'image/webp',
};

/** By file extension. */
export function contentTypeOf(name: string): string {
  return CONTENT_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

const SINGLE_RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * Parses a Range header. Multiple and malformed ranges are ignored, as RFC 9110 allows.
 *
 * @param size of the whole object, in bytes
 * @returns undefined for the whole object, `unsatisfiable` for a range outside of it
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

/**
 * Sends an object (200), a range of it (206), or 304 where the client's copy is current. Works for GET and HEAD. Streams
 * with backpressure.
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
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();

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
