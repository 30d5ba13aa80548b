import { openAsBlob } from 'node:fs';
import { currentTraceparent } from '../tracing/tracing.ts';
import { createResilience } from './resilience.ts';

/** A service that blurs faces and number plates, in the protocol of Panoramax's blur API. */
export interface PrivacyBlur {
  /**
   * @param file the path of a JPEG
   * @returns the JPEG with what the service has blurred
   * @throws where the service does not answer with one
   */
  blur(file: string): Promise<Buffer>;
}

export interface PrivacyBlurOptions {
  /** Where the service's `/blur/` is. */
  url: string;
  /** The largest answer, in bytes. */
  maxBytes: number;
  /** How long one answer may take; a sphere of 8,192 pixels takes such services up to half a minute. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 120_000;
const ATTEMPTS = 2;

/** The service could not be reached, was too slow, or is in trouble itself. */
export class PrivacyBlurUnavailableError extends Error {
  override name = 'PrivacyBlurUnavailableError';
}

async function read(response: Response, maxBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.byteLength;
    if (size > maxBytes) throw new Error(`the blur service answered more than ${maxBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** `POST {url}/blur/` with the picture as `picture` of a form; the answer is the blurred picture. */
export function createPrivacyBlur({
  url,
  maxBytes,
  timeoutMs = TIMEOUT_MS,
}: PrivacyBlurOptions): PrivacyBlur {
  const resilience = createResilience({
    service: 'privacy-blur',
    timeoutMs,
    attempts: ATTEMPTS,
    isOutage: (error) => error instanceof PrivacyBlurUnavailableError,
    unavailable: () => new PrivacyBlurUnavailableError('the blur service is resting after failures'),
  });
  const endpoint = `${url}${url.endsWith('/') ? '' : '/'}blur/`;
  const unreachable = (cause: unknown) =>
    new PrivacyBlurUnavailableError('the blur service could not be reached', { cause });

  async function send(file: string, signal: AbortSignal): Promise<Buffer> {
    const body = new FormData();
    body.append('picture', await openAsBlob(file, { type: 'image/jpeg' }), 'picture.jpg');
    // An operator's own service, which may trace as well.
    const traceparent = currentTraceparent();
    const headers = traceparent === undefined ? {} : { traceparent };
    const request = { method: 'POST', headers, body, redirect: 'error', signal } as const;
    const response = await fetch(endpoint, request).catch((cause: unknown) => {
      throw unreachable(cause);
    });
    if (!response.ok) {
      await response.body?.cancel();
      const message = `the blur service answered ${response.status}`;
      const isTrouble = response.status >= 500 || response.status === 429;
      throw isTrouble ? new PrivacyBlurUnavailableError(message) : new Error(message);
    }
    return read(response, maxBytes).catch((error: unknown) => {
      // A line that breaks is an outage; too long an answer is not.
      throw signal.aborted || error instanceof TypeError ? unreachable(error) : error;
    });
  }

  return {
    blur: (file) => resilience.retry(() => resilience.call((signal) => send(file, signal))),
  };
}
