import type { GuestWatching } from '#contract/form/guest-watching.ts'
import type { FilmDetail } from '#contract/films/films.ts'

/** The requested item, as far as the right to it depends on it. */
export type Item =
  | {
      readonly kind: 'channel'
      readonly cid: number
      /** Plays even while the account is suspended or its tariff is paused. */
      readonly isSocial: boolean
      /** Listed outside the national network. */
      readonly isWorld: boolean
      /** Marked by the operator: guests watch it, where guests may watch at all. Only live. */
      readonly isOpen: boolean
    }
  | {
      readonly kind: 'title'
      readonly providerId: number
      /** Free for every logged-in viewer. */
      readonly isFree: boolean
      /** From 18 years on: never without a login. */
      readonly isForAdults: boolean
    }
  /** A trailer is open to every client. */
  | { readonly kind: 'trailer' }

/** What one subscription opens, and until when it is paid. */
export interface Right {
  /** `paused`: nothing is open until the pause ends. */
  readonly state: 'active' | 'suspended' | 'paused'
  readonly untilMs: number
  readonly channelIds: ReadonlySet<number>
  readonly providerIds: ReadonlySet<number>
}

export interface EntitlementRequest {
  readonly isLoggedIn: boolean
  /** Who may watch what is free and open without an account. */
  readonly guests: GuestWatching
  readonly item: Item
  readonly rights: readonly Right[]
  readonly region: 'inside' | 'outside'
  readonly nowMs: number
}

export type Verdict =
  /** `untilMs`: when the right ends, unix milliseconds; null: it does not depend on a subscription. */
  | { readonly kind: 'watch'; readonly untilMs: number | null }
  | {
      readonly kind: 'refused'
      readonly failure:
        | 'login_needed'
        | 'not_subscribed'
        | 'account_suspended'
        | 'tariff_paused'
        | 'outside_region'
    }

function refused(failure: Extract<Verdict, { kind: 'refused' }>['failure']): Verdict {
  return {
    kind: 'refused',
    failure,
  }
}

/**
 * Whether this viewer may watch this, now and from here. The region is checked first, because logging in or paying
 * would not help against it; then the session, then the subscription (TV-08).
 */
export function mayWatch(question: EntitlementRequest): Verdict {
  const { item } = question
  if (item.kind === 'trailer') return { kind: 'watch', untilMs: null }
  if (item.kind === 'channel' && question.region === 'outside' && !item.isWorld)
    return refused('outside_region')
  if (opensToGuests(question)) return { kind: 'watch', untilMs: null }
  if (!question.isLoggedIn) return refused('login_needed')
  if (item.kind === 'title' && item.isFree) return { kind: 'watch', untilMs: null }
  const opening = question.rights.filter((right) => opens(right, item))
  const paid = opening.filter((right) => right.state === 'active' && right.untilMs > question.nowMs)
  if (paid.length > 0) return { kind: 'watch', untilMs: Math.max(...paid.map((right) => right.untilMs)) }
  if (opening.every((right) => right.state === 'active')) return refused('not_subscribed')
  if (item.kind === 'channel' && item.isSocial) return { kind: 'watch', untilMs: null }
  // Ending the pause is enough and costs nothing, whatever else is suspended.
  const isOnPause = opening.some((right) => right.state === 'paused')
  return refused(isOnPause ? 'tariff_paused' : 'account_suspended')
}

/** Whether it plays without an account, and so without a subscription too. */
function opensToGuests({ guests, item, region }: EntitlementRequest): boolean {
  if (guests === 'none' || (guests === 'inside' && region === 'outside')) return false
  if (item.kind === 'channel') return item.isOpen
  return item.kind === 'title' && item.isFree && !item.isForAdults
}

/** Whether a subscription, or a tariff on offer, opens this. A trailer needs none. */
export function opens(what: Pick<Right, 'channelIds' | 'providerIds'>, item: Item): boolean {
  if (item.kind === 'trailer') return false
  return item.kind === 'channel' ? what.channelIds.has(item.cid) : what.providerIds.has(item.providerId)
}

/** The access block of a title. Prices in sums, only where one must be paid. */
export function accessOf(
  verdict: Verdict,
  title: { readonly isReady: boolean; readonly cheapestSums: number | null; readonly missingSums: number },
): FilmDetail['access'] {
  if (!title.isReady) return { state: 'unavailable', price: null }
  if (verdict.kind === 'watch') return { state: 'watch', price: null }
  switch (verdict.failure) {
    case 'login_needed':
      return { state: 'login', price: title.cheapestSums }
    case 'not_subscribed':
      return { state: 'subscribe', price: title.cheapestSums }
    case 'account_suspended':
      return { state: 'suspended', price: title.missingSums }
    case 'tariff_paused':
      return { state: 'paused', price: null }
    case 'outside_region':
      return { state: 'unavailable', price: null }
  }
}
