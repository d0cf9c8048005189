import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { deviceHeader } from '#contract/form/constants.ts'

/** The maximum length of a device's number at a login, and of a stored model. */
const longest = { deviceUid: 100, userAgent: 200 }

/** The device's own number; undefined when it is too long. */
export function deviceUidOf(request: FastifyRequest): string | undefined {
  const header = request.headers[deviceHeader]
  const uid = typeof header === 'string' ? header.trim() : ''
  return uid === '' || uid.length > longest.deviceUid ? undefined : uid
}

export function userAgentOf(request: FastifyRequest): string {
  return (request.headers['user-agent'] ?? '').slice(0, longest.userAgent)
}

const longestKey = 100

/** The client's own key for a request to be done once (`Idempotency-Key`); a longer one is replaced by its hash. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key']
  const key = typeof header === 'string' ? header.trim() : ''
  if (key === '') return undefined
  return key.length <= longestKey ? key : createHash('sha256').update(key).digest('hex')
}
