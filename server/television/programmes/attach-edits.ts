/**
 * Which delivered programme an edit by hand belongs to. Pure.
 *
 * An edit knows its programme as it was delivered last. In what is delivered now it is, in this order:
 * 1. the same: it starts at the same moment and is called the same;
 * 2. moved: it is called the same and starts so near that it can be no other, the nearest first: by less than its
 *    own length, where shorter ones than ten minutes may move by less than ten minutes, and none by an hour or more;
 * 3. renamed: it starts at the same moment, whatever it is called.
 * Of two with one distance the earlier one. Each programme belongs to one edit at most: what the first rule decides comes
 * before what the second does, and the nearer before the further.
 *
 * "Called the same": the title, without regard to letter case and spaces, in a language that both have; and the
 * sub-title, season and episode where both have them. A programme that was moved and renamed at once is another one.
 */
import type { ProgrammeRecord } from '#server/television/channels/channel.ts'
import type { DeliveredProgramme, ProgrammeEdit } from './programme-edit.ts'

/** That by which a programme is recognised. */
export type RecognisedProgramme = Pick<
  DeliveredProgramme,
  'beginMs' | 'endMs' | 'episode' | 'season' | 'subtitle' | 'title'
>
type Attached = Pick<ProgrammeEdit, 'id'> & { readonly source: RecognisedProgramme | null }

const minuteMs = 60_000
const shortestReachMs = 10 * minuteMs
const longestReachMs = 60 * minuteMs

/** The delivered programme of each edit, by the edit's id. Edits that belong to none are not in it. */
export function attachEdits(
  delivered: readonly ProgrammeRecord[],
  edits: readonly Attached[],
): ReadonlyMap<number, ProgrammeRecord> {
  const attached = new Map<number, ProgrammeRecord>()
  const taken = new Set<number>()
  for (const { edit, programme } of pairsOf(delivered, edits)) {
    if (attached.has(edit.id) || taken.has(programme.pid)) continue
    attached.set(edit.id, programme)
    taken.add(programme.pid)
  }
  return attached
}

interface Pair {
  readonly edit: Attached
  readonly programme: ProgrammeRecord
  readonly rule: 1 | 2 | 3
  readonly distanceMs: number
}

/** Every programme that an edit could belong to, the surest first. */
function pairsOf(delivered: readonly ProgrammeRecord[], edits: readonly Attached[]): readonly Pair[] {
  const pairs: Pair[] = []
  for (const edit of edits) {
    if (edit.source === null) continue
    for (const programme of around(delivered, edit.source.beginMs)) {
      const pair = pairOf(edit, edit.source, programme)
      if (pair !== undefined) pairs.push(pair)
    }
  }
  return pairs.toSorted(
    (a, b) =>
      a.rule - b.rule ||
      a.distanceMs - b.distanceMs ||
      a.programme.beginMs - b.programme.beginMs ||
      a.edit.id - b.edit.id,
  )
}

function pairOf(edit: Attached, source: RecognisedProgramme, programme: ProgrammeRecord): Pair | undefined {
  const distanceMs = Math.abs(programme.beginMs - source.beginMs)
  const isSame = isCalledTheSame(source, programme)
  if (distanceMs === 0) return { edit, programme, distanceMs, rule: isSame ? 1 : 3 }
  return isSame && distanceMs < reachOf(source) ? { edit, programme, distanceMs, rule: 2 } : undefined
}

/** By less than this a programme may move. */
export function reachOf({ beginMs, endMs }: RecognisedProgramme): number {
  return Math.min(longestReachMs, Math.max(shortestReachMs, endMs - beginMs))
}

/** Those that start less than an hour before or after; `delivered` is in order. */
function around(delivered: readonly ProgrammeRecord[], atMs: number): readonly ProgrammeRecord[] {
  let [low, high] = [0, delivered.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((delivered[middle]?.beginMs ?? 0) <= atMs - longestReachMs) low = middle + 1
    else high = middle
  }
  let end = low
  while ((delivered[end]?.beginMs ?? Number.POSITIVE_INFINITY) < atMs + longestReachMs) end += 1
  return delivered.slice(low, end)
}

export function isCalledTheSame(a: RecognisedProgramme, b: RecognisedProgramme): boolean {
  return (
    (isSameText(a.title.ru, b.title.ru) || isSameText(a.title.uz, b.title.uz)) &&
    isNotOther(fold(a.subtitle?.ru ?? ''), fold(b.subtitle?.ru ?? ''), '') &&
    isNotOther(a.season, b.season, undefined) &&
    isNotOther(a.episode, b.episode, undefined)
  )
}

function isSameText(a: string, b: string): boolean {
  return fold(a) !== '' && fold(a) === fold(b)
}

function isNotOther<Value>(a: Value, b: Value, none: Value): boolean {
  return a === none || b === none || a === b
}

function fold(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
}
