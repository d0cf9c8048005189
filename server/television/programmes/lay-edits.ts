/**
 * How edits by hand are laid over the guide that was delivered. Pure.
 *
 * - An edit belongs to one delivered programme (`attach-edits.ts`). The fields that it sets replace those delivered; all
 *   others stay as delivered, also when a later delivery changes them.
 * - Times set by hand hold: the programme is there whatever is delivered, even when it is delivered no more. An edit that
 *   sets no times waits while its programme is not delivered, and applies again when it is.
 * - A hidden programme is not published, and leaves a gap.
 * - A shift moves the delivered programmes that start in its period; several one after another, in the order in which they
 *   were made, each by the times that the earlier ones gave. Times set by hand are not moved.
 * - Times set by hand come before shifted ones, and those before the others. What comes first takes its time from what
 *   comes later: that is cut to the longest part that is left of it, the earlier of two of one length, and is not
 *   published when less than a minute is left.
 * - Of two times set by hand that overlap the earlier programme ends when the later one starts, as in any delivery; of two
 *   that start together the one that was edited last is published. The same holds for two shifted ones, where the one
 *   that is delivered later comes last.
 *
 * Without edits and shifts the guide is exactly as delivered; it never has overlaps.
 */
import type { ProgrammeRecord } from '#server/television/channels/channel.ts'
import { attachEdits } from './attach-edits.ts'
import { type ProgrammeEdit, type ProgrammeShift, type ProgrammeTimes, withFields } from './programme-edit.ts'

/** A programme of a channel with what was delivered, what was edited, and what comes of it. */
export interface LaidProgramme {
  /** As it would be published, with the times that it should have. */
  readonly programme: ProgrammeRecord
  readonly delivered: ProgrammeRecord | null
  readonly edit: ProgrammeEdit | null
  /** By so many minutes shifts move it. */
  readonly shiftMin: number
  /** When it is published, without the time that another one takes; null: not at all. */
  readonly published: ProgrammeTimes | null
  /** Why not: hidden by hand; its time is another one's; or the guide delivers it no more. */
  readonly state: 'published' | 'hidden' | 'covered' | 'waiting'
}

/** What is left of a programme must be at least this long. */
const shortestMs = 60_000
const minuteMs = 60_000

/**
 * Lays a channel's edits over its delivered programmes (in order, without overlaps): every programme, in the order of
 * the times that it should have.
 */
export function layEdits(
  delivered: readonly ProgrammeRecord[],
  edits: readonly ProgrammeEdit[],
  shifts: readonly ProgrammeShift[],
): readonly LaidProgramme[] {
  const attached = attachEdits(delivered, edits)
  const editOf = new Map(edits.flatMap((edit) => pairOf(attached.get(edit.id), edit)))
  const inOrder = shifts.toSorted((a, b) => a.id - b.id)
  const drafts = [
    ...delivered.map((programme) => draftOf(programme, editOf.get(programme.pid) ?? null, inOrder)),
    ...edits.filter(({ id }) => !attached.has(id)).map(ownDraft),
  ]
  return arrange(drafts).toSorted(
    (a, b) => a.programme.beginMs - b.programme.beginMs || a.programme.pid - b.programme.pid,
  )
}

/** The programmes that are published, in order. */
export function publishedOf(laid: readonly LaidProgramme[]): readonly ProgrammeRecord[] {
  return laid
    .flatMap(({ programme, published }) => (published === null ? [] : [{ ...programme, ...published }]))
    .toSorted((a, b) => a.beginMs - b.beginMs)
}

function pairOf(programme: ProgrammeRecord | undefined, edit: ProgrammeEdit) {
  return programme === undefined ? [] : [[programme.pid, edit] as const]
}

/** By hand, shifted, as delivered: the first takes its time from the others. */
type Rank = 0 | 1 | 2

interface Draft extends Omit<LaidProgramme, 'published'> {
  readonly rank: Rank
  /** Of those that start together, the highest is published. */
  readonly order: number
}

function draftOf(
  delivered: ProgrammeRecord,
  edit: ProgrammeEdit | null,
  shifts: readonly ProgrammeShift[],
): Draft {
  const shiftMin = shiftOf(delivered.beginMs, shifts)
  const moved = {
    beginMs: delivered.beginMs + shiftMin * minuteMs,
    endMs: delivered.endMs + shiftMin * minuteMs,
  }
  const times = edit?.times ?? moved
  const { pid, cid } = delivered
  const programme = edit === null ? { ...delivered, ...moved } : withFields(delivered, edit.fields, times)
  return {
    programme: { ...programme, pid, cid },
    ...{ delivered, edit, shiftMin },
    state: edit?.isHidden === true ? 'hidden' : 'published',
    rank: edit?.times !== undefined ? 0 : shiftMin !== 0 ? 1 : 2,
    order: edit?.times === undefined ? delivered.beginMs : edit.changedMs,
  }
}

