import type { Way } from '#contract/accounts/registration.ts'
import type * as z from 'zod/mini'

/** The purpose of a code. It is accepted only for that purpose. */
export type Purpose = 'register' | 'reset' | 'confirm_phone' | 'login'
/** How a code is delivered. */
export type CodeWay = 'sms' | 'call'
export type AnyWay = z.output<typeof Way>

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** Seconds until the next code: after the first code of a day, the second, and every later one. */
export const waitsSec = [60, 120, 300] as const
/** Codes of one phone for one purpose in a day, from all networks: each after the second needs a captcha. */
export const perPhoneDay = 20
/** The same from one network. A network that has used up its codes does not block other networks. */
export const perPhoneNetworkDay = 5
/** Codes of a phone for one purpose in a day without a captcha, counted over all networks. */
export const beforeCaptcha = 2
/**
 * Guesses at one code from all networks except the one that requested it. With the five of that network a code is
 * guessed with a chance of 20 in 1,000,000, and with the 20 codes of a day, all of them requested and guessed by an
 * attacker with four networks, of 1 in 2,500 a day.
 */
export const triesElsewhere = 15
/** Requests of one network in an hour: a household, or the shared address of a small district. */
export const perNetworkHour = 10
/** Codes to neighbouring numbers (the same except for the last four digits) in an hour. */
export const perPrefixHour = 30
/** Accounts that one network may create by captcha alone in an hour. */
export const capturedPerNetworkHour = 10
/** A call is offered after so many messages whose codes were not entered. */
export const smsBeforeCall = 2

/** The state when a code is requested; moments are unix milliseconds, undefined where there was none. */
export interface CodeHistory {
  /** Codes of this phone for this purpose in the last day. */
  readonly phoneCount: number
  /** The newest that was not entered. After an entered code the next needs no wait. */
  readonly phoneLatestMs: number | undefined
  /** How many of them were messages. */
  readonly phoneSmsCount: number
  /**
   * The twentieth newest code of the phone's last day, the tenth newest request of the network's last hour, and so
   * on.
   */
  readonly phoneFullMs: number | undefined
  /** The fifth newest of those that this network requested. */
  readonly phoneNetworkFullMs: number | undefined
  readonly networkFullMs: number | undefined
  readonly prefixFullMs: number | undefined
  readonly allFullMs: number | undefined
  /** Whether the network has requested a code within the hour. */
  readonly networkHasRequested: boolean
}

export type CodeDecision =
  | { readonly kind: 'go' }
  /** The phone's countdown is running. */
  | { readonly kind: 'too_soon'; readonly waitSec: number }
  | { readonly kind: 'address_limit'; readonly waitSec: number }
  | { readonly kind: 'too_many'; readonly waitSec: number; readonly of: 'phone' | 'prefix' | 'all' }
  | { readonly kind: 'captcha_needed' }

/** Whether a code may be sent now. The captcha is checked last, so that nobody solves one only to be refused. */
export function decide(history: CodeHistory, hasCaptcha: boolean, nowMs: number): CodeDecision {
  const left = (sinceMs: number | undefined, windowMs: number) =>
    sinceMs === undefined ? 0 : secondsUntil(sinceMs + windowMs, nowMs)
  const phoneFull = Math.max(left(history.phoneFullMs, dayMs), left(history.phoneNetworkFullMs, dayMs))
  if (phoneFull > 0) return { kind: 'too_many', waitSec: phoneFull, of: 'phone' }
  const countdown = countdownSec(history, nowMs)
  if (countdown > 0) return { kind: 'too_soon', waitSec: countdown }
  const networkFull = left(history.networkFullMs, hourMs)
  if (networkFull > 0) return { kind: 'address_limit', waitSec: networkFull }
  const prefixFull = left(history.prefixFullMs, hourMs)
  if (prefixFull > 0) return { kind: 'too_many', waitSec: prefixFull, of: 'prefix' }
  const allFull = left(history.allFullMs, hourMs)
  if (allFull > 0) return { kind: 'too_many', waitSec: allFull, of: 'all' }
  return needsCaptcha(history) && !hasCaptcha ? { kind: 'captcha_needed' } : { kind: 'go' }
}

/** Whether the next code needs a captcha. */
export function needsCaptcha({ networkHasRequested, phoneCount }: CodeHistory): boolean {
  return networkHasRequested || phoneCount >= beforeCaptcha
}

/** Seconds until this phone may get another code; shown as the countdown. */
export function countdownSec(history: CodeHistory, nowMs: number): number {
  if (history.phoneLatestMs === undefined) return 0
  const index = Math.min(history.phoneCount, waitsSec.length) - 1
  const wait = secondsUntil(history.phoneLatestMs + (waitsSec[index] ?? 0) * 1000, nowMs)
  const { phoneFullMs, phoneNetworkFullMs } = history
  const fullMs = [phoneFullMs, phoneNetworkFullMs].filter((moment) => moment !== undefined)
  return Math.max(wait, ...fullMs.map((moment) => secondsUntil(moment + dayMs, nowMs)))
}

function secondsUntil(momentMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((momentMs - nowMs) / 1000))
}

/**
 * The delivery ways of a phone. A call costs more than a message, so it is offered when messages did not help, or are
 * not available.
 */
export function waysOpen(
  allowed: readonly AnyWay[],
  sendable: { readonly sms: boolean; readonly call: boolean },
  smsCount: number,
): readonly AnyWay[] {
  const hasSms = allowed.includes('sms') && sendable.sms
  return allowed.filter((way) => {
    if (way === 'sms') return hasSms
    if (way === 'call') return sendable.call && (!hasSms || smsCount >= smsBeforeCall)
    return true
  })
}

/** A used share below `minUsedShare` among the last `pumpingSample` codes suggests SMS pumping. */
export const pumpingSample = 50
export const minUsedShare = 0.3

/** Whether codes are requested only to make us send them (SMS pumping). Undefined share: too few were sent to say. */
export function judgePumping(
  sent: number,
  used: number,
): { usedShare: number | undefined; isAlarm: boolean } {
  if (sent < pumpingSample) return { usedShare: undefined, isAlarm: false }
  const usedShare = used / sent
  return { usedShare, isAlarm: usedShare < minUsedShare }
}

/** True when `text` contains an existing day as dd.mm.yyyy. */
export function holdsDay(text: string): boolean {
  for (const [, day, month, year] of text.matchAll(/(?<!\d)(\d\d)\.(\d\d)\.(\d{4})(?!\d)/g)) {
    const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
    if (date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)) return true
  }
  return false
}

/** The day at `unixMs` in Tashkent as dd.mm.yyyy. */
export function dayInTashkent(unixMs: number, offsetMs: number): string {
  const [year, month, day] = new Date(unixMs + offsetMs).toISOString().slice(0, 10).split('-')
  return `${day}.${month}.${year}`
}
