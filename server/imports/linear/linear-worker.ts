import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { decodeText } from '#server/imports/source/decode-text.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import type { Log } from '#server/platform/log/log.ts'
import { applySchedule, problemLines } from './apply-schedule.ts'
import { dropSchedule, listSchedules, type SavedSchedule } from './linear-store.ts'
import type { Playables } from './resolve-titles.ts'

/** Each minute: changed schedule files, and those whose guide must be extended. */
const readSchedulesJob = jobKind({
  name: 'operator.read-linear-schedules',
  data: z.object({}),
  cron: '* * * * *',
  tries: 1,
})

export interface LinearTools {
  readonly db: Db
  readonly dataDir: string
  readonly clock: Clock
  readonly log: Log
  /** Loaded only when needed. */
  loadPlayables(): Promise<Playables>
}

const maxFiles = 500
const maxBytes = 2_000_000
const hourMs = 3_600_000
/** A file that was written a moment ago may be incomplete. */
const settleMs = 3000
/** How often missing titles or their packaging are checked. */
const lookAgainMs = 5 * 60_000
/** The guide is extended a day at a time, well before it ends. */
const goOnMs = 12 * hourMs

export function linearWorker(tools: Omit<LinearTools, 'log'>): JobWorker {
  return jobWorker(readSchedulesJob, (_, { log }) => readSchedules({ ...tools, log }))
}

export function linearFolder(dataDir: string): string {
  return join(dataDir, 'linear')
}

/** Reads the files that changed, and extends the guide of the others. */
export async function readSchedules(tools: LinearTools): Promise<void> {
  const folder = linearFolder(tools.dataDir)
  const names = await readdir(folder).catch((): string[] => [])
  const files = names.filter((name) => /^[^.].*\.txt$/i.test(name)).slice(0, maxFiles)
  const saved = new Map((await listSchedules(tools.db)).map((row) => [row.file, row]))
  for (const file of saved.keys()) {
    if (files.includes(file)) continue
    await dropSchedule(tools.db, file)
    tools.log.info('schedule.file_gone', { file })
  }
  let playables: Playables | undefined
  for (const file of files) {
    const path = join(folder, file)
    const stamped = await stampOf(path)
    if (stamped === undefined || !isDue(saved.get(file), stamped, tools.clock.nowMs())) continue
    playables ??= await tools.loadPlayables()
    await readOne(tools, { file, path, stamp: stamped.stamp }, playables)
  }
}

async function readOne(
  { db, clock, log }: LinearTools,
  { file, path, stamp }: { readonly file: string; readonly path: string; readonly stamp: string },
  playables: Playables,
): Promise<void> {
  const text = decodeText(await readFile(path))
  const applied = await applySchedule(db, { file, text, stamp }, playables, clock.nowMs())
  const problems = problemLines(applied.problems).slice(0, 10)
  if (applied.kind === 'refused') log.warn('schedule.refused', { file, problems })
  else log.info('schedule.imported', { file, programmes: applied.programmes, problems })
}

async function stampOf(
  path: string,
): Promise<{ readonly stamp: string; readonly changedAtMs: number } | undefined> {
  const stamped = await stat(path).catch(() => undefined)
  if (stamped?.isFile() !== true || stamped.size > maxBytes) return undefined
  return { stamp: `${Math.round(stamped.mtimeMs)}-${stamped.size}`, changedAtMs: stamped.mtimeMs }
}

function isDue(
  saved: SavedSchedule | undefined,
  stamped: { readonly stamp: string; readonly changedAtMs: number },
  nowMs: number,
): boolean {
  if (saved?.file_stamp !== stamped.stamp) return Math.abs(nowMs - stamped.changedAtMs) >= settleMs
  if (saved.state !== 'applied') return nowMs - saved.changed_at.getTime() >= lookAgainMs
  // Planned to the end of a day some days ahead; each day that end moves.
  return saved.made_until === null || nowMs - saved.changed_at.getTime() >= goOnMs
}
