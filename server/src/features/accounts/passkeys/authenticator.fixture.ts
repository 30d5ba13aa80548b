import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@oriel/contract';
import type { z } from 'zod';

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** A major type with its length or value, RFC 8949 section 3. */
function cborHead(majorType: number, value: number): Buffer {
  const first = majorType << 5;
  if (value < 24) return Buffer.from([first | value]);
  if (value < 256) return Buffer.from([first | 24, value]);
  return Buffer.from([first | 25, value >> 8, value & 255]);
}

/** The subset of CBOR that attestation objects and keys need. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string')
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)]);
  return Buffer.concat([cborHead(5, value.size), ...entries]);
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer): string => Buffer.from(data).toString('base64url');

/** A public key in COSE format: ES256 on P-256. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

const FLAGS = { userPresent: 0x01, userVerified: 0x04, attestedCredential: 0x40 };

interface StoredCredential {
  id: Buffer;
  privateKey: KeyObject;
  rpId: string;
  userHandle: string;
}

/** Deviations from a real authenticator and browser. */
export interface CeremonyOverrides {
  origin?: string;
  type?: string;
  rpId?: string;
  userVerified?: boolean;
  challenge?: string;
}

/** A software authenticator and its browser: creates the objects that `navigator.credentials` returns. */
export class SoftwareAuthenticator {
  readonly credentials: StoredCredential[] = [];
  /** Increased by each use if `hasCounter`; otherwise it stays 0. */
  counter = 0;
  hasCounter = false;

  readonly origin: string;

  /** @param origin the origin of the pages that use it */
  constructor(origin: string) {
    this.origin = origin;
  }

  #clientData(type: string, challenge: string, overrides: CeremonyOverrides): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: overrides.type ?? type,
        challenge: overrides.challenge ?? challenge,
        origin: overrides.origin ?? this.origin,
        crossOrigin: false,
      }),
    );
  }

  #authenticatorData(rpId: string, flags: number, attested = Buffer.alloc(0)): Buffer {
    if (this.hasCounter) this.counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, attested]);
  }

  /** `navigator.credentials.create()` */
  create(options: z.output<typeof PasskeyCreationOptions>, overrides: CeremonyOverrides = {}) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = randomBytes(32);
    const rpId = overrides.rpId ?? options.rp.id;
    this.credentials.push({ id, privateKey, rpId, userHandle: options.user.id });
    const idLength = Buffer.from([0, id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), idLength, id, coseKey(publicKey)]);
    const flags =
      FLAGS.userPresent |
      FLAGS.attestedCredential |
      (overrides.userVerified === false ? 0 : FLAGS.userVerified);
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', this.#authenticatorData(rpId, flags, attested)],
    ]);
    return {
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key' as const,
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', options.challenge, overrides)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    };
  }

  /** `navigator.credentials.get()`, with the newest credential by default. */
  get(
    options: z.output<typeof PasskeyRequestOptions>,
    overrides: CeremonyOverrides = {},
    credential: StoredCredential | undefined = this.credentials.at(-1),
  ) {
    if (credential === undefined) throw new Error('the authenticator holds no credential');
    const flags = FLAGS.userPresent | (overrides.userVerified === false ? 0 : FLAGS.userVerified);
    const authenticatorData = this.#authenticatorData(overrides.rpId ?? options.rpId, flags);
    const clientData = this.#clientData('webauthn.get', options.challenge, overrides);
    const signed = createSign('sha256').update(Buffer.concat([authenticatorData, sha256(clientData)]));
    return {
      id: base64url(credential.id),
      rawId: base64url(credential.id),
      type: 'public-key' as const,
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signed.sign(credential.privateKey)),
        userHandle: credential.userHandle,
      },
      clientExtensionResults: {},
    };
  }
}
