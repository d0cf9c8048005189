/** The timeline of a channel as the console shows it; pure. */
import type { consoleTimeline } from '#contract/console/timeline.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import {
  type ChannelTimeline,
  type DeliveredProgramme,
  type LaidProgramme,
  type ProgrammeTimes,
  fieldsOfProgramme,
} from '#server/television/television.ts'

type Timeline = ResponseOf<typeof consoleTimeline.channel>

function secOf(ms: number): number {
  return Math.floor(ms / 1000)
}

function spanOf({ beginMs, endMs }: ProgrammeTimes) {
  return { begin: secOf(beginMs), end: secOf(endMs) }
}

function presentDelivered(programme: DeliveredProgramme) {
  return { ...spanOf(programme), fields: fieldsOfProgramme(programme) }
}

function presentProgramme({
  programme,
  delivered,
  edit,
  shiftMin,
  published,
  state,
}: LaidProgramme): Timeline['programmes'][number] {
  return {
    pid: programme.pid,
    version: edit?.version ?? 0,
    ...spanOf(programme),
    shown: published === null ? null : spanOf(published),
    state,
    fields: fieldsOfProgramme(programme),
    delivered: delivered === null ? null : presentDelivered(delivered),
    is_added: edit !== null && edit.source === null,
    edited: [
      ...Object.keys(edit?.fields ?? {}),
      ...(edit?.times === undefined ? [] : ['times']),
      ...(edit?.isHidden === true ? ['hidden'] : []),
    ],
    edited_by: edit?.staffName ?? '',
    edited_at: secOf(edit?.changedMs ?? 0),
    shift_min: shiftMin,
  }
}

/** Programmes, gaps and shifts of a timeline. */
export function presentTimeline({ channel, programmes, gaps, shifts }: ChannelTimeline): Pick<
  Timeline,
  'programmes' | 'gaps' | 'shifts'
> & {
  readonly channel: Omit<Timeline['channel'], 'source'>
} {
  const { cid, number, nameRu, nameUz, isLinear } = channel
  return {
    channel: { cid, number, name_ru: nameRu, name_uz: nameUz, is_linear: isLinear },
    programmes: programmes.map(presentProgramme),
    gaps: gaps.map(spanOf),
    shifts: shifts.map(({ id, fromMs, toMs, minutes, staffName }) => ({
      shift_id: id,
      from: secOf(fromMs),
      to: toMs === null ? null : secOf(toMs),
      minutes,
      staff_name: staffName,
    })),
  }
}

/**
 * What the archive has of a window, and what is missing: `recorded` in order; the archive begins with it unless
 * `hasEarlier`. Nothing is missing after `untilMs`.
 */
export function presentArchiveSpans(
  recorded: readonly ProgrammeTimes[],
  {
    fromMs,
    untilMs,
    hasEarlier,
  }: { readonly fromMs: number; readonly untilMs: number; readonly hasEarlier: boolean },
): NonNullable<Timeline['archive']> {
  const holes: ProgrammeTimes[] = []
  let atMs = hasEarlier ? fromMs : recorded[0]?.beginMs
  for (const { beginMs, endMs } of [...recorded, { beginMs: untilMs, endMs: untilMs }]) {
    if (atMs === undefined) break
    if (beginMs - atMs >= shortestHoleMs) holes.push({ beginMs: atMs, endMs: beginMs })
    atMs = Math.max(atMs, endMs)
  }
  return { recorded: recorded.map(spanOf), holes: holes.map(spanOf) }
}

/** Shorter holes are nothing that an operator would look at. */
export const shortestHoleMs = 10_000
