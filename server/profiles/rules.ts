/** Decisions about profiles and their PINs. Pure. */
import { noAgeLimit } from '#contract/accounts/profiles.ts'

/** What a profile may see and when, as it is stored. */
export interface StoredLimits {
  readonly isChild: boolean
  /** 18: no limit. */
  readonly ageLimit: number
  /** Empty: all within the age limit. */
  readonly channelIds: readonly number[]
  /** Minutes from midnight in Tashkent, `from` after `to` over midnight; equal: the whole day. */
  readonly hoursFrom: number
  readonly hoursTo: number
  /** 0: no limit. */
  readonly minutesPerDay: number
}

/**
 * Whether a profile may see anything, or at any time, that another one may not: a child does not get there by itself. Any
 * profile that is not a child's is wider than a child's.
 */
export function isWider(from: StoredLimits, to: StoredLimits): boolean {
  return (
    (from.isChild && !to.isChild) ||
    to.ageLimit > from.ageLimit ||
    hasMoreChannels(from.channelIds, to.channelIds) ||
    (from.minutesPerDay > 0 && (to.minutesPerDay === 0 || to.minutesPerDay > from.minutesPerDay)) ||
    hasMoreHours(from, to)
  )
}

/** Whether a profile is limited in anything. */
export function isLimited({ isChild, ageLimit, ...more }: StoredLimits): boolean {
  const hasChannels = more.channelIds.length > 0
  return (
    isChild ||
    ageLimit < noAgeLimit ||
    hasChannels ||
    more.minutesPerDay > 0 ||
    more.hoursFrom !== more.hoursTo
  )
}

function hasMoreChannels(from: readonly number[], to: readonly number[]): boolean {
  if (from.length === 0) return false
  const allowed = new Set(from)
  return to.length === 0 || to.some((cid) => !allowed.has(cid))
}

const dayMinutes = 1440

function hasMoreHours(from: StoredLimits, to: StoredLimits): boolean {
  const [wide, narrow] = [minutesOf(to), minutesOf(from)]
  return wide.some((isOpen, minute) => isOpen && narrow[minute] !== true)
}

function minutesOf({ hoursFrom, hoursTo }: StoredLimits): readonly boolean[] {
  return Array.from({ length: dayMinutes }, (_, minute) => isOpenAt(hoursFrom, hoursTo, minute))
}

/** Whether a profile with these hours may watch at a minute of the day. */
export function isOpenAt(from: number, to: number, minute: number): boolean {
  if (from === to) return true
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}

/** Names that differ in capitals and spaces only are the same. */
export function nameKeyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
}

/** So many wrong PINs of an account in a row lock all of them. */
export const maxTries = 5
const firstLockMs = 15 * 60_000
const longestLockMs = 24 * 3_600_000
/** For so long a proven PIN need not be entered again. */
export const provenMs = 10 * 60_000
/** For so long what the PIN opened stays open on its device. */
export const openMs = 12 * 3_600_000

/** The wrong tries of an account's PINs since the last right one. */
export interface Tries {
  readonly wrongTries: number
  /** How often it was locked since the last right one. */
  readonly locks: number
  /** Unix milliseconds; 0: never locked since the last right one. */
  readonly lockedUntilMs: number
}

export const noTries: Tries = { wrongTries: 0, locks: 0, lockedUntilMs: 0 }

export type SpentTry =
  | { readonly kind: 'locked'; readonly untilMs: number }
  /** The PIN may be compared. The try counts as wrong until it is known to be right. */
  | { readonly kind: 'may_try'; readonly tries: Tries; readonly left: number }

/** Counts a try before the PIN is compared, so that tries at the same moment cannot exceed the limit. */
export function spendTry(tries: Tries, nowMs: number): SpentTry {
  if (tries.lockedUntilMs > nowMs) return { kind: 'locked', untilMs: tries.lockedUntilMs }
  const wrongTries = (tries.lockedUntilMs > 0 ? 0 : tries.wrongTries) + 1
  if (wrongTries < maxTries) {
    const counted = { wrongTries, locks: tries.locks, lockedUntilMs: 0 }
    return { kind: 'may_try', tries: counted, left: maxTries - wrongTries }
  }
  const lockedUntilMs = nowMs + lockMs(tries.locks)
  return { kind: 'may_try', tries: { wrongTries, locks: tries.locks + 1, lockedUntilMs }, left: 0 }
}

/** 15 minutes, and twice as long each time up to a day. */
export function lockMs(formerLocks: number): number {
  return Math.min(firstLockMs * 2 ** Math.min(formerLocks, 10), longestLockMs)
}

/**
 * A try that was no wrong one is given back: a right PIN of a profile, which says nothing about that of the account, and
 * one that could not be compared. Otherwise one's own PIN in between would allow to guess another for ever.
 */
export function giveBackTry(now: Tries, spent: Tries): Tries {
  if (spent.lockedUntilMs > 0) {
    // Meanwhile it may have been unlocked by the right PIN.
    if (now.lockedUntilMs !== spent.lockedUntilMs) return now
    return { wrongTries: maxTries - 1, locks: Math.max(0, now.locks - 1), lockedUntilMs: 0 }
  }
  return { ...now, wrongTries: Math.max(0, now.wrongTries - 1) }
}
