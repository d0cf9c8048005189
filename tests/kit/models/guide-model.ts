/** The rules of a guide in plain steps, for comparison with the database's result of an import. */
import type { GuideProgramme, GuideRepairs, RawProgramme } from '#server/television/television.ts'

export interface TidyGuide {
  readonly programmes: readonly GuideProgramme[]
  readonly repairs: GuideRepairs
}

const dayMs = 86_400_000
/** An end that must be inferred across more than this is a gap in the guide, not a programme. */
const longestInferredMs = 6 * 3_600_000
/** The duration of the last programme when it has none. */
const defaultMs = 30 * 60_000
const earliestMs = Date.UTC(2000, 0, 1)
const latestMs = Date.UTC(2100, 0, 1)

/**
 * Turns one channel's programmes into a guide: in order, one at a time, each with an end.
 * - Of several that start at one moment the most complete stays (an own end, then the longer text, then the first).
 * - A missing end is the next start, at most 6 hours later; the last programme gets half an hour.
 * - Where two overlap, the earlier ends when the later starts.
 * - A gap stays a gap: nothing is invented to fill it.
 */
export function tidyGuide(raw: readonly RawProgramme[]): TidyGuide {
  const repairs: GuideRepairs = {
    dropped: 0,
    duplicates: 0,
    endsInferred: 0,
    overlapsCut: 0,
    tooLongCut: 0,
    outOfOrder: 0,
  }
  const usable = raw.filter((programme) => {
    const keeps =
      Number.isSafeInteger(programme.beginMs) &&
      programme.beginMs >= earliestMs &&
      programme.beginMs < latestMs
    if (!keeps) repairs.dropped += 1
    return keeps
  })
  usable.forEach((programme, index) => {
    const before = usable[index - 1]
    if (before !== undefined && before.beginMs > programme.beginMs) repairs.outOfOrder += 1
  })
  const single = onePerBeginning(usable, repairs)
  const programmes = single.map((programme, index) => withEnd(programme, single[index + 1]?.beginMs, repairs))
  return { programmes, repairs }
}

function onePerBeginning(raw: readonly RawProgramme[], repairs: GuideRepairs): RawProgramme[] {
  const best = new Map<number, RawProgramme>()
  for (const programme of raw) {
    const rival = best.get(programme.beginMs)
    if (rival !== undefined) repairs.duplicates += 1
    if (rival === undefined || fullness(programme) > fullness(rival)) best.set(programme.beginMs, programme)
  }
  return [...best.values()].sort((a, b) => a.beginMs - b.beginMs)
}

function fullness(programme: RawProgramme): number {
  const text = programme.title.ru + programme.title.uz + programme.description.ru + programme.description.uz
  return (hasEnd(programme) ? 1_000_000 : 0) + Math.min(text.length, 999_999)
}

function hasEnd(programme: RawProgramme): programme is GuideProgramme {
  return (
    programme.endMs !== undefined &&
    Number.isSafeInteger(programme.endMs) &&
    programme.endMs > programme.beginMs
  )
}

function withEnd(
  programme: RawProgramme,
  nextBeginMs: number | undefined,
  repairs: GuideRepairs,
): GuideProgramme {
  const { beginMs } = programme
  if (!hasEnd(programme)) {
    repairs.endsInferred += 1
    const endMs = Math.min(nextBeginMs ?? beginMs + defaultMs, beginMs + longestInferredMs)
    return { ...programme, endMs }
  }
  let endMs = programme.endMs
  if (endMs - beginMs > dayMs) {
    repairs.tooLongCut += 1
    endMs = beginMs + dayMs
  }
  if (nextBeginMs !== undefined && endMs > nextBeginMs) {
    repairs.overlapsCut += 1
    endMs = nextBeginMs
  }
  return { ...programme, endMs }
}

/**
 * The changes to the stored guide of one channel. Start times are identities: a programme with a stored start keeps its
 * pid.
 */
export interface GuidePlan {
  readonly write: readonly GuideProgramme[]
  /** Start times of programmes to remove, unix milliseconds. */
  readonly removeBegins: readonly number[]
  /** Stored programmes that now end earlier, because the import starts inside them. */
  readonly shorten: readonly { readonly beginMs: number; readonly endMs: number }[]
  readonly added: number
  readonly changed: number
  readonly unchanged: number
}

/**
 * Plans an import (in order, from `tidyGuide`) over the stored guide: only the time it covers, from its first start to
 * its last end, is replaced. `kept` contains at least all programmes that touch that time.
 */
export function planGuide(
  stored: readonly GuideProgramme[],
  delivered: readonly GuideProgramme[],
): GuidePlan {
  const first = delivered[0]
  const last = delivered.at(-1)
  if (first === undefined || last === undefined) {
    return { write: [], removeBegins: [], shorten: [], added: 0, changed: 0, unchanged: 0 }
  }
  const coverBegin = first.beginMs
  const coverEnd = last.endMs
  const before = new Map(stored.map((programme) => [programme.beginMs, programme]))
  const begins = new Set(delivered.map((programme) => programme.beginMs))
  const added = delivered.filter((programme) => !before.has(programme.beginMs))
  const changed = delivered.filter((programme) => {
    const cached = before.get(programme.beginMs)
    return cached !== undefined && !sameProgramme(cached, programme)
  })
  return {
    write: [...added, ...changed].sort((a, b) => a.beginMs - b.beginMs),
    removeBegins: stored
      .filter(({ beginMs }) => beginMs >= coverBegin && beginMs < coverEnd && !begins.has(beginMs))
      .map(({ beginMs }) => beginMs),
    shorten: stored
      .filter(({ beginMs, endMs }) => beginMs < coverBegin && endMs > coverBegin)
      .map(({ beginMs }) => ({ beginMs, endMs: coverBegin })),
    added: added.length,
    changed: changed.length,
    unchanged: delivered.length - added.length - changed.length,
  }
}

function sameProgramme(a: GuideProgramme, b: GuideProgramme): boolean {
  return (
    a.endMs === b.endMs &&
    a.title.ru === b.title.ru &&
    a.title.uz === b.title.uz &&
    a.description.ru === b.description.ru &&
    a.description.uz === b.description.uz &&
    a.genreCode === b.genreCode &&
    a.ageRating === b.ageRating &&
    a.assetId === b.assetId
  )
}
