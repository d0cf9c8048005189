/** The guide of one channel. Bounds are whole days of Tashkent, so that the same question has the same address. */
import { GUIDE_DAYS_AHEAD, GUIDE_DAYS_BACK, TASHKENT_OFFSET_MS } from '#contract/constants.ts'
import { channels, type Programme } from '#contract/channels.ts'
import { useCall, type CallState } from '#web/session/api.ts'

export const DAY_SEC = 86_400
const OFFSET_SEC = TASHKENT_OFFSET_MS / 1000
const RENEW_EVERY_MS = 60_000
const none: readonly Programme[] = []

/** Midnight in Tashkent of the day a moment lies in, unix seconds. */
export function dayBegin(atSec: number): number {
  return Math.floor((atSec + OFFSET_SEC) / DAY_SEC) * DAY_SEC - OFFSET_SEC
}

/** The days of the guide, oldest first (GUIDE-01). */
export function guideDays(nowSec: number): readonly number[] {
  const today = dayBegin(nowSec)
  return Array.from(
    { length: GUIDE_DAYS_BACK + 1 + GUIDE_DAYS_AHEAD },
    (_, index) => today + (index - GUIDE_DAYS_BACK) * DAY_SEC,
  )
}

export interface GuideState {
  readonly state: CallState<unknown>
  readonly programmes: readonly Programme[]
}

/** The programmes between two midnights, renewed every minute: what is recorded grows. */
export function useProgrammes(cid: number, fromSec: number, toSec: number): GuideState {
  const state = useCall(
    channels.programmes,
    { cid, time_from: fromSec, time_to: toSec },
    { everyMs: RENEW_EVERY_MS },
  )
  return { state, programmes: state.kind === 'answer' ? state.data.programs.item : none }
}
