/** What APNs checks in a request, in its order. */
import type { KeyObject } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http2'
import { decodeJwt, jwtVerify } from 'jose'
import { at, textAt } from '#emulators/http/exchange.ts'
import type { Devices } from './devices.ts'

export interface ApnsAccount {
  readonly publicKey: KeyObject
  readonly keyId: string
  readonly team: string
  readonly topic: string
}

export interface ApnsAnswer {
  readonly status: number
  /** The error's `reason`; undefined for an accepted message. */
  readonly reason?: string
  readonly timestamp?: number
}

/** The provider token in use on one connection. */
export interface Connection {
  token: string
  issuedSec: number
}

const maxBytes = 4096
const tokenLifeSec = 3600
const minRenewalSec = 20 * 60

export async function refusedProvider(
  headers: IncomingHttpHeaders,
  account: ApnsAccount,
  connection: Connection,
): Promise<ApnsAnswer | undefined> {
  const token = /^bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token === undefined) return { status: 403, reason: 'MissingProviderToken' }
  const invalid = { status: 403, reason: 'InvalidProviderToken' }
  try {
    const { protectedHeader } = await jwtVerify(token, account.publicKey, {
      algorithms: ['ES256'],
      issuer: account.team,
      requiredClaims: ['iat'],
    })
    if (protectedHeader.kid !== account.keyId) return invalid
  } catch {
    return invalid
  }
  const issuedSec = decodeJwt(token).iat ?? 0
  if (Math.abs(Date.now() / 1000 - issuedSec) > tokenLifeSec)
    return { status: 403, reason: 'ExpiredProviderToken' }
  if (connection.token !== '' && connection.token !== token)
    if (issuedSec - connection.issuedSec < minRenewalSec)
      return { status: 429, reason: 'TooManyProviderTokenUpdates' }
  Object.assign(connection, { token, issuedSec })
  return undefined
}

/** Delivers a message of an accepted provider, or says what is wrong with it. */
export function receive(
  headers: IncomingHttpHeaders,
  body: Buffer,
  account: ApnsAccount,
  devices: Devices,
): ApnsAnswer {
  const token = /^\/3\/device\/([^/]*)$/.exec(headers[':path'] ?? '')?.[1]
  if (headers[':method'] !== 'POST') return { status: 405, reason: 'MethodNotAllowed' }
  if (token === undefined) return { status: 404, reason: 'BadPath' }
  if (!/^(?:[\da-f]{2}){16,200}$/.test(token)) return { status: 400, reason: 'BadDeviceToken' }
  const topic = headers['apns-topic']
  if (topic === undefined) return { status: 400, reason: 'MissingTopic' }
  if (topic !== account.topic) return { status: 400, reason: 'TopicDisallowed' }
  if (headers['apns-push-type'] !== 'alert') return { status: 400, reason: 'InvalidPushType' }
  if (!/^(?:1|5|10)$/.test(String(headers['apns-priority'] ?? '10')))
    return { status: 400, reason: 'BadPriority' }
  const expiration = String(headers['apns-expiration'] ?? '0')
  if (!/^\d{1,12}$/.test(expiration)) return { status: 400, reason: 'BadExpirationDate' }
  const collapseId = String(headers['apns-collapse-id'] ?? '')
  if (Buffer.byteLength(collapseId) > 64) return { status: 400, reason: 'BadCollapseId' }
  if (body.length === 0) return { status: 400, reason: 'PayloadEmpty' }
  if (body.length > maxBytes) return { status: 413, reason: 'PayloadTooLarge' }
  const refused = refusedDevice(token, devices)
  if (refused !== undefined) return refused
  const payload = jsonOf(body)
  const alert = at(at(payload, 'aps'), 'alert')
  devices.receive({
    service: 'apns',
    token,
    title: textAt(alert, 'title'),
    body: textAt(alert, 'body'),
    data: dataOf(payload),
    tag: collapseId,
    expiresSec: Number(expiration),
  })
  return { status: 200 }
}

function refusedDevice(token: string, devices: Devices): ApnsAnswer | undefined {
  switch (devices.state(token)) {
    case 'gone':
      return { status: 410, reason: 'Unregistered', timestamp: Date.now() }
    case 'invalid':
      return { status: 400, reason: 'BadDeviceToken' }
    case 'other_app':
      return { status: 400, reason: 'DeviceTokenNotForTopic' }
    case 'reachable':
      return undefined
  }
}

/** The app's own fields beside `aps`. */
function dataOf(payload: unknown): Readonly<Record<string, string>> {
  const fields = typeof payload === 'object' && payload !== null ? Object.keys(payload) : []
  return Object.fromEntries(
    fields.filter((name) => name !== 'aps').map((name) => [name, textAt(payload, name)]),
  )
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
