/** What a set of changes shows of a channel's guide: how many programmes of which kind, and in which time. Pure. */
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import type { Fields } from '#server/changes/changes.ts'
import type { ChangedProgramme } from './plan-guide-undo.ts'

/** `2026-11-28 20:00` in Tashkent. */
export function momentText(ms: number): string {
  return new Date(ms + tashkentOffsetMs).toISOString().slice(0, 16).replace('T', ' ')
}

/** The counts and the time of a change as fields. */
export interface GuideCounts {
  readonly added: number
  readonly changed: number
  readonly removed: number
  /** The first and the last start, unix milliseconds. */
  readonly fromMs: number
  readonly untilMs: number
}

/** Before and after of a channel's guide as fields of a set of changes. */
export function fieldsOfCounts({ added, changed, removed, fromMs, untilMs }: GuideCounts): {
  readonly before: Fields
  readonly after: Fields
} {
  const counts = { programmes_new: added, programmes_changed: changed, programmes_gone: removed }
  const shown = Object.entries(counts).filter(([, count]) => count > 0)
  return {
    before: { ...Object.fromEntries(shown.map(([name]) => [name, 0])), guide_time: null },
    after: {
      ...Object.fromEntries(shown),
      guide_time: `${momentText(fromMs)} – ${momentText(untilMs)}`,
    },
  }
}

/** The same of programmes that were changed one by one; at least one. */
export function guideFields(steps: readonly ChangedProgramme[]) {
  const begins = steps.map(({ beginMs }) => beginMs)
  return fieldsOfCounts({
    added: steps.filter(({ before }) => before === null).length,
    changed: steps.filter(({ before, after }) => before !== null && after !== null).length,
    removed: steps.filter(({ after }) => after === null).length,
    fromMs: Math.min(...begins),
    untilMs: Math.max(...begins),
  })
}
