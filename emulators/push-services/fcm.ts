/** Firebase Cloud Messaging: the token endpoint of Google's OAuth 2.0 and `projects.messages.send` of HTTP v1. */
import { randomBytes, type KeyObject } from 'node:crypto'
import { jwtVerify } from 'jose'
import * as z from 'zod/mini'
import {
  json,
  readForm,
  readJson,
  type GatewayRequest,
  type GatewayResponse,
} from '#emulators/http/exchange.ts'
import type { Devices } from './devices.ts'
import type { FaultName } from './faults.ts'

export interface FcmOptions {
  readonly projectId: string
  readonly email: string
  readonly publicKey: KeyObject
  /** The address of the token endpoint, which assertions must name. */
  readonly tokenUri: () => string
  readonly devices: Devices
}

const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const scope = 'https://www.googleapis.com/auth/firebase.messaging'
const tokenLifeSec = 3600
const maxTokens = 1000
const maxBytes = 4096

/** The fields of a message that are supported; others are refused, as the real service refuses unknown ones. */
const Message = z.strictObject({
  token: z.string().check(z.minLength(1)),
  notification: z.strictObject({ title: z.string(), body: z.string() }),
  data: z.record(z.string(), z.string()),
  android: z.strictObject({
    priority: z.enum(['NORMAL', 'HIGH']),
    ttl: z.string().check(z.regex(/^\d{1,7}(?:\.\d{1,9})?s$/)),
    notification: z.strictObject({ tag: z.string(), sound: z.optional(z.string()) }),
  }),
})

export interface Fcm {
  login(request: GatewayRequest, fault: FaultName): Promise<GatewayResponse>
  send(request: GatewayRequest, fault: FaultName): GatewayResponse
}

export function createFcm(options: FcmOptions): Fcm {
  /** Access token → its expiry. */
  const tokens = new Map<string, number>()
  return {
    login: async (request, fault) => {
      const form = await readForm(request)
      if (request.method !== 'POST' || form?.get('grant_type') !== grantType)
        return json(400, { error: 'unsupported_grant_type', error_description: 'Invalid grant_type' })
      const isValid = await isAssertionValid(form.get('assertion') ?? '', options)
      if (!isValid || fault === 'wrong_key')
        return json(400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' })
      const token = `ya29.${randomBytes(60).toString('base64url')}`
      if (tokens.size >= maxTokens) tokens.clear()
      tokens.set(token, Date.now() + tokenLifeSec * 1000)
      return json(200, { access_token: token, expires_in: tokenLifeSec - 1, token_type: 'Bearer' })
    },
    send: (request, fault) => {
      if (fault === 'expire_tokens') tokens.clear()
      const token = /^Bearer (\S+)$/.exec(String(request.headers['authorization'] ?? ''))?.[1] ?? ''
      if ((tokens.get(token) ?? 0) <= Date.now())
        return failed(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')
      if (fault === 'wrong_key') return failed(403, 'PERMISSION_DENIED', 'Permission denied on the project.')
      if (request.path !== `/v1/projects/${options.projectId}/messages:send`)
        return failed(403, 'PERMISSION_DENIED', 'Permission denied on the project.')
      return deliver(request, options)
    },
  }
}

async function isAssertionValid(assertion: string, options: FcmOptions): Promise<boolean> {
  try {
    const { payload } = await jwtVerify(assertion, options.publicKey, {
      algorithms: ['RS256'],
      issuer: options.email,
      audience: options.tokenUri(),
      requiredClaims: ['iat', 'exp', 'scope'],
    })
    return payload['scope'] === scope && (payload.exp ?? 0) - (payload.iat ?? 0) <= 3600
  } catch {
    return false
  }
}

function deliver(request: GatewayRequest, { devices, projectId }: FcmOptions): GatewayResponse {
  const parsed = z.safeParse(z.strictObject({ message: Message }), readJson(request))
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') ?? ''
    return failed(400, 'INVALID_ARGUMENT', `Invalid JSON payload received at '${field}'`, [
      violationOf(field),
    ])
  }
  const { token, notification, data, android } = parsed.data.message
  if (Buffer.byteLength(JSON.stringify({ notification, data })) > maxBytes)
    return failed(400, 'INVALID_ARGUMENT', 'Android message is too big', [codeOf('INVALID_ARGUMENT')])
  switch (devices.state(token)) {
    case 'gone':
      return failed(404, 'NOT_FOUND', 'Requested entity was not found.', [codeOf('UNREGISTERED')])
    case 'invalid':
      return failed(400, 'INVALID_ARGUMENT', 'The registration token is not a valid FCM registration token', [
        codeOf('INVALID_ARGUMENT'),
      ])
    case 'other_app':
      return failed(403, 'PERMISSION_DENIED', 'SenderId mismatch', [codeOf('SENDER_ID_MISMATCH')])
    case 'reachable':
  }
  const ttlSec = Number.parseFloat(android.ttl)
  devices.receive({
    service: 'fcm',
    token,
    ...notification,
    data,
    tag: android.notification.tag,
    expiresSec: Math.floor(Date.now() / 1000 + ttlSec),
  })
  const id = `0:${Date.now()}%${randomBytes(8).toString('hex')}`
  return json(200, { name: `projects/${projectId}/messages/${id}` })
}

/** An error in the format of Google's APIs. */
export function failed(
  code: number,
  status: string,
  message: string,
  details: readonly object[] = [],
): GatewayResponse {
  return json(code, { error: { code, message, status, ...(details.length === 0 ? {} : { details }) } })
}

function codeOf(errorCode: string): object {
  return { '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }
}

function violationOf(field: string): object {
  return {
    '@type': 'type.googleapis.com/google.rpc.BadRequest',
    fieldViolations: [{ field, description: `Invalid value at '${field}'` }],
  }
}
