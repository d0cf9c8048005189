/** How an imported guide of a channel is taken back, programme by programme. Pure. */
import { type ProgrammeState, isSameState } from './programme-state.ts'

/** What an import changed: the programmes that start at one moment. Null: there was none, or there is none. */
export interface ChangedProgramme {
  /** Unix milliseconds. */
  readonly beginMs: number
  readonly before: ProgrammeState | null
  readonly after: ProgrammeState | null
}

/** Why a programme stays: a later guide covers its time; it was edited by hand since; it is not as it was imported. */
export type LeftReason = 'later' | 'edited' | 'changed'

export interface GuideOfChannel {
  readonly changed: readonly ChangedProgramme[]
  /** What is stored around them, in order. */
  readonly now: readonly ProgrammeState[]
  /** Times that later guides covered, unix milliseconds. */
  readonly later: readonly { readonly beginMs: number; readonly endMs: number }[]
  /** The starts of programmes that were edited by hand since, unix milliseconds. */
  readonly edited: ReadonlySet<number>
}

export interface GuideUndo {
  /** These become as they were before. */
  readonly restored: readonly ChangedProgramme[]
  readonly left: readonly (ChangedProgramme & { readonly reason: LeftReason })[]
}

/**
 * What is as the import left it becomes as it was before. What would overlap with a programme that stays, stays too: the
 * guide never has two programmes at one time.
 */
export function planGuideUndo({ changed, now, later, edited }: GuideOfChannel): GuideUndo {
  const stored = new Map(now.map((state) => [state.begin, state]))
  const left: (ChangedProgramme & { readonly reason: LeftReason })[] = []
  let restored: ChangedProgramme[] = []
  for (const one of changed) {
    const is = stored.get(one.beginMs) ?? null
    // Somebody has restored it already.
    if (isSameState(is, one.before)) continue
    const reason = reasonToLeave(one, is, later, edited)
    if (reason === undefined) restored.push(one)
    else left.push({ ...one, reason })
  }
  for (let isSettled = false; !isSettled;) {
    const moments = new Set(restored.map(({ beginMs }) => beginMs))
    const staying = now.filter(({ begin }) => !moments.has(begin))
    const fitting = restored.filter(({ before }) => before === null || !overlapsOneOf(staying, before))
    const others = restored.filter((one) => !fitting.includes(one))
    left.push(...others.map((one) => ({ ...one, reason: 'changed' as const })))
    isSettled = others.length === 0
    restored = fitting
  }
  return { restored, left }
}

function reasonToLeave(
  { beginMs, after }: ChangedProgramme,
  is: ProgrammeState | null,
  later: GuideOfChannel['later'],
  edited: ReadonlySet<number>,
): LeftReason | undefined {
  if (later.some((one) => beginMs >= one.beginMs && beginMs < one.endMs)) return 'later'
  if (edited.has(beginMs)) return 'edited'
  return isSameState(is, after) ? undefined : 'changed'
}

/** Whether a programme overlaps one of others, which are in order and do not overlap each other. */
function overlapsOneOf(others: readonly ProgrammeState[], { begin, end }: ProgrammeState): boolean {
  let [low, high] = [0, others.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((others[middle]?.end ?? 0) <= begin) low = middle + 1
    else high = middle
  }
  const next = others[low]
  return next !== undefined && next.begin < end
}
