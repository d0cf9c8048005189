/** A passkey as a browser and a security key would make and use it (WebAuthn Level 3), with its own CBOR. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type * as z from 'zod/mini'
import type { NewPasskey, UsedPasskey } from '#contract/console/staff-fields.ts'

export interface VirtualAuthenticator {
  /** The credential's id, base64url. */
  readonly id: string
  /** The answer to the options of `navigator.credentials.create`. */
  create(options: { readonly challenge: string }): z.output<typeof NewPasskey>
  /** The answer to the options of `navigator.credentials.get`; `origin`: the page that asks. */
  get(options: { readonly challenge: string }, origin?: string): z.output<typeof UsedPasskey>
}

const flags = { userPresent: 0x01, userVerified: 0x04, attested: 0x40 }

export function virtualAuthenticator(site: string): VirtualAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rawId = randomBytes(32)
  const id = rawId.toString('base64url')
  const { origin: ownOrigin, hostname } = new URL(site)
  let count = 0
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const dataOf = (more: number, attested: Buffer) => {
    count += 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    const flag = Buffer.of(flags.userPresent | flags.userVerified | more)
    return Buffer.concat([sha256(Buffer.from(hostname)), flag, counter, attested])
  }
  const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
  return {
    id,
    create: ({ challenge }) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(rawId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, rawId, coseKey(publicKey)])
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(dataOf(flags.attested, attested))],
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, ownOrigin).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get: ({ challenge }, origin = ownOrigin) => {
      const client = clientData('webauthn.get', challenge, origin)
      const data = dataOf(0, Buffer.alloc(0))
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** An elliptic-curve key for ES256 (RFC 9053, 7.1.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const [ellipticCurve, es256, p256] = [2, -7, 1]
  return cborMap([
    [cborInteger(1), cborInteger(ellipticCurve)],
    [cborInteger(3), cborInteger(es256)],
    [cborInteger(-1), cborInteger(p256)],
    [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ])
}

/** A major type of CBOR with its number (RFC 8949, 3). */
function cborHead(major: number, number: number): Buffer {
  if (number < 24) return Buffer.of((major << 5) | number)
  if (number < 256) return Buffer.of((major << 5) | 24, number)
  return Buffer.of((major << 5) | 25, number >> 8, number & 0xff)
}

function cborInteger(value: number): Buffer {
  return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value)
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes])
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
}

function cborMap(pairs: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()])
}
