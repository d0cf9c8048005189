import { createHash, createHmac } from 'node:crypto'
import { isSecretName, withoutSecrets } from '#server/platform/log/redact.ts'

/** Something that happened to an account or to Ekran's own doors. Never a secret in it. */
export interface SecurityEvent {
  /** In snake case, at most 60 letters: `login`, `device_removed`. */
  readonly event: string
  readonly accountId?: number
  /** Who did it: the subscriber, an operator at the command line, or Ekran itself. */
  readonly actor: 'viewer' | 'operator' | 'system'
  /** Where the caller came from. */
  readonly address?: string
  /** The device as its owner would know it, or its uid. */
  readonly device?: string
  /** A few flat facts. A value under a secret name, or one that looks like a token, is never written. */
  readonly facts?: Readonly<Record<string, string | number | boolean>>
}

/** An event in the form it is kept: everything bounded and cleaned. */
export interface QueuedEvent {
  readonly happenedAtMs: number
  readonly event: string
  readonly accountId: number | null
  readonly actor: SecurityEvent['actor']
  readonly address: string
  readonly device: string
  readonly facts: Readonly<Record<string, string | number | boolean>>
}

const max = { event: 60, address: 64, device: 200, facts: 20, factName: 60, factText: 300 } as const
const hidden = '[hidden]'

/** Cleans and bounds an event, so that whatever a caller gave can be written and holds no secret. */
export function queuedEvent(params: SecurityEvent, happenedAtMs: number): QueuedEvent {
  const event = params.event.toLowerCase().replace(/[^a-z0-9_]+/g, '_')
  const { accountId } = params
  return {
    happenedAtMs,
    event: event.slice(0, max.event) || 'unnamed',
    accountId: isInteger32(accountId) ? accountId : null,
    actor: params.actor,
    address: clean(params.address ?? '', max.address),
    device: clean(params.device ?? '', max.device),
    facts: storedFacts(params.facts ?? {}),
  }
}

function isInteger32(value: number | undefined): value is number {
  return Number.isInteger(value) && Math.abs(value ?? 0) < 2 ** 31
}

function storedFacts(facts: Readonly<Record<string, unknown>>): QueuedEvent['facts'] {
  const stored: Record<string, string | number | boolean> = {}
  for (const [firstName, value] of Object.entries(facts).slice(0, max.facts)) {
    const name = clean(firstName, max.factName)
    if (isSecretName(firstName) || isSecretName(snakeCase(firstName))) stored[name] = hidden
    else if (typeof value === 'string') stored[name] = clean(value, max.factText)
    else if (typeof value === 'boolean') stored[name] = value
    else if (typeof value === 'number') stored[name] = Number.isFinite(value) ? value : String(value)
    // Anything else is not flat: it could hold whatever, and is not written.
  }
  return stored
}

/** `smsCode` is as secret as `sms_code`. */
function snakeCase(name: string) {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2')
}

/** Our tokens are 43 letters of base64url; nothing an event has to say is one word of that length. */
const likeToken = /[\w-]{43,}/g

/** Text the database takes, without secrets: no control characters, no halves of characters, of bounded length. */
function clean(text: string, length: number): string {
  return withoutSecrets(text.slice(0, length * 4))
    .replace(likeToken, hidden)
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, length)
    .toWellFormed()
}

/** The link of the chain before the first row. */
export const firstHash = '0'.repeat(64)

/** The event from which on the chain is keyed. Its own hash is keyed already; its fact `mark` tells which key it is. */
export const keyedEvent = 'audit_chain_keyed'

/** By which a key is known again: 16 hex digits that do not lead to it. */
export function markOfKey(key: string): string {
  return createHmac('sha256', key).update('mark of the audit chain').digest('hex').slice(0, 16)
}

/**
 * The hash over the former row's hash and everything this row says, 64 hex digits: HMAC with SHA-256 under the key of the
 * chain, which is not in the database. Plain SHA-256 without a key, as rows of before there was one have it.
 */
export function chainHash(
  key: string | undefined,
  formerHash: string,
  eventId: number,
  queuedEvent: QueuedEvent,
): string {
  const facts = Object.entries(queuedEvent.facts).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const { happenedAtMs, event, accountId, actor, address, device } = queuedEvent
  return (key === undefined ? createHash('sha256') : createHmac('sha256', key))
    .update(
      JSON.stringify([formerHash, eventId, happenedAtMs, event, accountId, actor, address, device, facts]),
    )
    .digest('hex')
}
