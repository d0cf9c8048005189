/** How far the first run of an installation is: from an empty server to one with viewers. */
import type { Db } from '#server/platform/database/database.ts'
import { putFact, readFact } from './installation.ts'

/** Unix milliseconds; `endedMs` null until somebody has ended it. */
export interface FirstRun {
  readonly beganMs: number
  readonly endedMs: number | null
}

/** The first run; one whose begin is unknown began with the installation. */
export async function readFirstRun(db: Db): Promise<FirstRun> {
  const [began, ended] = await Promise.all([readFact(db, 'first_run_began'), readFact(db, 'first_run_ended')])
  return { beganMs: Number(began ?? 0), endedMs: ended === undefined ? null : Number(ended) }
}

/** Ends the first run; false when it has ended. */
export async function endFirstRun(db: Db, nowMs: number): Promise<boolean> {
  if ((await readFirstRun(db)).endedMs !== null) return false
  await putFact(db, 'first_run_ended', String(nowMs))
  return true
}
