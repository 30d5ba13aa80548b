import { RenewingCache } from '../renewing-cache.ts';
import { compress, type Encoding } from './encoding.ts';

/** A response body in one encoding. */
export interface Variant {
  encoding: Encoding;
  /** Alternating names and values, as `writeHead` takes them; `content-length` is last. */
  headers: string[];
  body: Buffer;
}

/** A response of status 200, ready to be written to a socket. */
export interface CacheableResponse {
  /** The pattern of its route, for the metrics. */
  route: string;
  etag: string;
  /** Encoded variants are added when they are first requested. */
  variants: { identity: Variant } & Partial<Record<Encoding, Variant>>;
}

/** Smaller bodies are not worth compressing. */
const MIN_COMPRESSED_BYTES = 1024;

/** The body of a response as one member gets it. */
export interface MemberBody {
  /** The estimated memory of what it is made of. */
  bytes(): number;
  /** Made for each request of what the member has at that moment. */
  for(memberId: string): Promise<Buffer>;
}

/** A response of status 200 for members. */
export interface MemberResponse {
  /** The pattern of its route, for the metrics. */
  route: string;
  /** Alternating names and values, without `content-length`. */
  headers: string[];
  body: Buffer | MemberBody;
}

/** Responses to guests, and what members' responses are made of, by canonical URL. Nothing in it belongs to one member. */
export class ResponseCache extends RenewingCache<CacheableResponse> {
  readonly forMembers: RenewingCache<MemberResponse>;

  /** @param maxBytes the memory limit of all responses to guests; those to members get a quarter of it in addition */
  constructor(lifetimeMs: number, maxBytes: number) {
    super({
      lifetimeMs,
      maxBytes,
      sizeOf: ({ variants }) =>
        3 * Object.values(variants).reduce((sum, variant) => sum + variant.body.length, 0),
    });
    this.forMembers = new RenewingCache({
      lifetimeMs,
      maxBytes: Math.ceil(maxBytes / 4),
      sizeOf: ({ body }) => (Buffer.isBuffer(body) ? body.length : body.bytes()),
    });
  }

  override sweep(): void {
    super.sweep();
    this.forMembers.sweep();
  }

  override clear(): void {
    super.clear();
    this.forMembers.clear();
  }
}

/** The variant of a response in an encoding, compressed at the first call. Small bodies stay uncompressed. */
export async function variantOf(
  { variants }: Pick<CacheableResponse, 'variants'>,
  encoding: Encoding,
): Promise<Variant> {
  const existing = variants[encoding];
  if (existing !== undefined) return existing;
  const plain = variants.identity;
  if (encoding === 'identity' || plain.body.length < MIN_COMPRESSED_BYTES) {
    variants[encoding] = plain;
    return plain;
  }
  const body = await compress(plain.body, encoding);
  const headers = [
    ...withoutLength(plain.headers),
    'content-encoding',
    encoding,
    'content-length',
    String(body.length),
  ];
  const variant = { encoding, headers, body };
  variants[encoding] = variant;
  return variant;
}

/** The headers of a variant for a response without a body. */
export function withoutLength(headers: string[]): string[] {
  return headers.slice(0, -2);
}
