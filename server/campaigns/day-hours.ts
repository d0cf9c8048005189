/** The hours in which subscribers may be disturbed, in Tashkent. Pure. */
import { tashkentOffsetMs } from '#contract/form/constants.ts'

const [fromHour, untilHour] = [9, 21]
const hourMs = 3_600_000
const dayMs = 86_400_000

/** The earliest moment from `nowMs` that is between 9 and 21 o'clock; `nowMs` itself when it is. */
export function nextDayHour(nowMs: number): number {
  const local = nowMs + tashkentOffsetMs
  const midnight = Math.floor(local / dayMs) * dayMs
  const hour = (local - midnight) / hourMs
  if (hour >= fromHour && hour < untilHour) return nowMs
  return midnight + (hour < fromHour ? 0 : dayMs) + fromHour * hourMs - tashkentOffsetMs
}
