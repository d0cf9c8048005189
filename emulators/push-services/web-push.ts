/**
 * A browser's push service (RFC 8030) and the browsers behind it: it makes subscriptions with real keys, checks the signature
 * of each request (RFC 8292) and decrypts what it receives (RFC 8291), as a browser would.
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, type ECDH } from 'node:crypto'
import { jwtVerify } from 'jose'
import { at, json, textAt, type GatewayRequest, type GatewayResponse } from '#emulators/http/exchange.ts'
import type { Devices } from './devices.ts'
import type { FaultName } from './faults.ts'

export interface WebPushReceiver {
  /** A new browser that subscribed: what `PushSubscription.toJSON()` says there. */
  subscribe(): {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
  send(request: GatewayRequest, fault: FaultName): Promise<GatewayResponse>
}

interface Browser {
  readonly keys: ECDH
  readonly auth: Buffer
}

const maxBytes = 4096
const maxBrowsers = 1000
const tagBytes = 16
const longestLifeSec = 86_400

export function createWebPush(origin: () => string, devices: Devices): WebPushReceiver {
  const browsers = new Map<string, Browser>()
  return {
    subscribe: () => {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      const endpoint = `${origin()}/wp/${randomBytes(16).toString('base64url')}`
      if (browsers.size >= maxBrowsers) browsers.clear()
      browsers.set(endpoint, { keys, auth })
      return {
        endpoint,
        keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
      }
    },
    send: async (request, fault) => {
      const endpoint = origin() + request.path
      const browser = browsers.get(endpoint)
      const state = devices.state(endpoint)
      if (browser === undefined || state === 'invalid') return json(404, { message: 'no such subscription' })
      if (state === 'gone') return json(410, { message: 'push subscription has unsubscribed or expired.' })
      const refused = await refusedRequest(request, origin(), fault)
      if (refused !== undefined) return refused
      const text = decrypted(request.body, browser)
      if (text === undefined) return json(400, { message: 'the payload cannot be decrypted' })
      const ttlSec = Number(request.headers['ttl'])
      const { title, body, tag, ...data } = text
      devices.receive({
        ...{ service: 'webpush', token: endpoint, title, body, tag, data },
        expiresSec: Math.floor(Date.now() / 1000) + ttlSec,
      })
      return { status: 201, type: 'text/plain', body: '' }
    },
  }
}

/** What a push service checks of a request, in its order. */
async function refusedRequest(
  { method, headers, body }: GatewayRequest,
  audience: string,
  fault: FaultName,
): Promise<GatewayResponse | undefined> {
  const refuse = (status: number, message: string) => json(status, { message })
  if (method !== 'POST') return refuse(405, 'POST it')
  if (!/^\d{1,7}$/.test(String(headers['ttl'] ?? ''))) return refuse(400, 'the header TTL is missing')
  if (headers['content-encoding'] !== 'aes128gcm') return refuse(415, 'Content-Encoding must be aes128gcm')
  if (!/^[\w-]{0,32}$/.test(String(headers['topic'] ?? ''))) return refuse(400, 'the topic is no base64url')
  if (body.length > maxBytes) return refuse(413, 'at most 4096 bytes')
  const [, token = '', key = ''] =
    /^vapid t=([\w.-]+), ?k=([\w-]{87})$/.exec(String(headers['authorization'] ?? '')) ?? []
  if (fault === 'wrong_key' || !(await isSigned(token, key, audience))) return refuse(403, 'invalid JWT')
  return undefined
}

async function isSigned(token: string, key: string, audience: string): Promise<boolean> {
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return false
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)]
  try {
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    const { payload } = await jwtVerify(token, publicKey, { algorithms: ['ES256'], audience })
    const { exp = 0, sub = '' } = payload
    return exp - Date.now() / 1000 <= longestLifeSec + 60 && /^(?:mailto:|https:)/.test(sub)
  } catch {
    return false
  }
}

interface PlainMessage extends Readonly<Record<string, string>> {
  readonly title: string
  readonly body: string
  readonly tag: string
}

/** The one record of a message (RFC 8188 and 8291); undefined when it is not for this browser. */
function decrypted(bytes: Buffer, { keys, auth }: Browser): PlainMessage | undefined {
  try {
    const [salt, idLength] = [bytes.subarray(0, 16), bytes.readUInt8(20)]
    const sender = bytes.subarray(21, 21 + idLength)
    const record = bytes.subarray(21 + idLength)
    const shared = keys.computeSecret(sender)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
    const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
    const key = hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16)
    const nonce = hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12)
    const opening = createDecipheriv('aes-128-gcm', Buffer.from(key), Buffer.from(nonce))
    opening.setAuthTag(record.subarray(-tagBytes))
    const padded = Buffer.concat([opening.update(record.subarray(0, -tagBytes)), opening.final()])
    const end = padded.lastIndexOf(2)
    const message: unknown = JSON.parse(padded.subarray(0, end).toString('utf8'))
    return {
      ...{ title: textAt(message, 'title'), body: textAt(message, 'body'), tag: textAt(message, 'tag') },
      href: String(at(message, 'href')),
      notification_id: String(at(message, 'notification_id')),
    }
  } catch {
    return undefined
  }
}
