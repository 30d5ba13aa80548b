import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

export type Encoding = 'br' | 'gzip' | 'identity';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** By the value of Accept-Encoding: there are few, and almost every request has one. */
const chosenEncodings = new LRUCache<string, Encoding>({ max: 100 });

function chooseEncoding(accepted: string): Encoding {
  const refused = /;\s*q=0(\.0*)?$/;
  const offers = accepted.split(',').map((part) => part.trim().toLowerCase());
  const accepts = (name: string) =>
    offers.some((offer) => offer === name || (offer.startsWith(`${name};`) && !refused.test(offer)));
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}

/** The encoding of a response: Brotli, else gzip, where the client accepts it. @param accepted the Accept-Encoding header */
export function encodingFor(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity';
  const cached = chosenEncodings.get(accepted);
  if (cached !== undefined) return cached;
  const chosen = chooseEncoding(accepted);
  chosenEncodings.set(accepted, chosen);
  return chosen;
}

/** Keyed by the buffer: a body that is sent repeatedly, or to many clients at once, is compressed once. */
const compressedForms = new WeakMap<Buffer, Partial<Record<'br' | 'gzip', Promise<Buffer>>>>();

/** Compresses a body; memoised per buffer. */
export function compress(body: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const forms = compressedForms.get(body) ?? {};
  compressedForms.set(body, forms);
  forms[encoding] ??=
    encoding === 'gzip'
      ? compressGzip(body, { level: 6 })
      : compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return forms[encoding];
}
