import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEngine, findMediaBinaries } from '#media/media.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { opaqueToken, systemRandom } from '#server/platform/primitives/ids.ts'
import { startJobs } from '#server/platform/jobs.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import type { Screen } from '#server/cli/command/command.ts'
import type { Workplace } from '#server/cli/command/open-workplace.ts'
import {
  diskSpace,
  type FilmObserver,
  filmWorkers,
  packagingRows,
  type PackagingRow,
  readQueuePause,
  sendOrdered,
  withoutControls,
} from '#server/imports/imports.ts'

interface Tools {
  readonly log: Log
  readonly screen: Screen
  readonly signal: AbortSignal
}

/**
 * Packages in this process, all films first until they play, showing the progress, until each is ready, was refused
 * or is waiting. Returns how many were refused.
 */
export async function packageInProcess(
  work: Workplace,
  assetIds: readonly string[],
  settings: Settings,
  tools: Tools,
): Promise<number> {
  await using stack = new AsyncDisposableStack()
  const storeDir = join(work.dataDir, 'media')
  const engine = createEngine({
    storeDir,
    ...findMediaBinaries({ ffmpegPath: settings.EKRAN_FFMPEG, ffprobePath: settings.EKRAN_FFPROBE }),
    clock: () => systemClock.nowMs(),
    // This process serves nothing, so any secret will do.
    ticketSecrets: [opaqueToken(systemRandom)],
    log: tools.log,
  })
  stack.defer(() => engine.close())
  const jobs = await startJobs(jobsOptions(work, settings, tools))
  stack.defer(() => jobs.close(endGraceMs))
  const disk = diskSpace(storeDir, () => settings.EKRAN_FREE_SPACE_GB * 1e9)
  const counted = countFilms(assetIds, tools.screen)
  await sendOrdered(work.db, jobs, assetIds)
  await jobs.work(filmWorkers({ db: work.db, engine, disk, jobs, observer: counted.observer }))
  let rows = await packagingRows(work.db, assetIds)
  while (!tools.signal.aborted && rows.some(isMoving)) {
    if ((await readQueuePause(work.db)).pausedAtMs !== null) {
      tools.screen.line('  The queue is paused; to continue it: npm run ekran -- films queue continue')
      break
    }
    await sleep(pollMs)
    rows = await packagingRows(work.db, assetIds)
  }
  tools.signal.throwIfAborted()
  for (const { name, state, reason } of rows)
    if (state === 'waiting') tools.screen.line(resultLine(name, 'waiting', reason))
  return counted.refused()
}

/** Longer than an encoder needs to stop. */
const endGraceMs = 10_000

/** In progress, or waiting only for its turn. */
function isMoving({ state, not_before, paused_at }: PackagingRow) {
  return state === 'running' || (state === 'waiting' && not_before === null && paused_at === null)
}

/** Shows each film's progress, and a line for each finished step. */
function countFilms(assetIds: readonly string[], screen: Screen) {
  const turns = { playable: 0, better: 0 }
  let refused = 0
  const nameOf = (row: PackagingRow, turn: number) => `${turn}/${assetIds.length} ${row.name}`
  const observer: FilmObserver = {
    progressed(row, { stage, rendition, fraction, playable }) {
      if (!assetIds.includes(row.asset_id)) return
      const made = `${[stage, rendition].filter(Boolean).join(' ')}${playable ? ', plays already' : ''}`
      const name = nameOf(row, turns[row.step] + 1)
      screen.status(`  ${name}: ${Math.floor(fraction * 100)} % (${made})`)
    },
    ended(row, result) {
      if (!assetIds.includes(row.asset_id)) return
      if (result.kind === 'refused') refused += 1
      if (result.kind !== 'refused' && result.kind !== 'playable' && result.kind !== 'ready') return
      turns[row.step] += 1
      const reason = result.kind === 'refused' ? result.reason : result.warnings.join('; ')
      screen.line(resultLine(nameOf(row, turns[row.step]), result.kind, reason))
    },
  }
  return { observer, refused: () => refused }
}

function jobsOptions(work: Workplace, settings: Settings, { log }: Tools) {
  return { location: work.location, log, statementTimeoutMs: settings.EKRAN_JOB_STATEMENT_TIMEOUT_MS }
}

const quietLimitMs = 60_000
const pollMs = 500

/**
 * Leaves the work to the running Ekran and, unless `wait` is off, watches until each film plays or was refused.
 * Returns how many were refused.
 */
export async function packageByServer(
  work: Workplace,
  assetIds: readonly string[],
  settings: Settings,
  tools: Tools & { readonly wait: boolean },
): Promise<number> {
  const jobs = await startJobs(jobsOptions(work, settings, tools))
  try {
    await sendOrdered(work.db, jobs, assetIds)
  } finally {
    await jobs.close(1000)
  }
  if (!tools.wait) {
    tools.screen.line(
      `  ${assetIds.length} files are left to the running Ekran; see: npm run ekran -- status`,
    )
    return 0
  }
  return watch(work.db, assetIds, tools)
}

async function watch(
  db: Db,
  assetIds: readonly string[],
  { screen, signal }: { readonly screen: Screen; readonly signal: AbortSignal },
): Promise<number> {
  const done = new Set<string>()
  let refused = 0
  let seen = ''
  let movedAtMs = systemClock.nowMs()
  while (done.size < assetIds.length && !signal.aborted) {
    const rows = await packagingRows(db, assetIds)
    for (const row of rows) {
      if (done.has(row.asset_id)) continue
      const isOver = /ready|refused|removed/.test(row.state)
      if (!isOver && row.step === 'playable') continue
      done.add(row.asset_id)
      if (row.state === 'refused') refused += 1
      const state = isOver ? row.state : 'playable'
      screen.line(resultLine(`${done.size}/${assetIds.length} ${row.name}`, state, row.reason))
    }
    const running = rows.find((row) => row.state === 'running' && !done.has(row.asset_id))
    if (running !== undefined) screen.status(`  ${running.name}: ${Math.floor(running.fraction * 100)} %`)
    const picture = rows.map((row) => `${row.state}${row.fraction}`).join()
    if (picture !== seen) [seen, movedAtMs] = [picture, systemClock.nowMs()]
    if (systemClock.nowMs() - movedAtMs > quietLimitMs) {
      screen.line(
        '  Nothing moved for a minute; the rest waits for an Ekran that does jobs. See: npm run ekran -- status',
      )
      return refused
    }
    await sleep(pollMs)
  }
  if (signal.aborted) screen.line('  The running Ekran continues; see: npm run ekran -- status')
  return refused
}

function resultLine(name: string, state: string, reason: string): string {
  const words = state === 'playable' ? 'plays, better pictures follow' : state
  return withoutControls(`  ${name}: ${words}${reason === '' ? '' : ` (${reason})`}`)
}
