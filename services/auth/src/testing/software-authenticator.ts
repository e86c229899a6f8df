import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>;

const FLAG_PRESENT = 0x01;
const FLAG_VERIFIED = 0x04;
const FLAG_BACKUP_ELIGIBLE = 0x08;
const FLAG_BACKED_UP = 0x10;
const FLAG_NEW_CREDENTIAL = 0x40;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.of((major << 5) | value);
  if (value < 256) return Buffer.of((major << 5) | 24, value);
  return Buffer.of((major << 5) | 25, value >> 8, value & 255);
}

/** @see https://www.rfc-editor.org/rfc/rfc8949 */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: string | Uint8Array): string => Buffer.from(data).toString('base64url');

/** What of an authenticator or a browser can be wrong. */
export interface Fault {
  readonly origin?: string;
  readonly rpId?: string;
  readonly userVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly challenge?: string;
  readonly type?: string;
  /** Shown by another site in a frame. */
  readonly crossOrigin?: boolean;
  readonly signedBy?: KeyObject;
}

/** An authenticator and its browser: one discoverable credential of ECDSA with P-256. */
export class SoftwareAuthenticator {
  readonly id: string;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #rpId: string;
  readonly #origin: string;
  #userHandle = '';
  #counter = 0;

  /** @param idBytes how long the id of its credential is */
  constructor(publicUrl: string, idBytes = 32) {
    this.id = base64url(randomBytes(idBytes));
    const { hostname, origin } = new URL(publicUrl);
    this.#rpId = hostname;
    this.#origin = origin;
  }

  /** Answers `navigator.credentials.create`. */
  create(options: Record<string, unknown>, fault: Fault = {}) {
    this.#userHandle = (options.user as { id: string }).id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const publicKey = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const id = Buffer.from(this.id, 'base64url');
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, publicKey]);
    const authData = Buffer.concat([this.#authenticatorData(fault, FLAG_NEW_CREDENTIAL), credential]);
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options, fault),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal', 'hybrid', 'telepathy'],
      },
    };
  }

  /** Answers `navigator.credentials.get`, with a counter that is one higher each time. */
  get(options: Record<string, unknown>, fault: Fault = {}) {
    this.#counter += 1;
    const authenticatorData = this.#authenticatorData(fault, 0);
    const clientDataJSON = this.#clientData('webauthn.get', options, fault);
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON,
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign('sha256', signed, fault.signedBy ?? this.#keys.privateKey)),
        userHandle: fault.userHandle ?? this.#userHandle,
      },
    };
  }

  #credential() {
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
    };
  }

  #authenticatorData(
    { rpId = this.#rpId, userVerified = true, counter = this.#counter }: Fault,
    flags: number,
  ): Buffer {
    const verified = userVerified ? FLAG_VERIFIED : 0;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const all = flags | FLAG_PRESENT | verified | FLAG_BACKUP_ELIGIBLE | FLAG_BACKED_UP;
    return Buffer.concat([sha256(rpId), Buffer.of(all), count]);
  }

  #clientData(type: string, options: Record<string, unknown>, fault: Fault): string {
    const { challenge = options.challenge, origin = this.#origin, crossOrigin = false } = fault;
    return base64url(JSON.stringify({ type: fault.type ?? type, challenge, origin, crossOrigin }));
  }
}
