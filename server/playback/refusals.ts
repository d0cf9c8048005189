import type { TariffRecord } from '#server/billing/billing.ts'
import { type ActiveBlackout, wordsOf } from '#server/blackouts/blackouts.ts'
import type { Item, Verdict } from '#server/entitlement/entitlement.ts'
import type { StreamRecord } from '#server/streams/streams.ts'
import type { PlaybackClient, PlaybackDeps } from './deps.ts'

/** Reasons without further details. */
type PlainReason =
  | 'channel_not_found'
  | 'programme_not_found'
  | 'title_not_found'
  /** Not on the air, or not packaged yet. */
  | 'not_available_now'
  | 'not_begun'
  | 'not_recorded'
  /** The channel's provider does not deliver its past now. */
  | 'provider_failed'
  /** All connections to the provider are in use. */
  | 'provider_busy'
  | 'login_needed'
  /** The client's network has too many guests. */
  | 'guest_streams_full'
  /** A link to a moment has expired, or was changed. */
  | 'moment_over'
  /** Moments of it are not shared: it is for adults, or the operator allows none. */
  | 'moment_closed'
  /** The client's network has played the link too often. */
  | 'moment_limit'
  | 'tariff_paused'
  | 'outside_region'
  /** Its window is for another territory. */
  | 'title_outside_region'
  /** Another device of the account stopped this stream. */
  | 'stream_stopped'
  /** The profile may watch other channels only. */
  | 'channel_not_chosen'
  /** The profile has watched for its minutes of today. */
  | 'watch_minutes_over'

/** Why an item is not played, with details that help the viewer. */
export type PlaybackRefusal =
  | { readonly kind: 'refused'; readonly failure: PlainReason }
  /** It is for older viewers than the profile's; the PIN opens the first. */
  | { readonly kind: 'refused'; readonly failure: 'above_age_limit'; readonly age: number }
  | { readonly kind: 'refused'; readonly failure: 'above_age_closed'; readonly age: number }
  /** The hours of the profile, as `20:30`. */
  | {
      readonly kind: 'refused'
      readonly failure: 'watch_hours_over'
      readonly from: string
      readonly to: string
    }
  | {
      readonly kind: 'refused'
      readonly failure: 'not_subscribed'
      /** The tariffs on offer that open it, the cheapest first. */
      readonly openedBy: readonly TariffRecord[]
    }
  | { readonly kind: 'refused'; readonly failure: 'account_suspended'; readonly missingSums: number }
  | {
      readonly kind: 'refused'
      /** A rights holder forbids it here, on this kind of device, now. */
      readonly failure: 'blacked_out'
      readonly blackoutId: number
      readonly words: { readonly ru: string; readonly uz: string }
      /** Unix milliseconds; null while nobody knows. */
      readonly untilMs: number | null
      /** Whether it may be watched once that is over. */
      readonly returns: boolean
    }
  | {
      readonly kind: 'refused'
      readonly failure: 'too_many_streams'
      readonly limit: number
      readonly streams: readonly StreamRecord[]
    }

/** The refusals with these reasons. */
export type RefusedFor<Reason extends PlaybackRefusal['failure']> = {
  [R in Reason]: R extends PlainReason
    ? { readonly kind: 'refused'; readonly failure: R }
    : Extract<PlaybackRefusal, { failure: R }>
}[Reason]

export function refuse<const Reason extends PlainReason>(
  failure: Reason,
): { readonly kind: 'refused'; readonly failure: Reason } {
  return { kind: 'refused', failure }
}

/** A refusal because of a blackout. `returns`: it can be watched once that is over. */
export function refuseBlackout(blackout: ActiveBlackout, returns: boolean): RefusedFor<'blacked_out'> {
  const { id: blackoutId, untilMs } = blackout
  return { kind: 'refused', failure: 'blacked_out', blackoutId, words: wordsOf(blackout), untilMs, returns }
}

type NotEntitled = Extract<Verdict, { kind: 'refused' }>['failure']

/**
 * A refusal because of a missing right, with the missing amount when the balance is short, and the tariffs on offer
 * when there is no subscription.
 */
export async function refuseFor(
  deps: PlaybackDeps,
  { viewer }: PlaybackClient,
  item: Item,
  failure: NotEntitled,
): Promise<RefusedFor<NotEntitled>> {
  switch (failure) {
    case 'not_subscribed':
      return { kind: 'refused', failure, openedBy: await deps.entitlement.openedBy(item) }
    case 'account_suspended':
      // A client that is not logged in has no account to suspend.
      return {
        kind: 'refused',
        failure,
        missingSums: viewer === undefined ? 0 : await deps.entitlement.missingSums(viewer),
      }
    default:
      return refuse(failure)
  }
}
