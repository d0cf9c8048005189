/** Which programme of the current guide a blackout is of. Pure. */
import {
  type ProgrammeRecord,
  type RecognisedProgramme,
  type TelevisionSnapshot,
  attachEdits,
  isCalledTheSame,
} from '#server/television/television.ts'

/** A programme as the guide published it last. */
export interface FollowedProgramme extends RecognisedProgramme {
  readonly pid: number
}

const hourMs = 3_600_000

/**
 * The programme in the current guide: the one with its id and name, however far it was moved by hand, else the one that
 * an edit by hand would belong to (`attachEdits`). Undefined when the guide has none.
 */
export function programmeNow(
  { guide }: Pick<TelevisionSnapshot, 'guide'>,
  cid: number,
  followed: FollowedProgramme,
): ProgrammeRecord | undefined {
  const same = guide.programme(followed.pid)
  if (same?.cid === cid && isCalledTheSame(same, followed)) return same
  const around = guide.window(cid, followed.beginMs - hourMs, followed.endMs + hourMs)
  return attachEdits(around, [{ id: 0, source: followed }]).get(0)
}

/** What a blackout remembers of a programme. */
export function followedOf(programme: ProgrammeRecord): FollowedProgramme {
  const { pid, beginMs, endMs, title, subtitle, season, episode } = programme
  return {
    ...{ pid, beginMs, endMs, title },
    ...(subtitle === undefined ? {} : { subtitle }),
    ...(season === undefined ? {} : { season }),
    ...(episode === undefined ? {} : { episode }),
  }
}
