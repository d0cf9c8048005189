/** What is new among the broadcasts of a show. Pure. */
import type { ShowProgramme } from './show-index.ts'

/** Whether each broadcast, in the order of the start times, is the first of its episode; without a number each is. */
export function firstOfEpisode(broadcasts: readonly ShowProgramme[]): readonly boolean[] {
  const seen = new Set<string>()
  return broadcasts.map(({ season, episode }) => {
    if (episode === undefined) return true
    const part = `${season ?? ''}/${episode}`
    if (seen.has(part)) return false
    seen.add(part)
    return true
  })
}

/** New: it starts later than what the viewer has seen, and repeats no episode. */
export function newOnes(broadcasts: readonly ShowProgramme[], seenToMs: number): readonly boolean[] {
  const firsts = firstOfEpisode(broadcasts)
  return broadcasts.map(({ programme }, at) => programme.beginMs > seenToMs && firsts[at] === true)
}

/** Up to where a viewer has seen a show who sees these broadcasts now. */
export function seenToOf(broadcasts: readonly ShowProgramme[], nowMs: number): number {
  return Math.max(nowMs, broadcasts.at(-1)?.programme.beginMs ?? 0)
}
