import { createHash, createHmac } from 'node:crypto'
import { withoutSecrets } from '#server/platform/log/redact.ts'
import { type Change, type StoredChange, canonicalJson, isSecret, storedChange } from './change.ts'

/** A security event of an account or of Ekran itself. Contains no secret. */
export interface SecurityEvent {
  /** In snake case, at most 60 characters: `login`, `device_removed`. */
  readonly event: string
  readonly accountId?: number
  /** Who did it: the subscriber, an operator at the command line, Ekran itself, or a member of staff in the console. */
  readonly actor: 'viewer' | 'operator' | 'system' | 'staff'
  /** For a change in a section of the console: what was changed, before and after. */
  readonly change?: Change
  /** The client's address. */
  readonly address?: string
  /** The device's name as its owner knows it, or its uid. */
  readonly device?: string
  /** A few flat facts. A value under a secret name, or one that looks like a token, is never written. */
  readonly facts?: Readonly<Record<string, string | number | boolean>>
}

/** An event as stored: every field bounded and cleaned. */
export interface QueuedEvent {
  readonly happenedAtMs: number
  readonly event: string
  readonly accountId: number | null
  readonly actor: SecurityEvent['actor']
  readonly address: string
  readonly device: string
  readonly facts: Readonly<Record<string, string | number | boolean>>
  /** Null for an event that is no change of a section. */
  readonly change: StoredChange | null
}

const max = { event: 60, address: 64, device: 200, facts: 20, factName: 60, factText: 300 } as const
const hidden = '[hidden]'

/** Cleans and bounds an event, so that it can always be written and contains no secret. */
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
    change: params.change === undefined ? null : storedChange(params.change, clean),
  }
}

function isInteger32(value: number | undefined): value is number {
  return Number.isInteger(value) && Math.abs(value ?? 0) < 2 ** 31
}

function storedFacts(facts: Readonly<Record<string, unknown>>): QueuedEvent['facts'] {
  const stored: Record<string, string | number | boolean> = {}
  for (const [firstName, value] of Object.entries(facts).slice(0, max.facts)) {
    const name = clean(firstName, max.factName)
    if (isSecret(firstName)) stored[name] = hidden
    else if (typeof value === 'string') stored[name] = clean(value, max.factText)
    else if (typeof value === 'boolean') stored[name] = value
    else if (typeof value === 'number') stored[name] = Number.isFinite(value) ? value : String(value)
    // Other values are not flat: they could contain anything, and are not written.
  }
  return stored
}

/** Our tokens are 43 characters of base64url; no fact of an event has a word of that length. */
const likeToken = /[\w-]{43,}/g

/** Text the database accepts, without secrets: no control characters, no half surrogates, of bounded length. */
function clean(text: string, length: number): string {
  return withoutSecrets(text.slice(0, length * 4))
    .replace(likeToken, hidden)
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, length)
    .toWellFormed()
}

/** The chain value before the first row. */
export const firstHash = '0'.repeat(64)

/** The event from which on the chain is keyed. Its own hash is already keyed; its fact `mark` identifies the key. */
export const keyedEvent = 'audit_chain_keyed'

/** The event that says that events of its account up to the number `up_to` were emptied. */
export const erasedEvent = 'audit_events_erased'

type NotErased = Pick<QueuedEvent, 'happenedAtMs' | 'event' | 'actor' | 'change'> & {
  readonly eventId: number
}

/** A digest of what stays of events that are emptied, in their order: 64 hex digits in two words. */
export function erasedDigest() {
  const hash = createHash('sha256')
  return {
    add: ({ eventId, happenedAtMs, event, actor, change }: NotErased): void => {
      const { staffId = null, staffName = '', section = '', subject = '' } = change ?? {}
      hash.update(JSON.stringify([eventId, happenedAtMs, event, actor, staffId, staffName, section, subject]))
    },
    /** As it is stored: in parts, because a long word is taken for a token, and cleaned, see `markOfKey`. */
    text: (): string => clean(hash.digest('hex').replace(/.{32}(?=.)/g, '$& '), max.factText),
  }
}

/** Whether nothing in an event names a person. */
export function isEmptied({
  address,
  device,
  facts,
  change,
}: Pick<QueuedEvent, 'address' | 'device' | 'facts' | 'change'>): boolean {
  return (
    address === '' &&
    device === '' &&
    Object.keys(facts).length === 0 &&
    (change === null || (change.before === null && change.after === null))
  )
}

/**
 * Identifies a key: 16 hex digits that do not reveal it. Cleaned as every fact is before it is stored: about one in
 * 8,000 looks like the number of a card, and is compared as it was written.
 */
export function markOfKey(key: string): string {
  const mark = createHmac('sha256', key).update('mark of the audit chain').digest('hex').slice(0, 16)
  return clean(mark, max.factText)
}

/**
 * The hash over the previous row's hash and all fields of this row, 64 hex digits: HMAC with SHA-256 under the key of
 * the chain, which is not in the database. Without a key plain SHA-256, as in rows written before there was one.
 */
export function chainHash(
  key: string | undefined,
  formerHash: string,
  eventId: number,
  queuedEvent: QueuedEvent,
): string {
  const facts = Object.entries(queuedEvent.facts).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const { happenedAtMs, event, accountId, actor, address, device, change } = queuedEvent
  return (key === undefined ? createHash('sha256') : createHmac('sha256', key))
    .update(
      JSON.stringify([
        ...[formerHash, eventId, happenedAtMs, event, accountId, actor, address, device, facts],
        // Only where there is one: rows from before changes were recorded keep their hash.
        ...(change === null ? [] : [canonicalJson(change)]),
      ]),
    )
    .digest('hex')
}
