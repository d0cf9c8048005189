/** The days of a report. */
import { isCalendarDay } from '#server/platform/primitives/calendar-day.ts'
import { type CommandInput, shown } from '#server/cli/command/command.ts'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import type { Period } from '#server/merchants/merchants.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

const dayMs = 86_400_000
const maxDays = 3700
export const periodOptions = { from: { type: 'string' }, to: { type: 'string' } } as const
export const periodHelp = `  --from, --to   the first and the last day, of Tashkent, as 2026-11-22; without them today`

/** The requested days, both included, or the error in them. */
export function periodOf(input: CommandInput): Period | string {
  const today = new Date(systemClock.nowMs() + tashkentOffsetMs).toISOString().slice(0, 10)
  const from = input.text('from') ?? input.text('to') ?? today
  const to = input.text('to') ?? (input.text('from') === undefined ? from : today)
  const [fromMs, toMs] = [beginOf(from), beginOf(to)]
  if (fromMs === undefined) return `${shown(from)} is not a day as 2026-11-22`
  if (toMs === undefined) return `${shown(to)} is not a day as 2026-11-22`
  if (toMs < fromMs) return `${shown(to)} is before ${shown(from)}`
  if (toMs - fromMs > maxDays * dayMs) return `these are more than ${maxDays} days`
  return { fromMs: fromMs - tashkentOffsetMs, untilMs: toMs + dayMs - tashkentOffsetMs }
}

/** The start of a day in UTC; undefined for an invalid day. */
function beginOf(day: string): number | undefined {
  return day.length === 10 && isCalendarDay(day) ? Date.parse(day) : undefined
}

/** `2026-11-22 18:04:05`, in Tashkent; empty for what has not happened. */
export function clockText(ms: number) {
  return ms === 0 ? '' : new Date(ms + tashkentOffsetMs).toISOString().slice(0, 19).replace('T', ' ')
}
