/** Who may control a television and how a command is handled. Pure. */

/** A waiting television sends a request at least every 25 s; the rest allows for a slow network. */
export const onlineMs = 40_000
/** A later command would surprise the viewers. */
export const commandLifeMs = 10_000
/** An unanswered question expires after this. */
export const askingMs = 60_000
/** The maximum of pending commands for a television. */
export const maxQueued = 20

interface Presence {
  readonly isOn: boolean
  readonly seenMs: number
}

/** Whether a television is on and in the foreground. */
export function isOnNow(presence: Presence, nowMs: number): boolean {
  return presence.isOn && nowMs - presence.seenMs < onlineMs
}

export type Consent = 'asking' | 'allowed' | 'denied'

export interface StoredConsent {
  readonly answer: Consent
  readonly requestedMs: number
}

/** The current state of a consent: an expired question counts as not asked. */
export function consentNow(stored: StoredConsent | undefined, nowMs: number): Consent | 'none' {
  if (stored === undefined) return 'none'
  if (stored.answer === 'asking' && nowMs - stored.requestedMs >= askingMs) return 'none'
  return stored.answer
}

export type Judgement =
  /** It is queued for the television. */
  | 'accept'
  /** The television must show the question first. */
  | 'ask'
  /** The television is showing the question. */
  | 'asking'
  | 'denied'
  | 'off'
  | 'full'

export interface CommandFacts {
  readonly presence: Presence | undefined
  readonly consent: StoredConsent | undefined
  /** Commands already pending for the television. */
  readonly queued: number
}

/** How to handle a command that arrives now. */
export function judgeCommand({ presence, consent, queued }: CommandFacts, nowMs: number): Judgement {
  if (presence === undefined || !isOnNow(presence, nowMs)) return 'off'
  switch (consentNow(consent, nowMs)) {
    case 'none':
      return 'ask'
    case 'asking':
      return 'asking'
    case 'denied':
      return 'denied'
    case 'allowed':
      return queued >= maxQueued ? 'full' : 'accept'
  }
}

/** The numbers of a list in the format of requests: `5,7`. */
export function numbersOf(list: string): readonly number[] {
  return list === '' ? [] : list.split(',').map(Number)
}

/** Whether two lists have the same numbers, in any order. */
export function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  const others = new Set(b)
  return new Set(a).size === others.size && a.every((one) => others.has(one))
}
