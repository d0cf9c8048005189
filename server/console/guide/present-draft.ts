/** A draft of the guide, and a programme that it would change, as the console shows them. Pure. */
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import type { GuideDraft } from '#server/imports/imports.ts'
import type { ProgrammeDifference, ProgrammeState } from '#server/television/television.ts'

export function presentDraft({ sums, ...draft }: GuideDraft) {
  const { channels, differing, marked, added, changed, unchanged, removed, ahead, lost } = sums
  return {
    draft_id: draft.id,
    name: draft.name,
    state: draft.state === 'open' ? ('open' as const) : ('applied' as const),
    source: draft.source_name,
    zone: draft.zone,
    shift_min: draft.shift_min,
    is_json: draft.is_json,
    staff_name: draft.staff_name,
    made_at: Math.floor(draft.made_at.getTime() / 1000),
    comparison: draft.comparison,
    refused_whole: draft.refused_whole,
    refused_count: draft.refused_count,
    guide_channels: draft.channels,
    ...{ channels, differing, marked, added, changed, unchanged, removed, ahead, lost },
    foreign: draft.foreign_programmes,
    faraway: draft.faraway,
    faraway_at: draft.faraway_at === null ? null : Math.floor(draft.faraway_at.getTime() / 1000),
    change_id: draft.change_id,
    applied_at:
      draft.state === 'applied' && draft.ended_at !== null
        ? Math.floor(draft.ended_at.getTime() / 1000)
        : null,
    guide_until: sums.until,
  }
}

/** In the order in which they are shown. Ids of archives and assets are of no use to a reader. */
const shownFields = [
  'title_ru',
  'title_uz',
  'subtitle_ru',
  'subtitle_uz',
  'description_ru',
  'description_uz',
  'genre_code',
  'age_rating',
  'season',
  'episode',
] as const

interface ShownDifference {
  readonly kind: 'new' | 'changed' | 'moved' | 'gone'
  /** Unix seconds. */
  readonly begin: number
  readonly end: number
  readonly title: string
  readonly before: Record<string, string | number | null> | null
  readonly after: Record<string, string | number | null> | null
}

/** Nothing for a difference of what is never shown. */
export function presentDifference({ before, after }: ProgrammeDifference): ShownDifference[] {
  const shown = after ?? before
  if (shown === null) return []
  const common = {
    begin: Math.floor(shown.begin / 1000),
    end: Math.floor(shown.end / 1000),
    title: shown.title_ru || shown.title_uz,
  }
  if (before === null || after === null)
    return [{ ...common, kind: before === null ? 'new' : 'gone', before: null, after: null }]
  const [was, is] = [valuesOf(before), valuesOf(after)]
  const names = Object.keys(is).filter((name) => was[name] !== is[name])
  if (names.length === 0) return []
  const pick = (all: Values) => Object.fromEntries(names.map((name) => [name, all[name] ?? null]))
  const kind = before.begin === after.begin ? 'changed' : 'moved'
  return [{ ...common, kind, before: pick(was), after: pick(is) }]
}

type Values = Readonly<Record<string, string | number | null>>

function valuesOf(state: ProgrammeState): Values {
  return {
    times: `${momentText(state.begin)} – ${momentText(state.end).slice(11)}`,
    ...Object.fromEntries(shownFields.map((name) => [name, state[name]])),
  }
}

/** `2026-11-28 20:00` in Tashkent. */
function momentText(ms: number): string {
  return new Date(ms + tashkentOffsetMs).toISOString().slice(0, 16).replace('T', ' ')
}
