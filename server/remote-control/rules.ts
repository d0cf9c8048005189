/** Who may control a television and what becomes of a command. Pure. */

/** A television that waits sends a request at least every 25 s; a slow network is forgiven the rest. */
export const onlineMs = 40_000
/** A command that comes later would surprise those who watch. */
export const commandLifeMs = 10_000
/** A question that nobody answered is over after this. */
export const askingMs = 60_000
/** Commands that wait for a television at most. */
export const maxQueued = 20

interface Presence {
  readonly isOn: boolean
  readonly seenMs: number
}

/** Whether a television is on and looked at. */
export function isOnNow(presence: Presence, nowMs: number): boolean {
  return presence.isOn && nowMs - presence.seenMs < onlineMs
}

export type Consent = 'asking' | 'allowed' | 'denied'

export interface StoredConsent {
  readonly answer: Consent
  readonly requestedMs: number
}

/** What a consent is worth now: a question that is over was never asked. */
export function consentNow(stored: StoredConsent | undefined, nowMs: number): Consent | 'none' {
  if (stored === undefined) return 'none'
  if (stored.answer === 'asking' && nowMs - stored.requestedMs >= askingMs) return 'none'
  return stored.answer
}

export type Judgement =
  /** It waits for the television. */
  | 'accept'
  /** The television shows the question first. */
  | 'ask'
  /** It shows it already. */
  | 'asking'
  | 'denied'
  | 'off'
  | 'full'

export interface CommandFacts {
  readonly presence: Presence | undefined
  readonly consent: StoredConsent | undefined
  /** Commands that wait for the television already. */
  readonly queued: number
}

/** What becomes of a command that arrives now. */
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

/** The numbers of a list as it is sent: `5,7`. */
export function numbersOf(list: string): readonly number[] {
  return list === '' ? [] : list.split(',').map(Number)
}

/** Whether two lists hold the same numbers, in whatever order. */
export function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  const others = new Set(b)
  return new Set(a).size === others.size && a.every((one) => others.has(one))
}
