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

const dayMs = 86_400_000
/** The guide of a weekly show may not have its next broadcast yet. */
const longestPauseMs = 8 * dayMs
const shortestPauseMs = 2 * dayMs

/**
 * Whether a show has probably ended, or goes on under another name: none of its broadcasts, in the order of the start times,
 * is on the air or comes, and the last one ended longer ago than its pauses are.
 */
export function hasEnded(broadcasts: readonly ShowProgramme[], nowMs: number): boolean {
  const begins = broadcasts.map(({ programme }) => programme.beginMs)
  const pauses = begins.slice(1).map((beginMs, at) => beginMs - (begins[at] ?? beginMs))
  const typicalMs = pauses.length < 2 ? longestPauseMs : 2 * Math.max(...pauses)
  const pauseMs = Math.min(longestPauseMs, Math.max(shortestPauseMs, typicalMs))
  return broadcasts.every(({ programme }) => programme.endMs <= nowMs - pauseMs)
}

/** Up to where a viewer has seen a show who sees these broadcasts now. */
export function seenToOf(broadcasts: readonly ShowProgramme[], nowMs: number): number {
  return Math.max(nowMs, broadcasts.at(-1)?.programme.beginMs ?? 0)
}
