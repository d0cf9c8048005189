/**
 * Where the programmes of reminders are in the current guide. Pure.
 *
 * A programme is, in this order:
 * 1. the one with its id and name, however far it was moved by hand;
 * 2. the one that an edit by hand would belong to (`attachEdits`), if it is called the same;
 * 3. the only one of its name that still comes on the channel within half a day: a match or a film is moved to another hour as a whole;
 * 4. the one that starts at its moment and is called nearly the same: the guide corrected its title.
 * Otherwise the guide has it no more. Another programme at its time is none of these: nobody wants to be reminded of it.
 */
import {
  type ProgrammeRecord,
  type RecognisedProgramme,
  type TelevisionSnapshot,
  attachEdits,
  isCalledTheSame,
} from '#server/television/television.ts'
import { showNameOf, similarityOf } from './show-name.ts'

/** A programme as it was stored with reminders. */
export interface StoredProgramme extends RecognisedProgramme {
  readonly id: number
  /** Null: the guide had it no more. */
  readonly pid: number | null
}

const longestMoveMs = 12 * 3_600_000
const minSimilarity = 0.6

/** The programme of each, by its id; those that the guide has no more are not in it. */
export function placeReminders(
  { guide }: Pick<TelevisionSnapshot, 'guide'>,
  cid: number,
  stored: readonly StoredProgramme[],
  nowMs: number,
): ReadonlyMap<number, ProgrammeRecord> {
  const placed = new Map<number, ProgrammeRecord>()
  const taken = new Set<number>()
  const place = (id: number, programme: ProgrammeRecord) => {
    placed.set(id, programme)
    taken.add(programme.pid)
  }
  for (const one of stored) {
    const same = one.pid === null ? undefined : guide.programme(one.pid)
    if (same?.cid === cid && isCalledTheSame(same, one)) place(one.id, same)
  }
  const isFree = ({ pid }: ProgrammeRecord) => !taken.has(pid)
  const missing = () => stored.filter(({ id }) => !placed.has(id))
  if (missing().length === 0) return placed
  const all = guide.all(cid)
  const edits = missing().map((one) => ({ id: one.id, source: one }))
  for (const [id, programme] of attachEdits(all.filter(isFree), edits)) {
    const one = stored.find((other) => other.id === id)
    if (one !== undefined && isCalledTheSame(one, programme)) place(id, programme)
  }
  for (const one of missing()) {
    const candidates = all.filter(
      (programme) =>
        isFree(programme) &&
        programme.beginMs > nowMs &&
        Math.abs(programme.beginMs - one.beginMs) <= longestMoveMs &&
        isCalledTheSame(one, programme),
    )
    const [only] = candidates
    if (only !== undefined && candidates.length === 1) place(one.id, only)
  }
  for (const one of missing()) {
    const there = all.find((programme) => programme.beginMs === one.beginMs && isFree(programme))
    if (there !== undefined && isNearlyTheSame(one, there)) place(one.id, there)
  }
  return placed
}

function isNearlyTheSame(a: RecognisedProgramme, b: RecognisedProgramme): boolean {
  const languages = ['ru', 'uz'] as const
  return languages.some(
    (language) =>
      similarityOf(showNameOf(a.title[language]).key, showNameOf(b.title[language]).key) >= minSimilarity,
  )
}
