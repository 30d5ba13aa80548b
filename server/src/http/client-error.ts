import type { Socket } from 'node:net';
import { AppError } from '../errors.ts';
import { problemBody } from './problem.ts';

/** Maps an error of Node's HTTP parser. */
function asAppError(code: string | undefined): AppError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError(431, 'headers_too_large', 'The headers of the request are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError(408, 'request_timeout', 'The request took too long to arrive.');
    default:
      return new AppError(400, 'malformed_request', 'The request is malformed.');
  }
}

/**
 * Responds to a request that cannot be parsed, and closes its connection.
 *
 * @param headers the headers of every response
 */
export function sendClientError(
  error: Error & { code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = problemBody(asAppError(error.code));
  const body = JSON.stringify(problem);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${problem.status} ${problem.title}\r\n` +
      'content-type: application/problem+json; charset=utf-8\r\n' +
      `content-length: ${Buffer.byteLength(body)}\r\n${lines.join('')}` +
      `connection: close\r\n\r\n${body}`,
  );
}
