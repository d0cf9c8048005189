/** Why a channel of a guide deserves a look before it is applied. Pure. */
import type { EditionChannel } from '#server/television/television.ts'
import type { Match } from '#server/imports/guide/match-channels.ts'
import type { GuideMark } from './tables.ts'

const dayMs = 86_400_000
/** A loss of fewer programmes, or of a smaller share of those ahead, is usual between two editions. */
const fewestLost = 5
const shareLost = 0.2
/** Fewer different titles say nothing. */
const fewestTitles = 8
/** Of another channel at most such a share of titles is the same. */
const shareSame = 0.05

/** Names that are the same as written, with nothing against them. */
const sureByName = 0.95

type Facts = Pick<EditionChannel, 'ahead' | 'covered' | 'lost' | 'shiftedHours' | 'titles'>

export function marksOf(
  { ahead, covered, lost, shiftedHours, titles }: Facts,
  { by, score }: Pick<Match, 'by' | 'score'>,
  nowMs: number,
): readonly GuideMark[] {
  const { edition, stored, both } = titles
  const fewest = Math.min(edition, stored)
  const isOther = fewest >= fewestTitles && both <= fewest * shareSame
  return [
    ...(lost >= fewestLost && lost > ahead * shareLost ? (['loss'] as const) : []),
    ...(shiftedHours === 0 ? [] : (['shifted'] as const)),
    ...(isOther ? (['other'] as const) : []),
    ...(covered.endMs < nowMs + dayMs ? (['ends_soon'] as const) : []),
    ...(by === 'name' && score < sureByName ? (['unsure'] as const) : []),
  ]
}