/** An edit without a delivered programme: its own times, or it waits. */
function ownDraft(edit: ProgrammeEdit): Draft {
  const times = edit.times ?? { beginMs: edit.source?.beginMs ?? 0, endMs: edit.source?.endMs ?? 0 }
  return {
    programme: { ...withFields(edit.source, edit.fields, times), pid: edit.pid, cid: edit.cid },
    ...{ delivered: null, edit, shiftMin: 0 },
    state: edit.isHidden ? 'hidden' : edit.times === undefined ? 'waiting' : 'published',
    rank: 0,
    order: edit.changedMs,
  }
}

/** By how many minutes shifts move what is delivered at a moment. */
export function shiftOf(beginMs: number, shifts: readonly ProgrammeShift[]): number {
  let minutes = 0
  for (const shift of shifts) {
    const atMs = beginMs + minutes * minuteMs
    if (atMs >= shift.fromMs && atMs < (shift.toMs ?? Number.POSITIVE_INFINITY)) minutes += shift.minutes
  }
  return minutes
}

/** Gives every programme the time that those before it leave. */
function arrange(drafts: readonly Draft[]): readonly LaidProgramme[] {
  const done: LaidProgramme[] = []
  let occupied: readonly ProgrammeTimes[] = []
  for (const rank of [0, 1, 2] as const) {
    const [shown, others] = [[] as Draft[], [] as Draft[]]
    for (const draft of drafts)
      if (draft.rank === rank) (draft.state === 'published' ? shown : others).push(draft)
    done.push(...others.map((draft) => settled(draft, null)))
    const placed = endWhenNextStarts(shown).map(([draft, times]) =>
      settled(draft, times === null ? null : remainder(times, occupied)),
    )
    done.push(...placed)
    occupied = [...occupied, ...placed.flatMap(({ published }) => published ?? [])].toSorted(
      (a, b) => a.beginMs - b.beginMs,
    )
  }
  return done
}

function settled(
  { rank: _rank, order: _order, ...draft }: Draft,
  published: ProgrammeTimes | null,
): LaidProgramme {
  return {
    ...draft,
    published,
    state: draft.state === 'published' && published === null ? 'covered' : draft.state,
  }
}

/** In order; null for one that another replaces because both start together. */
function endWhenNextStarts(drafts: readonly Draft[]): readonly (readonly [Draft, ProgrammeTimes | null])[] {
  const sorted = drafts.toSorted(
    (a, b) =>
      a.programme.beginMs - b.programme.beginMs || a.order - b.order || a.programme.pid - b.programme.pid,
  )
  return sorted.map((draft, index) => {
    const { beginMs, endMs } = draft.programme
    const nextMs = sorted[index + 1]?.programme.beginMs ?? Number.POSITIVE_INFINITY
    return [draft, nextMs === beginMs ? null : { beginMs, endMs: Math.min(endMs, nextMs) }]
  })
}

/** The longest part that is left; `occupied` is in order and without overlaps. */
function remainder(times: ProgrammeTimes, occupied: readonly ProgrammeTimes[]): ProgrammeTimes | null {
  let best: ProgrammeTimes | null = null
  let beginMs = times.beginMs
  const consider = (endMs: number) => {
    const length = endMs - beginMs
    if (length > 0 && (best === null || length > best.endMs - best.beginMs)) best = { beginMs, endMs }
  }
  let isWhole = true
  for (const other of occupied.slice(firstEndingAfter(occupied, times.beginMs))) {
    if (other.beginMs >= times.endMs) break
    isWhole = false
    consider(other.beginMs)
    beginMs = other.endMs
  }
  consider(times.endMs)
  return isWhole || (best !== null && lengthOf(best) >= shortestMs) ? best : null
}

function lengthOf({ beginMs, endMs }: ProgrammeTimes): number {
  return endMs - beginMs
}

function firstEndingAfter(occupied: readonly ProgrammeTimes[], atMs: number): number {
  let [low, high] = [0, occupied.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((occupied[middle]?.endMs ?? 0) <= atMs) low = middle + 1
    else high = middle
  }
  return low
}
