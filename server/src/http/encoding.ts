import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

export type Encoding = 'br' | 'gzip' | 'identity';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** What encodings known values of Accept-Encoding lead to: there are few, and each request has one. */
const chosenEncodings = new LRUCache<string, Encoding>({ max: 100 });

function chooseEncoding(accepted: string): Encoding {
  const refused = /;\s*q=0(\.0*)?$/;
  const offers = accepted.split(',').map((part) => part.trim().toLowerCase());
  const takes = (name: string) =>
    offers.some((offer) => offer === name || (offer.startsWith(`${name};`) && !refused.test(offer)));
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}

/** The encoding to answer with: Brotli, else gzip, where the client takes it. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity';
  const known = chosenEncodings.get(accepted);
  if (known !== undefined) return known;
  const chosen = chooseEncoding(accepted);
  chosenEncodings.set(accepted, chosen);
  return chosen;
}

/** By the bytes themselves: a body that is sent again, or to many at once, is compressed once. */
const compressedForms = new WeakMap<Buffer, Partial<Record<'br' | 'gzip', Promise<Buffer>>>>();

/** Compresses a body, or gives what it became when it was compressed before. */
export function compress(body: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const forms = compressedForms.get(body) ?? {};
  compressedForms.set(body, forms);
  forms[encoding] ??=
    encoding === 'gzip'
      ? compressGzip(body, { level: 6 })
      : compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return forms[encoding];
}
