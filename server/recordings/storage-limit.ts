/** Whether the operator's machine has room for another programme. */
import type { ArchiveReport, Engine } from '#media/media.ts'
import { cachedFor } from '#server/platform/primitives/cached-for.ts'
import type { Db } from '#server/platform/database/database.ts'
import { storedMs } from './recording-rows.ts'

const [dayMs, hourMs] = [86_400_000, 3_600_000]
const reportFreshMs = 600_000
const sumFreshMs = 60_000
/** The first report of a large archive takes longer; until it is there, only the limit of hours counts. */
const waitMs = 3000

/** Recordings leave every channel a day of its archive; less is too little for its viewers. Pure. */
export function leavesNoArchive({ channels }: Pick<ArchiveReport, 'channels'>): boolean {
  return channels.some(
    ({ bytesPerDay, depthConfiguredMs, depthExpectedMs }) =>
      bytesPerDay > 0 && depthExpectedMs < Math.min(depthConfiguredMs, dayMs),
  )
}

/** Whether there is no room for `moreMs`, by the limit of hours and by the forecast of the disk. */
export function openStorageLimit(
  db: Db,
  engine: Pick<Engine, 'archiveReport'>,
  settings: { readonly totalHours: number },
): (moreMs: number, nowMs: number) => Promise<boolean> {
  const report = cachedFor(reportFreshMs, () => engine.archiveReport())
  const stored = cachedFor(sumFreshMs, () => storedMs(db))
  return async (moreMs, nowMs) => {
    if ((await stored(nowMs)) + moreMs > settings.totalHours * hourMs) return true
    const current = await within(waitMs, report(nowMs))
    return current !== undefined && leavesNoArchive(current)
  }
}

/** Undefined when it takes longer, or fails. */
async function within<Value>(limitMs: number, work: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limitMs)
  })
  try {
    return await Promise.race([work.catch(() => undefined), late])
  } finally {
    clearTimeout(timer)
  }
}
