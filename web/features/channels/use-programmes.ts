/**
 * The guide of one channel. Bounds are whole days of Tashkent, so that equal requests have equal addresses and can
 * be cached.
 */
import { guideDaysAhead, guideDaysBack, tashkentOffsetMs } from '#contract/form/constants.ts'
import { channels, type Programme } from '#contract/channels/channels.ts'
import { useCall, type CallState } from '#web/session/requests/api.ts'

export const daySec = 86_400
const offsetSec = tashkentOffsetMs / 1000
const renewEveryMs = 60_000
const none: readonly Programme[] = []

/** The midnight in Tashkent before a moment, unix seconds. */
export function dayBegin(atSec: number): number {
  return Math.floor((atSec + offsetSec) / daySec) * daySec - offsetSec
}

/** The days of the guide, oldest first (GUIDE-01). */
export function guideDays(nowSec: number): readonly number[] {
  const today = dayBegin(nowSec)
  return Array.from(
    { length: guideDaysBack + 1 + guideDaysAhead },
    (_, index) => today + (index - guideDaysBack) * daySec,
  )
}

export interface GuideState {
  readonly state: CallState<unknown>
  readonly programmes: readonly Programme[]
}

/** The programmes between two midnights, refreshed every minute, because more of them become recorded. */
export function useProgrammes(cid: number, fromSec: number, toSec: number): GuideState {
  const state = useCall(
    channels.programmes,
    { cid, time_from: fromSec, time_to: toSec },
    { everyMs: renewEveryMs },
  )
  return { state, programmes: state.kind === 'ok' ? state.data.programs.item : none }
}
